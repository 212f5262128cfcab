"""A trial with fewer held connections than its workload asks for is invalid, and says who closed them."""

from typing import Any

import pytest

from agents.contract.counters import ServerCounts
from agents.contract.held import HeldReport
from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from backend.validity import judge

WORKLOAD = Workload.model_validate({"duration_s": 10, "hold": {"connections": 1000}})
LOAD = LoadReport(
    argv=["wrk"],
    version="4.1.0",
    exit_code=0,
    stdout="",
    stderr="",
    started_at=0.0,
    ended_at=10.0,
    figures={"requests": 1000.0, "requests_per_s": 100.0},
)


def messages(
    server: tuple[float, float] | None = (1016, 1000), workload: Workload = WORKLOAD, **report: Any
) -> list[str]:
    fields = {"goal": 1000, "at_begin": 1000, "at_end": 1000} | report
    report_of_holder = None if report.get("goal") == 0 else HeldReport.model_validate(fields)
    counts = ServerCounts(active_begin=server[0], active_end=server[1]) if server else ServerCounts()
    window = Window(
        seconds=10,
        cores=[0.1],
        own_cpu_s={"load": 1.0},
        servers={"p": counts},
        held_connections=report_of_holder,
    )
    findings = judge(LOAD, workload, {"a": window}, {"a": "m"})
    return [f.message for f in findings if f.code == "connections_missing" and f.level == "invalid"]


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({}, None),
        ({"at_begin": 999, "at_end": 999, "closes": 1}, None),  # one in a thousand
        ({"server": None}, None),  # a server that does not count its connections
        ({"goal": 0}, "the load host did not say how many connections it held"),
        ({"at_begin": 998}, "only 998 of 1,000 connections were held when the trial began"),
        (
            {"at_end": 500, "closes": 500},
            "only 500 of 1,000 connections were held when the trial ended: the server closed 500",
        ),
        (
            {"at_end": 400, "closes": 100, "losses": 500},
            "only 400 of 1,000 connections were held when the trial ended: the server closed 100 and 500 "
            "were lost with a generator that ended",
        ),
        (
            {"server": (1000, 900)},
            "only 900 of 1,000 connections were open at the server when the trial ended",
        ),
    ],
)
def test_both_ends_count_at_both_ends_of_the_trial(case: dict[str, Any], message: str | None) -> None:
    assert messages(**case) == ([message] if message else [])


def test_a_workload_that_holds_none_lacks_none() -> None:
    plain = Workload.model_validate({"duration_s": 10})
    assert messages(server=(0, 0), workload=plain, goal=0) == []
