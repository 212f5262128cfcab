"""New servers for each round: the old ones end, and nothing of them stays."""

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents import procfs
from agents.contract.addresses import parse_networks
from agents.processes import Processes
from agents.proxy import instance
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.agent_process import wait_until
from agents.tests.confs import setup
from agents.tests.conftest import ANY_PORT, NGINX

ROUNDS, RUNS = 6, 3
FIRST = random.randrange(23500, 23600, RUNS)  # of no other test
PORTS = (FIRST, FIRST + RUNS - 1)


@pytest.fixture
def few_ports(folders: Folders, processes: Processes) -> Iterator[Setups]:
    """As many as one round needs."""
    targets = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
    setups = Setups(Servers(NGINX, folders, processes), folders, "127.0.0.1", PORTS, targets)
    setups.stop_all()
    yield setups
    setups.close()


def test_round_after_round_needs_no_more_than_one(few_ports: Setups, folders: Folders, state: Path) -> None:
    pids: set[int] = set()
    for number in range(ROUNDS):
        wanted = [setup(f"r{run}-{number}", log_target="memory") for run in range(RUNS)]
        prepared = few_ports.prepare(wanted, lambda: False)
        assert [one.failure for one in prepared] == [None] * RUNS
        assert all(one.version.startswith("nginx/") for one in prepared)
        own = {worker.pid for one in prepared for worker in one.workers}
        assert len(own) == RUNS
        assert not any(procfs.is_running(pid) for pid in pids), "those of the last round have ended"
        pids = own
        assert sorted(p.name for p in folders.nginx.iterdir()) == sorted(s.key for s in wanted)
        assert len(list(folders.memory.iterdir())) == RUNS
        assert len(list((state / "processes").iterdir())) == RUNS, "only what runs is on record"


@pytest.mark.parametrize("answers_first", [False, True])
def test_a_server_that_somebody_ends_while_it_starts_is_started_again(
    few_ports: Setups, monkeypatch: pytest.MonkeyPatch, answers_first: bool
) -> None:
    """As the kernel does where memory is short; what was asked for is not at fault, nor what answered."""
    await_generation, ended = instance._await_generation, []

    def end_the_first(starting: instance.NginxInstance, within_s: float) -> None:
        if answers_first:
            await_generation(starting, within_s)
        if not ended:
            ended.append(starting.child.pid)
            os.kill(starting.child.pid, signal.SIGKILL)
            wait_until(lambda: not procfs.is_running(ended[0]))
        if not answers_first:
            await_generation(starting, within_s)

    monkeypatch.setattr(instance, "_await_generation", end_the_first)
    (done,) = few_ports.prepare([setup()], lambda: False)
    assert done.failure is None
    assert not procfs.is_running(ended[0])
    assert all(procfs.is_running(worker.pid) for worker in done.workers)
