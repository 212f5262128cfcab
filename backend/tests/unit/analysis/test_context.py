"""Context is no candidate: each level has a baseline of its own, and none of them wins anything."""

from typing import Any

import pytest

from agents.catalog.knobs.context import context_of, context_words
from agents.catalog.metrics import MAIN
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.deltas import delta_rows
from backend.analysis.headlines.headline import headline_of_rows
from backend.analysis.interim_analysis import analyse
from backend.analysis.schemas import DeltaRow
from backend.analysis.steps import computed_steps
from backend.definition.model import UntilDecided
from backend.execution.launching.retest_design import candidates_of
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow

ROUNDS = 12
SPREAD = (-1, 1, 0.4, 0.5, -0.5, 0.2, -0.2, 0.7, -0.7, 0.1, -0.1, 0)
HTTP11 = {"upstream.keepalive": 32, "upstream.http11": True}
LARGE = {"origin.body_bytes": 35312}


def run_of(position: int, name: str, knobs: dict[str, Any], topology: str = "proxied", **more: Any) -> Run:
    fields: dict[str, Any] = {"is_baseline": not position, "is_control": False, "parent": None, **more}
    return Run(
        id=name, name=name, variant=name, position=position, workload={"name": "w", "tool": "wrk"},
        knobs=knobs, topology=topology, **fields,
    )  # fmt: skip


def experiment_of(rules: int = 2) -> Experiment:
    return Experiment(
        id="e", name="e", state=ExperimentState.FINISHED, definition={"order": "interleaved"},
        rules_version=rules, launch_rules=rules, origin=Origin.MEASURED,
    )  # fmt: skip


def trials_of(runs: list[Run], rates: dict[str, float]) -> list[TrialRow]:
    return [
        TrialRow(
            f"{run.id}{n}", "e", run.id, n, 100 * n + run.position, 1, 1, TrialState.DONE, None, [],
            {MAIN.name: rates[run.id] * (1 + SPREAD[n - 1 - run.position] / 1000), "requests": 30000.0},
            None, None, None, n,
        )
        for run in runs
        for n in range(1, ROUNDS + 1)
    ]  # fmt: skip


STEPWISE = [
    run_of(0, "default", {}),
    run_of(1, "direct", {}, "direct"),
    run_of(2, "http11", HTTP11, parent="default"),
    run_of(3, "two backends", {"origin.instances": 2}, parent="default"),
    run_of(4, "two backends, http11", {"origin.instances": 2, **HTTP11}, parent="http11"),
]
RATES = {"default": 1e4, "direct": 5.2e4, "http11": 2.6e4, "two backends": 1.1e4, "two backends, http11": 3e4}


def rows_of(runs: list[Run], rates: dict[str, float], rules: int = 2) -> dict[str, DeltaRow]:
    return {row.run_id: row for row in delta_rows(experiment_of(rules), runs, trials_of(runs, rates), MAIN)}


def test_what_differs_in_context_alone_is_no_candidate() -> None:
    rows = rows_of(STEPWISE, RATES)
    assert list(rows) == ["direct", "http11", "two backends", "two backends, http11"]
    assert {i: row.verdict for i, row in rows.items() if row.is_context} == dict.fromkeys(
        ["direct", "two backends"], "context"
    )
    assert rows["direct"].context == rows["direct"].because == "topology direct"
    assert rows["direct"].change == pytest.approx(4.2, abs=0.02)
    assert rows["http11"].family == rows["two backends, http11"].family == 2


def test_a_candidate_is_compared_with_the_baseline_of_its_context() -> None:
    row = rows_of(STEPWISE, RATES)["two backends, http11"]
    assert (row.verdict, row.against, row.context) == (
        "better", "two backends", "instances of the backend 2",
    )  # fmt: skip
    assert row.change == pytest.approx(30 / 11 - 1, abs=0.01)


def test_the_headline_is_the_best_candidate_and_not_a_topology() -> None:
    runs = STEPWISE[:3]
    headline = headline_of_rows(experiment_of(), runs, trials_of(runs, RATES))
    assert headline is not None
    assert headline.run_id == "http11"
    assert "direct" not in headline.sentence


