"""Latencies that an agent may report, and those that it may not."""

from typing import Any

import pytest

from agents.catalog.histogram import Histogram, cell_of, encode
from agents.catalog.metrics import SHARES
from agents.contract.latency import Latency
from agents.contract.reports import LoadReport
from agents.contract.workload import Workload
from backend import validity
from backend.execution.jobs.latency_checks import check_latency
from backend.execution.jobs.plain_values import ReportError

CELLS = {100: 990, 2000: 9, cell_of(1_000_000): 1}
HISTOGRAM = Histogram(CELLS)
FIGURES: dict[str, float | None] = {
    "requests": 1002.0,
    "requests_per_s": 500.0,
    "latency_mean": (99_000 + 18_000 + 1_000_000) / 1000 / 1e6,
    "latency_max": 1.0,
    **dict(zip(SHARES, HISTOGRAM.percentiles(SHARES.values()), strict=True)),
}


def load(figures: dict[str, float | None] | None = None, **latency: Any) -> LoadReport:
    told = {"histogram": encode(HISTOGRAM), "counted": 1000, "printed": {"latency_p99": 0.4}} | latency
    return LoadReport(
        argv=["wrk"],
        version="4.1.0",
        exit_code=0,
        stdout="",
        stderr="",
        started_at=1.7e9,
        ended_at=1.7e9 + 10,
        figures=FIGURES | (figures or {}),
        errors={"timeout": 2},
        latency=Latency.model_validate(told),
    )


def test_a_histogram_with_its_own_figures_is_taken() -> None:
    check_latency(load())
    check_latency(load().model_copy(update={"latency": None}))


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"histogram": "x"}, "load.latency.histogram"),
        ({"counted": 999}, "load.latency.counted"),
        ({"printed": {"requests_per_s": 1.0}}, "load.latency.printed"),
        ({"printed": {"latency_p99": -1.0}}, "load.latency.printed.latency_p99"),
        ({"printed": {"latency_p99": 1e9}}, "load.latency.printed.latency_p99"),
        ({"figures": {"latency_p99": 0.5}}, "load.figures.latency_p99"),
        ({"figures": {"latency_p50": None}}, "load.figures.latency_p50"),
        ({"figures": {"latency_mean": 0.5}}, "load.figures.latency_mean"),
        ({"figures": {"latency_max": 2.0}}, "load.figures.latency_max"),
        ({"figures": {"latency_max": 1e18}}, "load.figures.latency_max"),
    ],
)
def test_what_does_not_follow_from_the_histogram_is_refused(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(ReportError) as caught:
        check_latency(load(**changes))
    assert caught.value.place == place


WORKLOAD = Workload.model_validate({"tool": "wrk", "connections": 4, "duration_s": 10})


def found(report: LoadReport) -> list[str]:
    return [f.message for f in validity.judge(report, WORKLOAD, {}, {}) if f.code == "latency_counts"]


def test_a_histogram_that_does_not_fit_the_requests_is_a_note_and_keeps_what_was_printed() -> None:
    assert found(load()) == []
    printed: dict[str, float | None] = {"requests": 1005.0, "latency_p99": 0.4, "latency_max": 2.0}
    short = load(printed)
    check_latency(short)  # its figures are those that wrk printed, which follow from nothing here
    (message,) = found(short)
    assert "1,000 latencies" in message
    assert "1,003 requests" in message
    assert len(found(load(negative=3))) == 1
