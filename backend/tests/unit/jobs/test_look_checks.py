"""What a host says of a diagnostic is held against what it was to look at."""

from typing import Any

import pytest

from agents.contract.diagnostics import MAX_FRAMES, HostDiagnostic
from agents.contract.jobs import MeasureJob, WatchJob
from agents.contract.reports import Report
from backend.execution.jobs.diagnostic_checks import check_diagnostic
from backend.execution.jobs.plain_values import ReportError
from backend.execution.jobs.report_checks import JobOrder, check_report

PROFILE = {"subject": "a", "event": "cpu-clock", "hz": 99, "stacks": {"main;<b>": 3}, "cpu_s": 1.0}
CALLS = {"subject": "a", "counts": {"openat": 5}, "requests": 5}


def watch(kind: str | None = "profile") -> WatchJob:
    diagnostic = {"kind": kind} if kind else None
    return WatchJob.model_validate(
        {"trial_id": "t", "watch": ["a", "b"], "max_s": 1, "diagnostic": diagnostic}
    )


def seen(**parts: Any) -> HostDiagnostic:
    return HostDiagnostic.model_validate(parts)


def test_what_was_asked_for_is_taken() -> None:
    check_diagnostic(seen(profiles=[PROFILE, PROFILE | {"subject": "b"}], missing="load: why"), watch())
    check_diagnostic(seen(system_calls=[CALLS]), watch("system_calls"))
    job = {"trial_id": "t", "target": "http://10.0.0.2:21000", "diagnostic": {"kind": "profile"}}
    load = {"tool": "wrk", "connections": 4, "duration_s": 1}
    check_diagnostic(
        seen(profiles=[PROFILE | {"subject": "load"}]), MeasureJob.model_validate(job | {"workload": load})
    )


def test_long_stacks_are_no_long_names() -> None:
    long = PROFILE | {"stacks": {";".join(["f" * 100] * MAX_FRAMES): 1}}
    report = Report.model_validate({"job_id": "j", "diagnostic": {"profiles": [long]}})
    check_report(report, JobOrder(watch(), "10.0.0.2", (21000, 21999)))


@pytest.mark.parametrize(
    ("parts", "kind"),
    [
        ({"profiles": [PROFILE]}, None),
        ({"profiles": [PROFILE]}, "system_calls"),
        ({"system_calls": [CALLS]}, "profile"),
        ({"profiles": [PROFILE | {"subject": "load"}]}, "profile"),
        ({"profiles": [PROFILE, PROFILE]}, "profile"),
        ({"profiles": [PROFILE | {"hz": 999}]}, "profile"),
        ({"profiles": [PROFILE | {"cpu_s": float("inf")}]}, "profile"),
        ({"profiles": [PROFILE | {"stacks": {"main;\x1b[2J": 1}}]}, "profile"),
        ({"profiles": [PROFILE | {"stacks": {"main;;x": 1}}]}, "profile"),
        ({"profiles": [PROFILE | {"stacks": {"": 1}}]}, "profile"),
        ({"profiles": [PROFILE | {"stacks": {";".join("x" * (MAX_FRAMES + 1)): 1}}]}, "profile"),
        ({"profiles": [PROFILE | {"stacks": {"main": 10**18}}]}, "profile"),
        ({"system_calls": [CALLS | {"counts": {"<script>": 1}}]}, "system_calls"),
        ({"system_calls": [CALLS | {"requests": float("inf")}]}, "system_calls"),
        ({"missing": "no\x00thing"}, "profile"),
    ],
)
def test_anything_else_is_refused(parts: dict[str, Any], kind: str | None) -> None:
    with pytest.raises(ReportError, match="diagnostic"):
        check_diagnostic(seen(**parts), watch(kind))


def test_too_many_stacks_are_no_report_at_all() -> None:
    many = PROFILE | {"stacks": {f"f{i}": 1 for i in range(5_002)}}
    with pytest.raises(ValueError, match="at most 5001 items"):
        seen(profiles=[many])
    long = [PROFILE | {"stacks": {f"{i}" + "x" * 15_000: 1 for i in range(300)}} for _ in range(2)]
    with pytest.raises(ValueError, match="8,000,000 characters"):
        seen(profiles=long)


def test_more_lost_than_can_be_kept_is_no_report() -> None:
    with pytest.raises(ValueError, match="less than or equal to 1000000000"):
        seen(profiles=[PROFILE | {"lost": 2**31}])
    with pytest.raises(ValueError, match="less than or equal to 1000000000"):
        seen(system_calls=[CALLS | {"lost": 2**31}])
