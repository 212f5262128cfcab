"""Real nginx: started as asked, proved, kept, stopped; and what it says when it cannot be."""

import http.client
import os
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from unittest.mock import Mock

import pytest

from agents import policy, procfs
from agents.catalog.cpulist import format_cpu_list
from agents.contract.addresses import parse_networks
from agents.contract.jobs import NginxSetup
from agents.contract.reports import PreparedSetup
from agents.contract.states import HostCondition
from agents.failure import Cancelled, JobFailed
from agents.observe.nginx import NginxSampler
from agents.processes import Processes, online_cpus
from agents.proxy import instance
from agents.proxy import setups as module
from agents.proxy.conf import expected_affinity
from agents.proxy.folders import Folders
from agents.proxy.instance import START_S, NginxInstance, _read_back
from agents.proxy.ports import Lease
from agents.proxy.setups import Setups
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.agent_process import wait_until
from agents.tests.confs import conf, setup
from agents.tests.conftest import ANY_PORT, NGINX


def prepare(setups: Setups, *wanted: NginxSetup) -> list[PreparedSetup]:
    return setups.prepare(list(wanted), lambda: False)


def fetch(url: str, path: str = "/") -> bytes:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)
    connection.request("GET", path)
    return connection.getresponse().read()


def test_instances_listen_on_ports_of_their_own(setups: Setups) -> None:
    (done,) = prepare(setups, setup(instances=3, workers=1))
    assert done.failure is None
    assert len(set(done.urls)) == len(done.argv) == len(done.workers) == 3
    assert {fetch(url) for url in done.urls} == {b"hello\n"}
    assert done.version.startswith("nginx/")


def test_pages_have_the_asked_size_and_only_the_page_travels(setups: Setups) -> None:
    (done,) = prepare(setups, setup(text=conf(server="root html;"), pages={"index.html": 35_000, "e": 0}))
    assert len(fetch(done.urls[0])) == 35_000
    assert fetch(done.urls[0], "/e") == b""
    assert b"404" in fetch(done.urls[0], "/status")
    assert b"404" in fetch(done.urls[0], "/generation")


def test_keeps_what_stays_and_stops_what_goes(setups: Setups) -> None:
    first, second = prepare(setups, setup("a"), setup("b"))
    kept, fresh = prepare(setups, setup("a"), setup("c"))
    assert kept.workers == first.workers
    assert not any(procfs.is_running(w.pid) for w in second.workers)
    changed, _ = prepare(setups, setup("a", conf(server="return 204;")), setup("c"))
    assert changed.workers != first.workers
    assert setups.running_setups(["c"])[0].report == fresh


def test_a_dead_nginx_is_noticed_and_started_again(setups: Setups) -> None:
    (done,) = prepare(setups, setup())
    running = setups.running_setups(["a"])[0]
    os.kill(running.instances[0].child.pid, 9)
    wait_until(lambda: not running.is_alive)
    with pytest.raises(JobFailed, match="nginx of a has ended by itself"):
        setups.running_setups(["a"])
    (again,) = prepare(setups, setup())
    assert again.failure is None
    assert again.urls == done.urls  # who was told of its address still finds it there
    assert again.workers != done.workers
    assert fetch(again.urls[0]) == b"hello\n"
    assert not any(procfs.is_running(w.pid) for w in done.workers)


def test_reads_back_workers_and_pins(setups: Setups) -> None:
    last = max(online_cpus())
    pinned, spread = prepare(
        setups,
        setup("pinned", conf("worker_processes 2;"), cpus=str(last), workers=2),
        setup("spread", conf("worker_processes auto; worker_cpu_affinity auto;")),
    )
    assert [w.cpus for w in pinned.workers] == [str(last)] * 2
    assert pinned.argv[0][:3] == ["taskset", "-c", str(last)]
    assert {w.cpus for w in spread.workers} == {str(cpu) for cpu in online_cpus()}


SLOW_MASTER = """
import signal, subprocess, sys
def start_worker():
    subprocess.Popen(["nginx: worker process", "60"], executable="sleep")
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
start_worker()
print(flush=True)
sys.stdin.readline()
start_worker()
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
signal.pause()
"""


def test_waits_until_nginx_has_started_all_workers_of_auto() -> None:
    text = conf("worker_processes auto;")
    argv = [sys.executable, "-c", SLOW_MASTER]
    with Popen(argv, stdin=PIPE, stdout=PIPE, text=True, start_new_session=True) as master:
        assert master.stdin
        assert master.stdout
        master.stdout.readline()
        looks = count(1)

        def wait(_: float) -> None:
            """The second worker comes after the tenth look."""
            if next(looks) == 10:
                print(file=master.stdin, flush=True)

        child = Mock(pid=master.pid, wait=wait)
        running = NginxInstance(setup(text=text), Mock(), Mock(), child, "", Mock())
        try:
            _read_back(running, policy.read(text)[0], START_S)
        finally:
            os.killpg(master.pid, signal.SIGKILL)
    assert len(running.workers) == 2


