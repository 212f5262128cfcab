"""Several generators: together or apart, at their limit, equal to each other and to the server's count."""

from typing import Any

import pytest

from agents.contract.counters import GeneratorCounts, ServerCounts
from agents.contract.probe import Probe, ProbedEntry
from agents.contract.workload import Workload
from backend.tests.unit.validity.test_validity import APART, load, quiet, window
from backend.validity import judge
from backend.validity.finding import Finding

WORKLOAD = Workload.model_validate({"threads": 1, "connections": 64, "duration_s": 10, "processes": 4})


def generator(start: float = 0.0, end: float = 10.0, cpu_s: float = 4.0, rate: float = 6_250.0, **more: Any):
    figures = {"requests_per_s": rate}
    values = {"threads": 1, "connections": 16, "figures": figures} | more
    return GeneratorCounts.model_validate({"started_at": start, "ended_at": end, "cpu_s": cpu_s} | values)


def found(*generators: GeneratorCounts, ended_at: float = 10.0, **more: Any) -> dict[str, Finding]:
    windows = quiet() | {"load": window([0.4] * 4, {"load": 16.0}, generators=list(generators))}
    report = load().model_copy(update={"ended_at": ended_at})
    return {f.code: f for f in judge(report, WORKLOAD, windows, APART, **more)}


@pytest.mark.parametrize(
    ("tool", "connections", "is_noted"), [("h2load", 2, True), ("h2load", 1, False), ("wrk", 2, False)]
)
def test_connections_that_walk_a_mix_in_step_are_noted(tool: str, connections: int, is_noted: bool) -> None:
    fields = {"tool": tool, "connections": connections, "duration_s": 10, "mix": [{"path": "/"}]}
    findings = judge(load(), Workload.model_validate(fields), quiet(), APART)
    assert ("mix_in_step" in {finding.code for finding in findings}) is is_noted


def test_equal_generators_that_ran_together_have_no_finding() -> None:
    assert found(*[generator()] * 4) == {}


@pytest.mark.parametrize(
    ("late_s", "length_s", "codes"),
    [
        (0.04, 10.0, set()),
        (0.09, 10.0, {"generators_overlap"}),
        (0.25, 10.0, {"generators_apart", "generators_overlap"}),
        (0.10, 5.0, {"generators_overlap"}),
        (0.30, 5.0, {"generators_apart", "generators_overlap"}),
        (11.0, 10.0, {"generators_apart", "generators_overlap"}),
    ],
)
def test_generators_that_did_not_run_together(late_s: float, length_s: float, codes: set[str]) -> None:
    findings = found(
        *[generator(end=length_s, cpu_s=1)] * 3,
        generator(late_s, length_s + late_s, cpu_s=1),
        ended_at=length_s + late_s,
    )
    assert set(findings) == codes
    if "generators_apart" in codes:
        assert findings["generators_apart"].level == "invalid"
        assert f"their starts lie {late_s:.3f} s apart" in findings["generators_apart"].message


def test_a_generator_that_used_its_cpu_is_named() -> None:
    finding = found(*[generator()] * 2, generator(cpu_s=9.9), generator(cpu_s=9.7))["generator_limited"]
    assert finding.message.startswith("generator 3 used 99% of the CPU that its 1 thread can use")
    assert finding.message.endswith("2 of 4 are as busy")


def test_threads_that_share_fewer_cpus_are_limited_by_those() -> None:
    shared = generator(cpu_s=9.8, threads=2, cpus="3")
    assert "generator_limited" in found(*[generator(threads=2)] * 3, shared)


def test_one_that_differs_from_its_equals_is_named() -> None:
    finding = found(*[generator()] * 3, generator(rate=5_000.0))["generator_differs"]
    assert finding.message == "generator 4 made 20% fewer requests a connection than its equals"
    assert "generator_differs" not in found(
        *[generator()] * 3, generator(rate=6_250 * 17 / 16, connections=17)
    )
    assert "generator_differs" not in found(*[generator(rate=0.0)] * 4)


def test_generators_without_a_time_do_not_divide_by_it() -> None:
    assert "generators_apart" in found(*[generator(0, 0, 0)] * 4)


@pytest.mark.parametrize(
    ("served", "is_found"), [(250_300, False), (250_320, True), (249_600, True), (None, False)]
)
def test_requests_that_server_and_load_tool_count_differently(served: float | None, is_found: bool) -> None:
    windows = quiet()
    windows["proxy"].servers = {"p": ServerCounts(requests=served)}
    findings = {f.code: f for f in judge(load(), WORKLOAD, windows, APART, server_key="p")}
    assert ("request_count" in findings) == is_found
    assert "request_count" not in {f.code for f in judge(load(), WORKLOAD, windows, APART)}


@pytest.mark.parametrize(
    ("served", "seconds", "started_at", "text"),
    [
        (
            220_000,
            8.8,
            None,
            "220,000 requests in the part of the load that it was watched for (1.2 to 10.0 of",
        ),
        (
            225_000,
            10.4,
            1.0,
            "225,000 requests in the part of the load that it was watched for (1.0 to 10.0 of",
        ),
        (
            225_000,
            8.0,
            0.5,
            "225,000 requests in the part of the load that it was watched for (0.5 to 8.5 of",
        ),
        (225_000, 10.4, -0.1, "the server counted 225,000 requests, the load tool 250,000"),
        (260_000, 9.0, 1.0, "the server counted 260,000 requests, the load tool 250,000"),
    ],
)
def test_a_watch_that_missed_a_part_of_the_load_is_named(
    served: float, seconds: float, started_at: float | None, text: str
) -> None:
    windows = quiet()
    counts = {"p": ServerCounts(requests=served)}
    windows["proxy"] = windows["proxy"].model_copy(
        update={"seconds": seconds, "started_at": started_at, "servers": counts}
    )
    findings = {f.code: f for f in judge(load(), WORKLOAD, windows, APART, server_key="p")}
    assert text in findings["request_count"].message


def test_the_agent_asks_each_probed_request_of_a_mix_twice() -> None:
    windows = quiet()
    windows["proxy"].servers = {"p": ServerCounts(requests=250_350)}
    answer = Probe(status=200, bytes=1, sha256="a" * 64)
    entries = [ProbedEntry(entry=n, **answer.model_dump(exclude={"server"})) for n in range(50)]
    report = load().model_copy(update={"probe": answer.model_copy(update={"mix": entries})})
    assert "request_count" not in {f.code for f in judge(report, WORKLOAD, windows, APART, server_key="p")}


@pytest.mark.parametrize(("streams", "is_noted"), [(10, False), (None, True)])
def test_each_stream_may_have_a_request_under_way(streams: int | None, is_noted: bool) -> None:
    windows = quiet()
    windows["proxy"].servers = {"p": ServerCounts(requests=250_700)}
    workload = WORKLOAD.model_copy(update={"streams": streams})
    findings = {f.code: f for f in judge(load(), workload, windows, APART, server_key="p")}
    assert ("request_count" in findings) is is_noted
