"""Held connections: the generators against a real nginx, and what they say when it does not hold them."""

import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents.contract.held import HELD_PER_PORT, Hold
from agents.contract.jobs import MeasureJob
from agents.contract.reports import PreparedSetup, Report
from agents.contract.workload import Workload
from agents.failure import Cancelled, JobFailed
from agents.load import hold
from agents.load.holder import (
    MAX_PER_PROCESS,
    HeldLoad,
    Holder,
    describe_late_ramp,
    held_load,
    orders_of,
    ramp_failure,
)
from agents.observe.nginx import NginxSampler
from agents.processes import Processes
from agents.proxy.setups import Setups
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.agent_process import wait_until
from agents.tests.confs import conf, setup
from agents.tests.jobs import job_of
from agents.tests.ports import free_port

MAIN = "worker_processes 2; worker_rlimit_nofile 19000;"


def load_of(targets: list[str], connections: int, every_s: int = 60, per_second: int = 20_000) -> HeldLoad:
    fields = {"connections": connections, "every_s": every_s, "per_second": per_second}
    load = held_load(Workload.model_validate({"duration_s": 1, "hold": fields}), targets)
    assert load
    return load


def serve(
    setups: Setups, ports: int = 2, places: int = 18_000, http: str = "", **more: object
) -> PreparedSetup:
    text = conf(MAIN, http).replace("worker_connections 1024", f"worker_connections {places}")
    (done,) = setups.prepare([setup(text=text, workers=2, ports=ports, nofile=19_000)], lambda: False)
    assert done.failure is None, done.failure
    return done


@pytest.fixture
def start(processes: Processes, tmp_path: Path) -> Iterator[Callable[[HeldLoad], Holder]]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    holders: list[Holder] = []

    def start(load: HeldLoad) -> Holder:
        holder = Holder(load, tmp_path / str(len(holders)))
        holders.append(holder)
        holder.start(processes)
        return holder

    yield start
    for holder in holders:
        holder.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def wait(seconds: float) -> bool:
    time.sleep(seconds)
    return False


