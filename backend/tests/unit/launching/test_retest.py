"""The winner of an experiment: which one it is, what is launched to look again, and what is said of it."""

from typing import Any

import numpy as np
import pytest

from agents.catalog.metrics import METRICS
from backend.analysis.schemas import DeltaRow
from backend.analysis.trial_values import delta_out
from backend.definition.parse import parse_definition
from backend.definition.variants import resolve_variants
from backend.execution.launching import retest_design
from backend.records.runs import Run
from backend.statistics.delta import Group, deltas_together
from backend.statistics.rules import RULES_VERSION

RATE, P99 = METRICS["requests_per_s"], METRICS["latency_p99"]
WORKLOAD = {"name": "w", "tool": "wrk", "threads": 1, "connections": 8, "duration_s": 2, "requests": None}


def row(name: str, change: float, verdict: str = "better", half: float = 0.05, n: int = 12) -> DeltaRow:
    required_names = (name for name, field in DeltaRow.model_fields.items() if field.is_required())
    fields: dict[str, Any] = dict.fromkeys(required_names) | {
        "limited": "",
        "is_best": False,
        "equal_settings": False,
        "exploratory": False,
        "metrics": 1,
        "context": "",
        "on_busy_host": False,
        "against": "",
        "run_id": name,
        "name": name,
        "change": change,
        "low": (1 + change) / (1 + half) - 1,
        "high": (1 + change) * (1 + half) - 1,
        "verdict": verdict,
        "reason": "The change could be chance (p = 0.2).",
        "n": n,
        "method": "paired",
        "min_effect": 0.01,
        "suspect": False,
        "family": 1,
        "far_rounds": [],
        "by_start": False,
        "dots": [],
    }
    return DeltaRow.model_validate(fields)


def run(variant: str, knobs: dict[str, Any], topology: str = "proxied") -> Run:
    return Run(variant=variant, name=variant, knobs=knobs, topology=topology, workload=WORKLOAD)


@pytest.mark.parametrize(
    ("rows", "metric", "best"),
    [
        ([row("a", 0.1), row("b", 0.3), row("c", -0.5, "worse")], RATE, "b"),
        ([row("a", 0.1), row("b", 0.3, "unclear")], RATE, "a"),  # settled before larger
        ([row("a", 0.1, "unclear"), row("b", 0.3, "same")], RATE, None),
        ([row("a", -0.1), row("b", -0.6), row("c", 0.4, "worse")], P99, "b"),  # lower is better
        ([row("a", -0.1, "worse"), row("b", -0.2, "unclear")], RATE, None),
        ([], RATE, None),
    ],
)
def test_the_winner_is_the_largest_gain_that_is_better(rows: Any, metric: Any, best: Any) -> None:
    found = retest_design.winner(rows, metric)
    assert (found.name if found else None) == best


@pytest.mark.parametrize(
    ("first", "rounds"),
    [
        (row("a", 0.9), 12),  # plain to see
        (row("a", 0.9, n=25), 25),  # at least as many as at first
        (row("a", 0.05, half=0.03), 29),
        (row("a", 0.002, half=0.2), 60),  # hopeless: the most
        (row("a", 0.3, n=1), 60),
    ],
)
def test_the_planner_asks_for_more_rounds_where_the_gain_is_small(first: DeltaRow, rounds: int) -> None:
    if first.n == 1:
        first = first.model_copy(update={"low": None, "high": None})
    assert retest_design.rounds_for(first, ()) == rounds


def test_a_re_test_has_no_second_reference_and_needs_a_third_more_rounds_for_it() -> None:
    first = row("a", 0.05, half=0.03)
    assert retest_design.rounds_for(first, (), has_two_references=True) == 38
    assert retest_design.rounds_for(first, ()) == 29