def test_the_headline_names_the_context_of_the_best_candidate() -> None:
    headline = headline_of_rows(experiment_of(), STEPWISE, trials_of(STEPWISE, RATES))
    assert headline is not None
    assert headline.run_id == "two backends, http11"
    assert "throughput with instances of the backend 2: 11" in headline.sentence
    assert "against two backends" in headline.sentence


def test_an_experiment_on_nothing_but_context_asks_about_it() -> None:
    runs = [STEPWISE[0], STEPWISE[1], STEPWISE[3]]
    rows = rows_of(runs, RATES)
    assert [(row.verdict, row.family) for row in rows.values()] == [("better", 2), ("better", 2)]
    headline = headline_of_rows(experiment_of(), runs, trials_of(runs, RATES))
    assert headline is not None
    assert headline.run_id == "direct"


def test_a_context_without_candidates_that_were_measured_is_no_candidate_in_the_headline() -> None:
    runs = STEPWISE[:3]
    headline = headline_of_rows(experiment_of(), runs, trials_of(runs[:2], RATES))
    assert headline is not None
    assert not headline.settled
    assert not headline.answers
    assert headline.sentence.startswith("direct is no candidate but another context, topology direct: ")


def test_a_large_page_is_compared_with_the_default_for_that_page() -> None:
    runs = [
        run_of(0, "default small", {"origin.body_bytes": 615}),
        run_of(1, "default large", LARGE),
        run_of(2, "tuned small", {"origin.body_bytes": 615, "nginx.worker_processes": 2}),
        run_of(3, "tuned large", {**LARGE, "nginx.worker_processes": 2}),
    ]
    rows = rows_of(runs, dict(zip([r.id for r in runs], (1e4, 4e3, 1e4, 6e3), strict=True)))
    assert rows["default large"].is_context
    assert rows["tuned large"].change == pytest.approx(0.5, abs=0.01)
    assert [row.run_id for row in rows.values() if row.is_best] == ["tuned large"]


def test_without_a_baseline_of_its_context_nothing_is_judged() -> None:
    row = rows_of([STEPWISE[0], STEPWISE[4]], RATES)["two backends, http11"]
    assert row.is_context
    assert row.p is None


def test_an_alarm_holds_for_every_context_of_its_workload() -> None:
    runs = [*STEPWISE, run_of(5, "control", {}, is_control=True)]
    rows = rows_of(runs, RATES | {"control": 1.2e4})
    assert rows["two backends, http11"].verdict == rows["http11"].verdict == "unclear"
    assert rows["two backends, http11"].control_alarm


def test_context_is_neither_waited_for_nor_re_tested() -> None:
    trials = trials_of(STEPWISE, RATES)
    decision = analyse(
        experiment_of(), UntilDecided(min=8, max=40, until="decided"), STEPWISE, trials, ROUNDS
    )
    assert (decision.rule, decision.candidates) == ("decided", 2)
    rows = delta_rows(experiment_of(), STEPWISE, trials, MAIN)
    assert {r.run_id for r in candidates_of(rows, STEPWISE)} == {"http11", "two backends, http11"}


def test_a_step_that_changes_the_context_has_no_verdict() -> None:
    steps = computed_steps(experiment_of(), STEPWISE, trials_of(STEPWISE, RATES), MAIN)
    assert {step.run_id: (step.verdict, step.context) for step in steps} == {
        "http11": ("better", ""),
        "two backends": ("context", "instances of the backend 2"),
        "two backends, http11": ("context", "instances of the backend 2"),
    }
    assert {step.family for step in steps if not step.is_context} == {1}


def test_older_rules_keep_their_comparisons() -> None:
    rows = rows_of(STEPWISE, RATES, rules=1)
    assert rows["direct"].verdict == "better"
    assert not rows["direct"].context


def test_a_knob_at_its_default_or_without_effect_is_the_same_context() -> None:
    assert context_of({"origin.instances": 1}, "proxied") == context_of({}, "proxied")
    assert context_words(context_of(LARGE, "direct"), context_of({}, "proxied")) == (
        "topology direct, payload size 35312"
    )
