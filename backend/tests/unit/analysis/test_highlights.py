"""The best run and the control's alarm, which pages, reports and `dyno` only show."""

from collections.abc import Sequence

from agents.catalog.metrics import METRICS, Metric
from backend.analysis.highlights import best_of, control_alarm, highlight_rows
from backend.analysis.schemas import DeltaRow
from backend.analysis.trial_values import delta_out
from backend.statistics import delta as statistics
from backend.statistics.rules import RULES_VERSION

RATE, P99, FAILED = (METRICS[name] for name in ("requests_per_s", "latency_p99", "failed_requests"))
BASE = (100.0, 104.0, 98.0, 101.0, 97.0)
EQUAL = (101.0, 102.0, 99.0, 100.0, 98.0)
FASTER = (150.0, 155.0, 148.0, 152.0, 146.0)
SLOWER = (50.0, 51.0, 50.0, 51.0, 48.0)


def rows(metric: Metric = RATE, suspect: str | None = None, **runs: Sequence[float]) -> list[DeltaRow]:
    """Rows of runs against BASE, the one called `control` as its copy."""
    names = list(runs)
    found = statistics.deltas(
        trials(BASE),
        [trials(values) for values in runs.values()],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        control=names.index("control") if "control" in names else None,
    )
    made = [
        DeltaRow(**dict(delta_out(one, suspect)), run_id=name, name=name)
        for name, one in zip(names, found, strict=True)
    ]
    return highlight_rows(made, "control" if "control" in names else None, metric, RULES_VERSION)


def trials(values: Sequence[float]) -> list[tuple[int, float | None, int]]:
    return [(number, value, 0) for number, value in enumerate(values, start=1)]


def best(found: Sequence[DeltaRow]) -> list[str]:
    return [row.name for row in found if row.is_best]


def test_the_largest_improvement_is_the_best_and_a_larger_loss_is_not() -> None:
    assert best(rows(slower=SLOWER, faster=FASTER, equal=EQUAL)) == ["faster"]


def test_less_is_better_where_the_metric_says_so() -> None:
    found = rows(P99, faster=FASTER, slower=SLOWER)
    assert best(found) == ["slower"]
    assert found[1].verdict == "better"


def test_without_an_improvement_the_largest_change_stands_out_whatever_its_verdict() -> None:
    assert best(rows(slower=SLOWER, equal=EQUAL)) == ["slower"]


def test_without_an_improvement_a_settled_loss_stands_before_a_larger_one_that_may_be_chance() -> None:
    assert best(rows(slower=SLOWER, wild=(10.0, 400.0, 5.0, 90.0, 3.0))) == ["slower"]


def test_a_control_is_never_the_best() -> None:
    assert best(rows(control=FASTER)) == []
    assert best(rows(control=FASTER, equal=EQUAL)) == ["equal"]


def test_runs_that_cannot_be_compared_are_not_the_best() -> None:
    assert best(rows(nothing=[])) == []
    assert best_of([], ()) is None


def test_suspect_trials_count_and_stay_marked() -> None:
    found = rows(suspect="chrome used 12%", a=FASTER, control=EQUAL)
    assert best(found) == ["a"]
    assert (found[0].suspect, found[0].suspect_because) == (True, "chrome used 12%")


def test_a_metric_that_can_be_zero_is_ranked_by_its_difference() -> None:
    found = rows(FAILED, slower=SLOWER, faster=FASTER, control=EQUAL)
    assert best(found) == ["slower"]


def test_a_control_that_comes_out_different_raises_the_alarm_for_the_whole_workload() -> None:
    found = rows(a=EQUAL, control=SLOWER)
    assert found[0].control_alarm == found[1].control_alarm
    assert "came out worse (−50" in (found[0].control_alarm or "")


def test_beside_a_control_that_came_out_different_nothing_has_a_verdict() -> None:
    found = rows(a=FASTER, control=SLOWER)
    assert [row.verdict for row in found] == ["unclear", "worse"]
    assert "need not be the settings" in found[0].reason


def test_a_quiet_or_missing_control_raises_no_alarm() -> None:
    assert {row.control_alarm for row in rows(a=FASTER, control=EQUAL)} == {None}
    assert {row.control_alarm for row in rows(a=FASTER)} == {None}
    assert control_alarm(None, RATE, RULES_VERSION) is None
