"""What wrk, ab and the look before them really send, and TLS with both."""

from typing import Any

import pytest

from agents.contract.jobs import MeasureJob
from agents.contract.workload import Workload
from agents.load.target import probe
from agents.render import setups as render
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.jobs import job_of
from agents.tests.recorder import Head, Recorder, recording

HEADERS = {"Accept-Encoding": "gzip, br", "X-Test": "a: b", "User-Agent": "mine"}
ENDS = {"wrk": {"duration_s": 1}, "ab": {"requests": 60}}


def measure(handlers: JobHandlers, tool: str, target: str, **more: Any) -> dict[str, float | None]:
    workload = Workload.model_validate({"tool": tool, "connections": 4} | ENDS[tool] | more)
    work = MeasureJob(trial_id=None, target=target, workload=workload)
    report = handlers.measure(RunningJob(job_of(work)), work)
    assert report.failure is None
    assert report.load is not None
    return report.load.figures


def values(head: Head, name: str) -> list[str]:
    """What a header says, each time that it is there."""
    lines = (line.partition(": ") for line in head[1:])
    return [value for key, _, value in lines if key.lower() == name.lower()]


@pytest.mark.parametrize("tool", ["wrk", "ab"])
def test_each_header_and_the_host_arrive_once_in_every_request(handlers: JobHandlers, tool: str) -> None:
    with recording() as seen:
        figures = measure(handlers, tool, f"http://{seen.address}", headers=HEADERS, host="example.org:81")
        assert (figures["requests"] or 0) >= 60
        heads = seen.heads[:500]
        assert len(heads) > 60
        assert requests_a_connection(seen) > 1
        for name, value in (HEADERS | {"Host": "example.org:81"}).items():
            assert {tuple(values(head, name)) for head in heads} == {(value,)}, name


@pytest.mark.parametrize("tool", ["wrk", "ab"])
def test_without_a_host_the_address_is_sent(handlers: JobHandlers, tool: str) -> None:
    with recording() as seen:
        measure(handlers, tool, f"http://{seen.address}", path="/a?b=c")
        assert {tuple(values(head, "Host")) for head in seen.heads} == {(seen.address,)}
        assert {head[0].split()[1] for head in seen.heads} == {"/a?b=c"}
        assert {head[0].split()[2] for head in seen.heads[2:]} == {"HTTP/1.0" if tool == "ab" else "HTTP/1.1"}


def requests_a_connection(seen: Recorder) -> int:
    return max(len(heads) for heads in seen.connections)


@pytest.mark.parametrize("tool", ["wrk", "ab"])
def test_a_connection_ends_after_its_request_without_keep_alive(handlers: JobHandlers, tool: str) -> None:
    with recording() as seen:
        measure(handlers, tool, f"http://{seen.address}", keepalive=False, headers={"X-Test": "1"})
        assert requests_a_connection(seen) == 1


def test_the_look_before_says_nothing_that_a_tool_would_not_say() -> None:
    with recording() as seen:
        workload = Workload.model_validate({"duration_s": 1, "headers": {"X-Test": "a"}})
        assert probe(f"http://{seen.address}", workload).steady
        head = ["GET / HTTP/1.1", f"Host: {seen.address}", "X-Test: a", "Connection: close"]
        assert seen.heads == [head, head]


def test_both_measure_a_server_with_tls(handlers: JobHandlers) -> None:
    wanted = render({"tls.on": True, "tls.key": "ecdsa256"}, "proxy_only")["proxy"]
    (served,) = handlers.setups.prepare([wanted], lambda: False)
    assert served.failure is None
    more = {"host": "example.org", "headers": {"X-Test": "a"}}
    for tool, keepalive in (("wrk", True), ("ab", True), ("ab", False)):
        figures = measure(handlers, tool, served.urls[0], keepalive=keepalive, **more)
        assert figures["failed_requests"] == 0
        assert (figures["requests"] or 0) > 10
        assert (figures["bytes_per_s"] or 0) > 0
