"""The memory of a real nginx: it grows with open connections, and is not known where it cannot be read."""

import socket
from contextlib import ExitStack

import pytest

from agents import procfs
from agents.contract.counters import MIN_CONNECTIONS, ServerMemory
from agents.observe.nginx import NginxSampler, count_open
from agents.proxy.running_setup import RunningSetup
from agents.proxy.setups import Setups
from agents.tests.agent_process import wait_until
from agents.tests.confs import conf, setup

REQUEST = b"GET /index.html HTTP/1.1\r\nHost: a\r\n\r\n"


def start(setups: Setups, workers: int) -> RunningSetup:
    text = conf(f"worker_processes {workers};", server="root html;").replace("1024", "2048")
    server = setup(text=text, pages={"index.html": 10}, workers=workers, nofile=3000)
    (report,) = setups.prepare([server], lambda: False)
    assert report.failure is None
    return setups.running_setups(["a"])[0]


def memory_of(running: RunningSetup) -> ServerMemory:
    sampler = NginxSampler(running)
    last = sampler.read()
    sampler.read_memory(last)
    memory = sampler.counts({}, last).memory
    assert memory is not None
    return memory


def test_memory_grows_with_the_connections_that_are_open(setups: Setups) -> None:
    running = start(setups, workers=1)
    host, port = running.report.urls[0].removeprefix("http://").split(":")
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection((host, int(port)), timeout=20))
            for _ in range(MIN_CONNECTIONS)
        ]
        for client in sockets:
            client.sendall(REQUEST)
        for client in sockets:
            assert client.recv(4096)
        memory = memory_of(running)
        assert memory.connections == MIN_CONNECTIONS
        assert memory.idle_bytes
        assert memory.end_bytes
        assert memory.peak_bytes
        assert memory.idle_bytes < memory.end_bytes < memory.peak_bytes
        # nginx takes a pool of 512 bytes for each; its first answers add what is needed once
        assert memory.per_connection is not None
        assert 400 < memory.per_connection < 4_000
    sampler = NginxSampler(running)
    wait_until(lambda: sampler.read()["active"] == 0)
    assert memory_of(running).per_connection is None


def test_all_processes_count_and_one_that_may_not_be_read_leaves_the_sum_unknown(
    setups: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(setups, workers=2)
    pids = [*running.masters, *running.workers]
    assert len(pids) == 3
    memory = memory_of(running)
    assert memory.end_bytes == pytest.approx(sum(procfs.pss_bytes(pid) or 0 for pid in pids), rel=0.1)
    worker, read = pids[-1], procfs.pss_bytes
    monkeypatch.setattr(procfs, "pss_bytes", lambda pid: None if pid == worker else read(pid))
    unread = memory_of(running)
    assert unread.end_bytes is None
    assert unread.per_connection is None
    assert unread.peak_bytes is not None


@pytest.mark.parametrize(
    ("most_active", "active", "count"),
    [(0, 0, 0), (0, 5, 5), (1000, 1000, 1000), (1000, 900, 900), (1000, 899, None), (1000, None, None)],
)
def test_connections_count_while_most_of_them_are_open(
    most_active: float, active: float | None, count: int | None
) -> None:
    assert count_open(most_active, active) == count


@pytest.mark.parametrize(
    ("idle", "end", "connections", "per_connection"),
    [
        (1_000_000, 3_000_000, 1_000, 2_000),
        (1_000_000, 3_000_000, 999, None),
        (1_000_000, 3_000_000, None, None),
        (None, 3_000_000, 1_000, None),
        (1_000_000, None, 1_000, None),
        (3_000_000, 3_000_000, 1_000, None),
        (3_000_000, 1_000_000, 1_000, None),
    ],
)
def test_memory_per_connection_needs_both_readings_and_1_000_connections(
    idle: int | None, end: int | None, connections: int | None, per_connection: float | None
) -> None:
    memory = ServerMemory(idle_bytes=idle, end_bytes=end, connections=connections)
    assert memory.per_connection == per_connection
