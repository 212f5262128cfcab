"""Words of candidates that an interim analysis measured no further, beside those that went on."""

from types import SimpleNamespace
from typing import Any

from agents.catalog.metrics import METRICS
from backend.analysis.candidates.comparisons import compared_runs
from backend.analysis.candidates.judged import judged_deltas
from backend.analysis.trial_values import MetricFamily
from backend.statistics.verdict import Verdict

LOOKS = {"min": 8, "max": 40, "until": "decided"}
EXPERIMENT: Any = SimpleNamespace(
    definition={"trials": LOOKS}, rules_version=2, origin="measured", rounds_added=0
)
MAIN = METRICS["requests_per_s"]
STEPS = (0.0, 3.0, -2.0, 1.0, -1.0)


def run(name: str, **changes: Any) -> Any:
    base = {
        "id": name,
        "is_baseline": False,
        "is_control": False,
        "deleted_at": None,
        "eliminated_after": None,
    }
    return SimpleNamespace(
        **base | {"workload": {"name": "w"}, "last_round": None, "knobs": {}, "topology": "proxied"} | changes
    )


RUNS = [
    run("base", is_baseline=True),
    run("control", is_control=True),
    run("left", last_round=8),
    run("goes on"),
]
COMPARISONS = compared_runs(EXPERIMENT, RUNS)


def values(rate: float, rounds: int, later: float | None = None, shift: int = 0) -> list[Any]:
    """(round, value, position, start); `later`: the rate from round 9 on."""
    return [
        (n, (rate if n <= 8 or later is None else later) + STEPS[(n + shift) % 5], n, None)
        for n in range(1, rounds + 1)
    ]


def word_of_left(control_later: float, other: float) -> Verdict:
    by_run = {
        "base": values(1000, 27),
        "control": values(1000, 27, control_later, shift=1),
        "left": values(1100, 8, shift=2),
        "goes on": values(other, 27, shift=3),
    }
    return judged_deltas(EXPERIMENT, RUNS, COMPARISONS, by_run, MAIN, MetricFamily())["left"].verdict


def test_later_rounds_of_others_do_not_change_the_delta_of_whoever_left() -> None:
    def delta(rounds: int, other: float) -> Any:
        by_run = {
            "base": values(1000, rounds),
            "control": values(1000, rounds, shift=1),
            "left": values(1100, 8, shift=2),
            "goes on": [*values(1001, 8, shift=3), *values(other, rounds, shift=4)[8:]],
        }
        return judged_deltas(EXPERIMENT, RUNS, COMPARISONS, by_run, MAIN, MetricFamily())["left"]

    assert delta(27, other=1500).verdict is Verdict.BETTER
    assert delta(27, other=1500) == delta(12, other=700)


def test_a_control_that_differs_later_takes_the_word_from_whoever_left() -> None:
    assert word_of_left(control_later=1000, other=1001) is Verdict.BETTER
    assert word_of_left(control_later=1500, other=1001) is Verdict.UNCLEAR