def test_an_interval_that_counts_looks_asks_for_no_more_rounds_than_the_same_trials_without() -> None:
    x = np.random.default_rng(5).normal(0.05, 0.05, (2, 18))
    base, other = (list(enumerate(np.exp(9 + shift).tolist(), 1)) for shift in (0 * x[0], x[1]))

    def proposed(analyses: tuple[int, ...]) -> int:
        group = Group(base, [other])
        ((found,),) = deltas_together([group], direction="higher", rules=RULES_VERSION, analyses=analyses)
        first = DeltaRow(**dict(delta_out(found)), run_id="a", name="a")
        return retest_design.rounds_for(first, analyses)

    assert proposed((8, 12, 18, 27, 40)) == proposed(()) > 18


def test_the_definition_measures_the_same_knobs_again() -> None:
    baseline = run("base", {"nginx.worker_processes": 1, "nginx.access_log": "off", "pin.load": "0"})
    best = run("workers 2 · log off", {"nginx.worker_processes": 2, "nginx.access_log": "off"}, "proxy_only")
    first = {"name": "old", "warmup": {"prepared": 1, "trial": 0}, "order": "sequential", "control": False}
    first |= {"factors": {"x": {"y": {}}}, "published": {"source": "s"}, "allowed_failures": 0.01, "seed": 5}
    definition = parse_definition(retest_design.definition_of(first, "A sweep", best, baseline, 24))
    again = resolve_variants(definition)
    assert [(v.name, v.knobs, v.topology) for v in again] == [
        ("base", baseline.knobs, "proxied"),
        ("workers 2 · log off", best.knobs, "proxy_only"),
    ]
    assert (definition.trials, definition.order, definition.control) == (24, "interleaved", True)
    assert (definition.allowed_failures, definition.warmup.prepared, definition.seed) == (0.01, 1, None)
    assert definition.name == "Re-test of workers 2 · log off · A sweep"
    assert definition.knobs == {"nginx.access_log": "off"}


def test_long_names_of_cells_are_cut_but_stay_apart() -> None:
    long = "f" * 150
    data = retest_design.definition_of(
        {}, long, run(f"{long}2", {"nginx.worker_processes": 2}), run(long, {}), 12
    )
    names = [v.name for v in parse_definition(data).variants]
    assert len(set(names)) == 2
    assert all(len(name) <= 120 for name in names)


@pytest.mark.parametrize(
    ("first", "again", "is_open", "words"),
    [
        (
            row("a", 0.267),
            row("a", 0.21, half=0.02),
            False,
            "+26.7% at first, +21.0% [+18.6%, +23.4%] in the re-test: it holds, 5.7 points less.",
        ),
        (row("a", 0.1), row("a", 0.12), False, "in the re-test: it holds, 2.0 points more."),
        (row("a", 0.1, "unclear"), row("a", 0.1), False, "it is better, 0.0 points less."),
        (row("a", 0.1), row("a", 0.0, "same"), False, "it does not hold: no difference."),
        (row("a", 0.1), row("a", -0.1, "worse"), False, "−10.0% [−14.3%, −5.5%] in the re-test: it does not"),
        (
            row("a", 0.1),
            row("a", 0.03, "unclear"),
            False,
            "not settled; the change could be chance (p = 0.2).",
        ),
        (row("a", 0.1), row("a", 0.03, "unclear"), True, "+3.0% [−1.9%, +8.2%] in the re-test so far."),
        (row("a", 1.14, half=0.2), None, True, "+114% at first"),  # as its table has it
        (row("a", 0.1), row("a", 0.5, half=0.3), False, ", +50% [+15%, +95%] in the re-test"),
        (row("a", 0.1), None, True, "+10.0% at first; the re-test has no figure yet."),
        (row("a", 0.1), None, False, "+10.0% at first; the re-test has no figure."),
        (None, row("a", 0.1), False, "has no run of this variant"),
    ],
)
def test_both_figures_stand_in_one_sentence(first: Any, again: Any, is_open: bool, words: str) -> None:
    assert words in retest_design.result_sentence(first, again, is_open)
