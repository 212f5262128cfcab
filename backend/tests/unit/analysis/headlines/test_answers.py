"""The answers that a result begins with: throughput and CPU a request, each with size and certainty."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from agents.catalog.metrics import METRICS
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.candidates.second_stage import first_stage
from backend.analysis.headlines.headline import headline_of_rows
from backend.analysis.schemas import Headline
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow

ROUNDS = 12
BEGIN = datetime(2026, 11, 20, tzinfo=UTC)
RATE, CPU = "requests_per_s", "cpu_s_per_request"


def result(
    variants: Mapping[str, Mapping[str, float]],
    knobs: Mapping[str, Mapping[str, Any]] | None = None,
    spread: float = 0.01,
    rules: int = 2,
    state: ExperimentState = ExperimentState.FINISHED,
    minutes: float = 12,
    findings: Sequence[dict[str, Any]] = (),
    rounds: int = ROUNDS,
    rounds_added: int = 0,
    topologies: Mapping[str, str] | None = None,
    minutes_diagnosed: float = 0,
) -> Headline:
    """Headline of variant → metric → factor on the baseline's value; the first one is the baseline."""
    experiment = Experiment(
        id="e",
        name="e",
        state=state,
        origin=Origin.MEASURED,
        definition={"order": "interleaved", "trials": rounds - rounds_added},
        is_calibration=False,
        rules_version=rules,
        rounds_added=rounds_added,
        started_at=BEGIN,
        diagnosing_since=BEGIN + timedelta(minutes=minutes) if minutes_diagnosed else None,
        finished_at=BEGIN + timedelta(minutes=minutes + minutes_diagnosed),
    )
    noise = np.random.default_rng(7)
    runs: list[Run] = []
    trials: list[TrialRow] = []
    for number, (name, factors) in enumerate(variants.items()):
        run = Run(
            id=name,
            experiment_id="e",
            position=number,
            name=name,
            variant=name,
            knobs=(knobs or {}).get(name, {"nginx.worker_processes": number + 1}),
            topology=(topologies or {}).get(name, "proxied"),
            workload={"name": "w"},
            is_baseline=number == 0,
            is_control=name == "control",
        )
        runs.append(run)
        for index in range(rounds):
            figures: dict[str, float | None] = {
                metric: (20e-6 if metric == CPU else 10_000) * factor * float(np.exp(noise.normal(0, spread)))
                for metric, factor in factors.items()
            }
            row = (
                index + 1,
                100 * index + number,
                1,
                1,
                TrialState.DONE,
                None,
                list(findings),
                figures,
                BEGIN,
                BEGIN,
            )
            trials.append(TrialRow(f"{name}{index}", "e", name, *row, None, 1))
    headline = headline_of_rows(experiment, runs, trials)
    assert headline is not None
    return headline


BASE = {RATE: 1.0, CPU: 1.0}


def answers(headline: Headline) -> Sequence[tuple[str, str, str | None]]:
    return [(a.metric, a.verdict, a.size) for a in headline.answers]


def test_both_questions_are_answered_with_verdict_and_size() -> None:
    headline = result({"base": BASE, "fast": {RATE: 1.2, CPU: 0.8}})
    assert answers(headline) == [(RATE, "better", "at_least"), (CPU, "better", "at_least")]
    first, second = headline.lead
    assert first.startswith("fast raises throughput: ")
    assert second.startswith("fast lowers CPU a request: ")
    assert all(sentence.endswith(", at least what matters).") for sentence in headline.lead)


def test_no_answer_denies_the_other() -> None:
    equal = {RATE: 1.0, CPU: 1.0}
    headline = result({"base": BASE, "slow": {RATE: 0.8, CPU: 1.0}, "lean": {RATE: 0.95, CPU: 0.8}})
    assert [sentence.split(":")[0] for sentence in headline.lead] == [
        "Nothing is better in throughput; slow lowers throughput",
        "lean lowers CPU a request",
    ]
    assert headline.sentence.startswith("Nothing is better in throughput; slow lowers throughput: ")
    headline = result({"base": BASE, "a": {RATE: 1.0, CPU: 1.3}, "b": equal}, spread=0.05)
    assert headline.sentence.startswith("No change of throughput is settled; largest: ")
    assert headline.lead[1].startswith("Nothing is clearly better; a raises CPU a request: ")


def test_a_real_difference_may_be_too_small_to_matter() -> None:
    headline = result({"base": BASE, "other": {RATE: 1.005, CPU: 1.0}}, spread=0.002)
    assert answers(headline)[0] == (RATE, "same", "small")
    assert "the same: " in headline.lead[0]
    assert "a real difference, too small to matter" in headline.lead[0]


def test_each_question_names_its_own_best() -> None:
    headline = result({"base": BASE, "fast": {RATE: 1.2, CPU: 1.0}, "lean": {RATE: 1.0, CPU: 0.7}})
    assert [a.name for a in headline.answers] == ["fast", "lean"]


