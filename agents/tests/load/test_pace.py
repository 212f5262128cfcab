"""Rows of an open-loop load: lag, latency from the plan, and what was not answered."""

import random
from collections.abc import Iterator

import pytest

from agents.catalog.pace import BACKLOG_READINGS, NotRows, Pace, Row, merge_paces, read_rows

_MS = 1_000_000


def rows_of(
    rate: int, seconds: int, lag_ns: object = lambda number: 0, latency_ns: object = lambda number: _MS
) -> list[Row]:
    """Each request so much later than planned, answered so much later than sent."""
    interval = 10**9 // rate
    return [
        Row(number, 77 * 10**15 + number * interval + lag_ns(number), latency_ns(number))  # type: ignore[operator]
        for number in range(rate * seconds)
    ]


def test_latency_counts_from_the_plan_and_lag_is_what_the_tool_was_late() -> None:
    rows = rows_of(1000, 2, lag_ns=lambda number: number % 10 * 100_000)
    random.Random(1).shuffle(rows)  # answers come in any order
    pace, latency = read_rows(rows, 1000, 2)
    assert (pace.planned_requests, pace.sent_requests, pace.sent_share) == (2000, 2000, 1.0)
    assert (pace.lag_p50_s, pace.lag_p99_s, pace.lag_max_s) == (0.0004, 0.0009, 0.0009)
    assert latency.histogram.count == 2000
    assert (latency.min_s, latency.max_s) == (0.001, 0.0019)
    assert latency.mean_s == pytest.approx(0.00145)


@pytest.mark.parametrize(("freeze_s", "duration_s"), [(0.4, 4), (0.1, 2), (0.02, 5)])
def test_a_freeze_shows_in_p99_as_the_schedule_has_it(freeze_s: float, duration_s: int) -> None:
    """All that was due in a freeze is answered at its end: p99 is the freeze less 1% of the duration."""
    begin, end = 10**9, 10**9 + int(freeze_s * 1e9)
    due = [number * 500_000 for number in range(2000 * duration_s)]
    rows = [Row(n, at, end - at if begin <= at < end else 1000) for n, at in enumerate(due)]
    _, latency = read_rows(rows, 2000, duration_s)
    p99 = latency.figures()["latency_p99"]
    assert p99 == pytest.approx(max(0, freeze_s - 0.01 * duration_s), abs=0.002)


def test_requests_that_were_due_in_a_stall_of_the_tool_are_late_too() -> None:
    rows = rows_of(1000, 1, lag_ns=lambda number: 50 * _MS if number >= 900 else 0)
    pace, latency = read_rows(rows, 1000, 1)
    assert pace.lag_p99_s == pytest.approx(0.05, rel=0.001)
    assert latency.figures()["latency_p99"] == pytest.approx(0.051, rel=0.001)


def test_a_server_that_falls_behind_leaves_a_backlog_that_grows() -> None:
    rows = rows_of(1000, 2, latency_ns=lambda number: number * 100_000)  # each answer 10% later
    pace, _ = read_rows(rows, 1000, 2)
    assert len(pace.backlog) == BACKLOG_READINGS
    assert pace.backlog == sorted(pace.backlog)
    assert pace.backlog[-1] == pytest.approx(182, abs=2)


def test_a_tool_that_stops_early_has_sent_a_part() -> None:
    pace, _ = read_rows(rows_of(1000, 2)[:1500], 1000, 2)
    assert pace.sent_share == pytest.approx(0.75, abs=0.001)
    assert pace.backlog[-1] == 500


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no row"),
        ([Row(0, 0, 1), Row(2, 0, 1)], "some miss or come twice"),
        ([Row(0, 0, 1), Row(0, 0, 1), Row(2, 0, 1)], None),
        ([Row(0, 0, 4 * 3600 * 10**9)], "more than one hour"),
    ],
)
def test_rows_that_are_not_whole_are_refused(rows: list[Row], reason: str | None) -> None:
    with pytest.raises(NotRows, match=reason or "some miss or come twice"):
        read_rows(rows, 1000, 1)


def test_millions_of_rows_take_no_memory_for_each() -> None:
    def stream() -> Iterator[Row]:
        for number in range(250_000):
            yield Row(number, number * 500_000 + number % 2, number * 1000)

    pace, latency = read_rows(stream(), 2000, 125)
    assert (pace.sent_requests, latency.histogram.count) == (250_000, 250_000)
    assert latency.max_s == pytest.approx(0.25, rel=0.001)


def test_hostile_figures_of_a_pace_are_refused() -> None:
    fields = {
        "rate": 1,
        "planned_requests": 1,
        "sent_requests": 1,
        "lag_p50_s": 0,
        "lag_p99_s": 0,
        "lag_max_s": 0,
    }
    for wrong in ({"backlog": [0] * 21}, {"lag_p99_s": float("nan")}, {"sent_requests": 10**12}, {"rate": 0}):
        with pytest.raises(ValueError, match="validation error"):
            Pace.model_validate(fields | {"backlog": []} | wrong)


def test_generators_that_share_a_rate_have_the_lags_of_all_rows_joined() -> None:
    late = [lambda n: n % 7 * 100_000, lambda n: n % 5 * 400_000, lambda n: 9 * _MS if n % 50 == 0 else 0]
    parts = [rows_of(1000, 2, lag_ns=lag) for lag in late]
    merged = merge_paces([read_rows(rows, 1000, 2)[0] for rows in parts])
    all_lags = sorted(lag(n) / 1e9 for lag in late for n in range(2000))
    assert (merged.rate, merged.planned_requests, merged.sent_requests) == (3000, 6000, 6000)
    assert merged.lag_p50_s == pytest.approx(all_lags[2999], rel=0.001)
    assert merged.lag_p99_s == pytest.approx(all_lags[5939], rel=0.001)
    assert merged.lag_max_s == all_lags[-1]
    assert len(merged.backlog) == BACKLOG_READINGS
    assert not merged.lags, "what all of them say is in the figures now"


def test_without_the_lags_of_one_the_latest_speaks_for_all() -> None:
    early, _ = read_rows(rows_of(1000, 2), 1000, 2)
    late, _ = read_rows(rows_of(1000, 2, lag_ns=lambda n: 3 * _MS if n > 900 else 0), 1000, 2)
    early = early.model_copy(update={"lags": ""})
    assert merge_paces([early, late]).lag_p99_s == late.lag_p99_s == pytest.approx(0.003, rel=0.001)