def test_says_when_what_runs_differs_from_what_was_asked(
    setups: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.proxy.instance.START_S", 0.3)
    fewer, stray = prepare(
        setups,
        setup("fewer", workers=3),
        setup("stray", conf("worker_processes 2; worker_cpu_affinity auto;"), cpus="0"),
    )
    assert fewer.failure is not None
    assert fewer.failure.code == "effective_differs"
    assert "1 workers instead of 3" in fewer.failure.message
    assert stray.failure is not None
    assert stray.failure.code == "effective_differs"
    assert "outside 0" in stray.failure.message


def test_a_cpu_that_the_host_lacks_is_refused(setups: Setups) -> None:
    (done,) = prepare(setups, setup(cpus="0,4000"))
    assert done.failure is not None
    assert done.failure.code == "bad_cpus"
    assert "no CPU 4000" in done.failure.message
    assert format_cpu_list(online_cpus()) in done.failure.message


def test_nginxs_own_words_are_in_the_failure(setups: Setups) -> None:
    bad, good, cut = prepare(
        setups, setup("bad", conf(http="sendfile on; sendfile on;")), setup("good"), setup("cut", "http { ")
    )
    assert bad.failure is not None
    assert bad.failure.code == "nginx_test"
    assert '"sendfile" directive is duplicate' in bad.failure.message
    assert good.failure is None  # one bad setup does not take the others with it
    assert cut.failure is not None
    assert "line 1: unexpected end" in cut.failure.message


def test_policy_refusals_come_before_nginx_sees_the_text(setups: Setups) -> None:
    (done,) = prepare(setups, setup(text=conf(http="include /etc/passwd;")))
    assert done.failure is not None
    assert done.failure.code == "policy"
    assert "`include`" in done.failure.message


def test_check_starts_nothing_and_leaves_nothing(setups: Setups, folders: Folders, state: Path) -> None:
    good, bad = setups.check([setup("good"), setup("bad", conf(http="gzip on; gzip off;"))])
    assert good.failure is None
    assert "stub_status" in good.conf
    assert bad.failure is not None
    assert "gzip" in bad.failure.message
    assert list(folders.nginx.glob("*")) == []
    assert list((state / "processes").glob("*")) == []
    assert setups.condition == HostCondition.CLEAN


def test_cancel_while_preparing_leaves_what_ran_before(setups: Setups) -> None:
    (before,) = prepare(setups, setup("a"))
    with pytest.raises(Cancelled):
        setups.prepare([setup("a"), setup("b")], lambda: True)
    assert setups.running_setups(["a"])[0].report == before
    with pytest.raises(JobFailed):
        setups.running_setups(["b"])


def test_stop_all_leaves_a_clean_host(setups: Setups, folders: Folders, state: Path) -> None:
    (done,) = prepare(setups, setup(instances=2, log_target="memory"))
    setups.stop_all()
    assert setups.condition == HostCondition.CLEAN
    assert not any(procfs.is_running(w.pid) for w in done.workers)
    assert [p for root in (state, folders.root) for p in root.rglob("*") if p.is_file()] == []


def test_leftovers_of_a_killed_agent_are_ended(setups: Setups, processes: Processes) -> None:
    (done,) = prepare(setups, setup())
    assert processes.end_leftovers() == []  # the record on disk alone is enough
    assert not any(procfs.is_running(w.pid) for w in done.workers)


def test_access_logs_lie_in_memory_and_are_emptied(setups: Setups, monkeypatch: pytest.MonkeyPatch) -> None:
    text = conf(http="access_log logs/access.log;").replace("access_log off;", "")
    (done,) = prepare(setups, setup(text=text, log_target="memory"))
    log = setups.running_setups(["a"])[0].instances[0].place.logs / "access.log"
    assert str(log.resolve()).startswith("/dev/shm")
    for _ in range(20):
        fetch(done.urls[0])
    wait_until(lambda: log.stat().st_size > 1000)
    setups.limit_logs()
    assert log.stat().st_size > 1000
    monkeypatch.setitem(module.MAX_LOG_BYTES, "memory", 500)
    setups.limit_logs()
    assert log.stat().st_size == 0
    fetch(done.urls[0])
    wait_until(lambda: 0 < log.stat().st_size < 200)


def test_status_counts_only_what_others_asked(setups: Setups) -> None:
    (done,) = prepare(setups, setup())
    sampler = NginxSampler(setups.running_setups(["a"])[0])
    before = sampler.read()
    for _ in range(5):
        fetch(done.urls[0])
    after = sampler.read()
    assert after["requests"] - before["requests"] == 5
    assert after["active"] == 0
    assert sampler.rates(before, after, 0.5)["nginx.a.requests_per_s"] == 10


@pytest.mark.parametrize(
    ("main", "workers", "wanted"),
    [
        ("", 2, [{0, 1, 2, 3}] * 2),
        ("worker_cpu_affinity 0001 1010;", 3, [{0}, {1, 3}, {1, 3}]),
        ("worker_cpu_affinity auto;", 5, [{0}, {1}, {2}, {3}, {0}]),
        ("worker_cpu_affinity auto 1100;", 3, [{2}, {3}, {2}]),
    ],
)
def test_affinity_that_nginx_will_give(main: str, workers: int, wanted: list[set[int]]) -> None:
    words = main.rstrip(";").split()
    tree = [{"directive": words[0], "args": words[1:], "line": 1}] if words else []
    four = frozenset(range(4))
    assert expected_affinity(setup(), tree, workers, four, four) == wanted


def test_limits_are_given_and_read_back(setups: Setups) -> None:
    given, too_many = prepare(
        setups,
        setup("given", conf("worker_rlimit_nofile 3000;"), nofile=4000, nice=5),
        setup("many", nofile=2_000_000_000),
    )
    assert given.failure is None
    assert given.effective == {"nofile": "3000", "nice": "5"}
    assert "prlimit" in given.argv[0]
    assert too_many.failure is not None
    assert too_many.failure.code == "nofile"


@pytest.fixture
def slow_nginx(folders: Folders, processes: Processes, tmp_path: Path) -> Iterator[Setups]:
    """Its nginx takes a second to start."""
    program = tmp_path / "nginx"
    program.write_text(f'#!/bin/sh\ncase "$*" in *-T*) ;; *) sleep 1 ;; esac\nexec {NGINX} "$@"\n')
    program.chmod(0o755)
    tmp_path.chmod(0o755)
    targets = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
    setups = Setups(Servers(str(program), folders, processes), folders, "127.0.0.1", (22000, 22999), targets)
    setups.stop_all()
    yield setups
    setups.close()


def test_a_start_that_takes_long_is_tried_again(slow_nginx: Setups, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.proxy.instance.START_S", 0.3)
    (done,) = prepare(slow_nginx, setup())
    assert done.failure is None
    assert fetch(done.urls[0]) == b"hello\n"


def test_second_tries_take_no_longer_than_the_job_may(
    slow_nginx: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.proxy.instance.START_S", 0.3)
    monkeypatch.setattr(module, "LATE_STARTS_S", 0.5)
    (done,) = prepare(slow_nginx, setup())
    assert done.failure is not None
    assert (done.failure.code, done.failure.message) == ("nginx_start", "nginx of a did not answer in time")


def test_what_nginx_refuses_is_not_tried_again(setups: Setups, monkeypatch: pytest.MonkeyPatch) -> None:
    real, starts = instance.start, list[float]()

    def start(*given: Any) -> NginxInstance:
        starts.append(given[-1])
        return real(*given)

    answers = instance._await_generation
    monkeypatch.setattr(instance, "start", start)
    monkeypatch.setattr(instance, "_await_generation", lambda one, _: answers(one, 60))
    monkeypatch.setattr("agents.proxy.instance.START_S", 1)
    (fewer,) = prepare(setups, setup("fewer", workers=3))
    assert fewer.failure is not None
    assert starts == [1]


def test_limits_that_nginx_cannot_keep_are_a_failure(setups: Setups, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.proxy.instance.START_S", 0.3)
    (done,) = prepare(setups, setup(text=conf("worker_rlimit_nofile 99999999;"), nofile=4000))
    assert done.failure is not None
    assert done.failure.code == "effective_differs"
    assert "of a worker, it may open 4000 files" in done.failure.message


def test_a_port_that_another_program_takes_is_left_to_it(
    setups: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, leased = module.lease_port, list[int]()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        def lease(address: str, first: int, last: int, count: int) -> Lease:
            found = real(address, first, last, count)
            leased.append(found.port)
            return found if len(leased) > 1 else replace(found, port=taken.getsockname()[1])

        monkeypatch.setattr(module, "lease_port", lease)
        (done,) = prepare(setups, setup())
    assert done.failure is None
    assert done.urls == [f"http://127.0.0.1:{leased[1]}"]
