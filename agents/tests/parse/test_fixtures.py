"""Every saved output against what is true of its run."""

import json
import math
from pathlib import Path

import pytest

from agents.parse import NotAReport, ToolReport, parse

FIXTURES = Path(__file__).parents[1] / "fixtures" / "loadtools"
CASES = sorted(FIXTURES.glob("*/*.json"))
# Known to whoever ran the tool, not from its text.
HARNESS = {"case", "set", "argv", "exit_code", "killed_by_signal", "harness", "stderr_lines", "note", "exact"}


def stderr_of(case: Path) -> str:
    path = case.with_name(case.stem + ".stderr.txt")
    return path.read_text() if path.exists() else ""


def text_of(case: Path) -> str:
    return case.with_suffix(".txt").read_bytes().decode()


def seen_in(case: Path, tool: str | None = None) -> ToolReport:
    try:
        return parse(text_of(case), tool, stderr_of(case))  # type: ignore[arg-type]
    except NotAReport as error:
        if error.seen is None:
            raise
        return error.seen


def differences(truth, found, place: str) -> list[str]:
    if isinstance(truth, dict):
        if not isinstance(found, dict):
            return [f"{place}: {found!r}, not {truth!r}"]
        names = truth.keys() | {name for name, value in found.items() if value is not None}
        return [
            line
            for name in sorted(names)
            for line in differences(truth.get(name), found.get(name), f"{place}.{name}")
        ]
    if isinstance(truth, list):
        if not isinstance(found, list) or len(found) != len(truth):
            return [f"{place}: {found!r}, not {truth!r}"]
        return [
            line
            for i, (a, b) in enumerate(zip(truth, found, strict=True))
            for line in differences(a, b, f"{place}[{i}]")
        ]
    if isinstance(truth, float) and isinstance(found, int | float):
        # The truth is the printed text too, so this is far inside half a unit of its last digit.
        same = math.isclose(truth, found, rel_tol=1e-9, abs_tol=1e-12)
    else:
        same = truth == found
    return [] if same else [f"{place}: {found!r}, not {truth!r}"]


def test_there_are_cases():
    assert len(CASES) >= 35


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_every_field_is_what_is_true_of_the_run(case):
    truth = json.loads(case.read_text())
    found = seen_in(case, truth["tool"]).model_dump()
    wrong = [
        line
        for name in truth.keys() - HARNESS - {"version"}
        for line in differences(truth[name], found[name], name)
    ]
    assert wrong == []
    assert found["version"] is None or truth["version"].startswith(found["version"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_a_report_tells_its_tool_and_a_silent_run_is_an_error(case):
    truth = json.loads(case.read_text())
    if truth["report"]:
        assert parse(text_of(case)).tool == truth["tool"]
        return
    with pytest.raises(NotAReport) as error:
        parse(text_of(case), truth["tool"], stderr_of(case))
    assert error.value.tool == truth["tool"]
    complaints = stderr_of(case).strip().splitlines() or ["it was stopped before it printed one"]
    last_counts = truth["case"] in ("reset_aborts_run", "too_many_threads")  # after a warning
    assert complaints[-1 if last_counts else 0] in error.value.reason


def test_failures_never_look_like_success():
    for case in CASES:
        truth = json.loads(case.read_text())
        report = seen_in(case, truth["tool"])
        counted = sum(n or 0 for n in truth["errors"].values())
        if truth["report"]:
            assert (counted > 0) == bool(report.failed_requests()) == bool(report.failures_summary()), case
        else:
            assert report.failed_requests() is None
            assert report.failures_summary() == "no report"


def test_the_line_of_the_lua_hook_gives_exact_figures():
    report = parse(text_of(FIXTURES / "wrk" / "lua_json_line.json"))
    assert report.exact is not None
    assert report.exact["bytes"] == 7143711
    assert report.exact["latency_us"]["percentiles"]["99.99"] == 10867
    assert report.cautions == []


def test_the_report_survives_json():
    for case in CASES:
        report = seen_in(case)
        assert ToolReport.model_validate_json(report.model_dump_json()).model_dump() == report.model_dump()