def test_without_cpu_there_is_one_answer() -> None:
    headline = result({"base": {RATE: 1.0}, "fast": {RATE: 1.2}})
    assert len(headline.lead) == 1


def test_where_nothing_is_settled_the_headline_says_what_would_settle_it() -> None:
    headline = result({"base": BASE, "other": {RATE: 1.02, CPU: 1.0}}, spread=0.05)
    assert {a.verdict for a in headline.answers} == {"unclear"}
    assert headline.more is not None
    assert headline.settle_s == pytest.approx(60 * (headline.more.rounds or 0))
    assert headline.settle not in headline.lead, "it is no answer"
    assert headline.settle.startswith("About ")
    assert headline.settle.endswith(" more would settle it.")


def test_one_round_does_not_tell_what_would_settle_it() -> None:
    headline = result({"base": BASE, "other": {RATE: 1.2, CPU: 1.0}}, rounds=1)
    assert (headline.settle, headline.settle_s) == ("", None)


def test_time_to_settle_is_that_of_the_offered_rounds() -> None:
    variants = {"base": BASE, "other": {RATE: 1.02, CPU: 1.0}, "direct": {RATE: 5.0, CPU: 0.2}}
    headline = result(variants, spread=0.05, topologies={"direct": "direct"})
    assert headline.more is not None
    assert headline.more.run_ids == ["base", "other"], "a path for context is not measured again"
    assert headline.settle_s == pytest.approx(60 * (headline.more.rounds or 0) * 2 / 3)


def test_time_to_settle_counts_no_diagnostics_which_follow_the_rounds_once() -> None:
    headline = result({"base": BASE, "other": {RATE: 1.02, CPU: 1.0}}, spread=0.05, minutes_diagnosed=60)
    assert headline.more is not None
    assert headline.settle_s == pytest.approx(60 * (headline.more.rounds or 0))


def test_after_rounds_were_added_nothing_is_said_of_more() -> None:
    headline = result({"base": BASE, "other": {RATE: 1.02, CPU: 1.0}}, spread=0.05, rounds_added=4)
    assert (headline.settle, headline.settle_s) == ("", None)


def test_the_first_stage_is_told_where_it_said_something_else() -> None:
    first = result({"base": BASE, "other": {RATE: 1.02, CPU: 1.0}}, spread=0.05)
    later = result({"base": BASE, "other": {RATE: 1.3, CPU: 1.0}}, spread=0.05)
    stored = first.model_dump(mode="json", exclude={"lead"})
    experiment = Experiment(definition={"trials": 8}, rounds_added=4, first_headline=stored)
    words = " ".join(answer.sentence for answer in first.answers)
    for current, text in ((later, words), (first, "the same as now.")):
        stage = first_stage(experiment, current)
        assert stage is not None
        assert stage.sentence == f"8 + 4 rounds, in two stages. After the first: {text}"


def test_one_settled_question_is_enough() -> None:
    headline = result({"base": BASE, "other": {RATE: 1.3, CPU: 1.0}}, spread=0.05)
    assert (headline.settle, headline.settle_s) == ("", None)


@pytest.mark.parametrize(
    "more", [{"rules": 1}, {"state": ExperimentState.CANCELLED}, {"state": ExperimentState.RUNNING}]
)
def test_old_rules_and_unfinished_experiments_say_the_sentence(more: dict[str, Any]) -> None:
    headline = result({"base": BASE, "fast": {RATE: 1.2, CPU: 0.8}}, **more)
    assert headline.answers == []
    assert headline.lead == [headline.sentence]


def test_a_variant_that_sets_what_the_baseline_sets_is_no_answer() -> None:
    knobs = {"base": {}, "again": {"nginx.worker_processes": 1}, "two": {"nginx.worker_processes": 2}}
    headline = result({"base": BASE, "again": {RATE: 1.4, CPU: 1.0}, "two": {RATE: 1.2, CPU: 1.0}}, knobs)
    assert (headline.name, headline.answers[0].name) == ("two", "two")


def test_where_all_set_the_same_the_headline_says_so() -> None:
    knobs = {"base": {}, "again": {"nginx.worker_processes": 1}}
    headline = result({"base": BASE, "again": {RATE: 1.4, CPU: 1.0}}, knobs)
    assert headline.answers == []
    assert headline.sentence.startswith(
        "again sets what the baseline sets, so what differs is noise: throughput"
    )
    assert not headline.settled
    headline = result({"base": BASE, "again": {RATE: 1.4, CPU: 1.0}}, knobs, state=ExperimentState.CANCELLED)
    assert headline.sentence.startswith("Cancelled before its end, without a verdict: again, ")


def test_every_question_is_a_metric() -> None:
    assert {RATE, CPU} <= METRICS.keys()