@pytest.mark.exhaustive
def test_thirty_thousand_connections_are_open_at_both_ends(
    setups: Setups, start: Callable[[HeldLoad], Holder]
) -> None:
    count = 30_000
    done = serve(setups, ports=1 + -(-count // HELD_PER_PORT))
    holder = start(load_of(done.more_urls, count))
    holder.await_ramp(wait)
    holder.begin()
    server = NginxSampler(setups.running_setups(["a"])[0])
    begin = server.read()
    wait_until(lambda: holder.report().requests > 500)
    counts, report = server.counts(begin, server.read()), holder.report()
    assert min(counts.active_begin or 0, counts.active_end or 0) >= holder.hold.least == 29_970
    assert min(report.at_begin, report.at_end) >= holder.hold.least
    assert (report.closes, report.losses) == (0, 0)
    holder.close()
    wait_until(lambda: server.read()["active"] == 0)


def test_connections_are_asked_on_at_their_own_times(
    setups: Setups, start: Callable[[HeldLoad], Holder]
) -> None:
    holder = start(load_of(serve(setups).more_urls, 400, every_s=2))
    holder.await_ramp(wait)
    holder.begin()
    wait_until(lambda: holder.report().requests >= 600)
    assert holder.report().at_end == 400


def test_phases_fill_an_interval_evenly() -> None:
    tenths = Counter(int(10 * hold.phase_of(number)) for number in range(1000))
    assert len(tenths) == 10
    assert max(tenths.values()) - min(tenths.values()) <= 3


def test_tls_connections_are_held(setups: Setups, start: Callable[[HeldLoad], Holder]) -> None:
    text = conf(http="ssl_certificate tls/cert.pem; ssl_certificate_key tls/key.pem;", listen=" ssl")
    (done,) = setups.prepare([setup(text=text, tls="ecdsa256", ports=2)], lambda: False)
    assert done.more_urls[0].startswith("https://")
    holder = start(load_of(done.more_urls, 50, every_s=1))
    holder.await_ramp(wait)
    holder.begin()
    wait_until(lambda: holder.report().requests > 100)
    assert holder.report().at_end == 50


def test_connections_that_the_server_closes_are_counted(
    setups: Setups, start: Callable[[HeldLoad], Holder]
) -> None:
    holder = start(load_of(serve(setups, http="keepalive_timeout 2s;").more_urls, 300))
    holder.await_ramp(wait)
    holder.begin()
    wait_until(lambda: holder.report().at_end == 0)
    assert holder.report().closes == 300


def test_a_generator_that_dies_loses_its_connections(
    setups: Setups, start: Callable[[HeldLoad], Holder]
) -> None:
    holder = start(load_of(serve(setups).more_urls, 300))
    holder.await_ramp(wait)
    holder.begin()
    for child in holder._children:
        child.stop()
    report = holder.report()
    assert (report.at_end, report.losses, report.closes) == (0, 300, 0)


def test_a_ramp_without_a_server_fails_at_once(start: Callable[[HeldLoad], Holder]) -> None:
    holder = start(load_of([f"http://127.0.0.1:{free_port()}"], 100))
    with pytest.raises(JobFailed, match=r"could not be opened \(Connection refused\)"):
        holder.await_ramp(wait)


def test_a_server_with_too_few_places_is_named(setups: Setups, start: Callable[[HeldLoad], Holder]) -> None:
    holder = start(load_of(serve(setups, places=512).more_urls, 2000))
    with pytest.raises(JobFailed, match="the server closed "):
        holder.await_ramp(wait)


def test_a_ramp_ends_when_its_job_does(start: Callable[[HeldLoad], Holder]) -> None:
    with pytest.raises(Cancelled):
        start(load_of([f"http://127.0.0.1:{free_port()}"], 100)).await_ramp(lambda _: True)


@pytest.mark.parametrize(
    ("connections", "open_files", "shares"),
    [
        (300_000, 20_000, [MAX_PER_PROCESS] * 16),
        (100, 20_000, [100]),
        (10, 68, [4, 3, 3]),
        (3, 10, [1, 1, 1]),
    ],
)
def test_processes_share_connections_within_their_files(
    connections: int, open_files: int, shares: list[int]
) -> None:
    orders = orders_of(load_of(["http://127.0.0.1:21000"], connections, per_second=900), open_files)
    assert [order.connections for order in orders] == shares
    assert sum(order.per_second for order in orders) == pytest.approx(900)


@pytest.mark.parametrize(
    ("status", "ended", "reason"),
    [
        (hold.Status(), 0, None),
        (hold.Status(failures=1), 0, None),  # one in a thousand
        (
            hold.Status(failures=1, closes=1, error="x"),
            0,
            "1 could not be opened (x) and the server closed 1",
        ),
        (hold.Status(), 2, "2 generators of held connections ended by themselves"),
    ],
)
def test_why_a_ramp_cannot_be_reached(status: hold.Status, ended: int, reason: str | None) -> None:
    failure = ramp_failure(1000, 999, status, ended)
    assert failure == reason or (reason and failure and failure.endswith(reason))


def test_a_slow_ramp_says_what_to_do() -> None:
    assert "smaller per_second" in describe_late_ramp(10, hold.Status(open=4), 31.0)
    assert Hold(connections=300_000).max_ramp_s == 330


def test_a_warm_up_opens_what_its_trial_needs_and_the_next_one_closes(
    handlers: JobHandlers, setups: Setups
) -> None:
    done = serve(setups)
    load = {"duration_s": 1, "hold": {"connections": 200, "every_s": 2}}

    def measure(trial_id: str | None, **more: object) -> Report:
        fields = {"trial_id": trial_id, "target": done.urls[0], "workload": load, "watch": ["a"], **more}
        work = MeasureJob.model_validate(fields)
        return handlers.measure(RunningJob(job_of(work)), work)

    held_targets = done.more_urls
    with pytest.raises(JobFailed, match="no longer held"):
        measure("t", held_targets=held_targets)
    measure(None, held_targets=held_targets)
    window = measure("t", held_targets=held_targets).window
    assert window
    assert window.held_connections
    counts = window.servers["a"]
    assert (window.held_connections.at_begin, window.held_connections.at_end) == (200, 200)
    assert min(counts.active_begin or 0, counts.active_end or 0) >= 200
    assert measure(None).load  # the warm-up of a trial that holds none
    wait_until(lambda: setups.running_setups(["a"])[0].statuses()[0]["active"] == 0)
