"""What failing attempts do to verdicts, reasons and the headline."""

from collections.abc import Sequence
from typing import Any

import pytest

from agents.catalog.metrics import MAIN, METRICS
from agents.contract.reports import UNREACHABLE
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.candidates.judged import deltas_of_trials
from backend.analysis.deltas import delta_rows
from backend.analysis.failures.schemas import Failures, FailureShare
from backend.analysis.headlines.headline import NOTHING_VALID, headline_of_rows
from backend.analysis.schemas import DeltaRow
from backend.presentation.report.findings import delta_sentence
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow

ROUNDS = 12
FAILED_REQUESTS = [{"code": "failed_requests", "level": "invalid", "message": "36 requests failed"}]
HOST = [{"code": "host_restarted", "level": "invalid", "message": "restarted"}]
SPREAD = (-1, 1, 0.4, 0.5, -0.5, 0.2, -0.2, 0.7, -0.7, 0.1, -0.1, 0)


class Plan:
    """One run: its rate, rounds in which two attempts fail before the third, and how."""

    def __init__(
        self,
        rate: float,
        failing: Sequence[int] = (),
        findings: list[dict[str, Any]] = FAILED_REQUESTS,
        failure: str = "",
        failed_in_all: int = 0,
    ) -> None:
        self.rate, self.failing, self.findings, self.failure = rate, failing, findings, failure
        self.failed_in_all = failed_in_all


def trials_of(run: Run, plan: Plan) -> list[TrialRow]:
    trials = []
    for number in range(1, ROUNDS + 1):
        for attempt in (1, 2, 3) if number in plan.failing else (1,):
            is_dropped = number in plan.failing and attempt < 3
            state = (
                TrialState.DONE
                if not is_dropped
                else TrialState.FAILED
                if plan.failure
                else TrialState.INVALID
            )
            rate = plan.rate * (1 + SPREAD[number - 1 - run.position] / 1000) * (0.5 if is_dropped else 1)
            failed = 36 if is_dropped else plan.failed_in_all
            figures: dict[str, float | None] = {
                MAIN.name: rate,
                "requests": 30000.0,
                "failed_requests": float(failed),
            }
            trials.append(
                TrialRow(
                    f"{run.id}{number}{attempt}",
                    "e",
                    run.id,
                    number,
                    100 * number + run.position,
                    1,
                    attempt,
                    state,
                    {"code": plan.failure} if state == TrialState.FAILED else None,
                    plan.findings if state == TrialState.INVALID else [],
                    {} if state == TrialState.FAILED else figures,
                    None,
                    None,
                    None,
                    number,
                )
            )
    return trials


def made(
    rules: int = 2, state: ExperimentState = ExperimentState.FINISHED, **plans: Plan
) -> tuple[Experiment, list[Run], list[TrialRow]]:
    """The first is the baseline."""
    experiment = Experiment(
        id="e", name="e", state=state, origin=Origin.MEASURED, definition={"order": "interleaved"},
        rules_version=rules, is_calibration=False,
    )  # fmt: skip
    runs = [
        Run(
            id=name, experiment_id="e", position=i, name=name, variant=name, is_baseline=i == 0,
            is_control=False,
            workload={"name": "w", "tool": "wrk"}, topology="proxied",
            knobs={"nginx.worker_processes": i + 1},
        )
        for i, name in enumerate(plans)
    ]  # fmt: skip
    trials = [trial for run in runs for trial in trials_of(run, plans[run.id])]
    return experiment, runs, trials


def row(metric: str = MAIN.name, **plans: Any) -> DeltaRow:
    return delta_rows(*made(**plans), METRICS[metric])[0]


def headline(**plans: Any) -> str:
    result = headline_of_rows(*made(**plans))
    if not result:
        return ""
    assert not result.settle, "more rounds do not settle it"
    return result.lead[0] if result.answers else result.sentence


FINE, MOST = Plan(1000), tuple(range(1, 10))


@pytest.mark.parametrize("rate", [1000, 1100])
def test_a_run_that_fails_is_neither_better_nor_the_same(rate):
    delta = row(base=FINE, fails=Plan(rate, failing=MOST))
    assert (delta.verdict, delta.word) == ("unclear", "fails more")
    assert delta.because == "0.072% of requests, baseline 0%"
    assert "18 of 30 attempts, baseline 0 of 12; the mean of all attempts is −" in delta.reason


def test_the_headline_says_so_and_not_that_the_change_could_be_chance():
    text = headline(base=FINE, fails=Plan(1100, failing=MOST))
    assert text.startswith("Not settled whether fails changes throughput: 1.00k → 1.10k req/s (+10.0% [")
    assert text.endswith("]); fails more: 0.072% of requests, baseline 0%.")


def test_one_dropped_attempt_withholds_the_word_with_its_reason():
    delta = row(base=FINE, fails=Plan(1100, failing=(4,)))
    assert (delta.verdict, delta.word) == ("unclear", "unclear")
    assert delta.because == "some attempts failed: 0.017% of requests, baseline 0%"
    assert delta.reason.endswith("so it is neither better nor the same.")


def test_a_loss_stays_one():
    delta = row(base=FINE, fails=Plan(900, failing=MOST))
    assert delta.verdict == delta.word == "worse"
    text = headline(base=FINE, fails=Plan(900, failing=MOST))
    assert text.endswith("; fails more: 0.072% of requests, baseline 0%.")


def test_the_report_says_it_in_place_of_unclear():
    delta = row(base=FINE, fails=Plan(1000, failing=MOST))
    assert "; fails more. " in delta_sentence("fails", delta, MAIN)


def test_failed_requests_are_not_called_the_same():
    delta = row("failed_requests", base=FINE, fails=Plan(1000, failing=MOST))
    assert delta.word == "fails more"


def test_failures_that_a_definition_allows_count_as_well():
    delta = row(base=FINE, fails=Plan(1100, failed_in_all=36))
    assert (delta.verdict, delta.word) == ("unclear", "fails more")
    assert delta.because == "0.12% of requests, baseline 0%"


@pytest.mark.parametrize("plan", [Plan(1100, MOST, HOST), Plan(1100, MOST, failure="host_lost")])
def test_what_the_host_did_does_not_count(plan):
    delta = row(base=FINE, spoilt=plan)
    assert delta.verdict == "better"
    assert delta.failures
    assert delta.failures.run.attempts == ROUNDS


def test_a_server_that_dies_fails():
    delta = row(base=FINE, dies=Plan(1100, MOST, failure="nginx_died"))
    assert delta.because == "18 of 30 attempts, baseline 0 of 12"


def test_where_both_drop_many_attempts_none_is_better_by_those_that_are_left():
    delta = row(base=Plan(1000, failing=MOST), also=Plan(1100, failing=MOST))
    assert (delta.verdict, delta.failures and delta.failures.word) == ("unclear", "")
    assert delta.reason.endswith("so it is neither better nor the same.")


def test_a_baseline_that_fails_more_is_said():
    delta = row(base=Plan(1000, failing=MOST), fine=Plan(1100))
    assert delta.verdict == "better"
    assert delta.failure_clause == "fails less: 0% of requests, baseline 0.072%"
    assert row(base=Plan(1000, failing=MOST), fine=FINE).verdict == "unclear"


def test_another_variant_that_fails_more_is_in_the_headline():
    text = headline(base=FINE, good=Plan(1100), fails=Plan(1200, failing=MOST))
    assert text.startswith("good raises throughput")
    assert text.endswith("; fails fails more: 0.072% of requests, baseline 0%.")


def test_where_no_run_is_named_the_reasons_say_who_fails():
    experiment, runs, trials = made(base=FINE, broken=FINE, refuses=FINE)
    fields = {"state": TrialState.INVALID, "findings": FAILED_REQUESTS}
    trials = [trial._replace(**fields) if trial.run_id != "base" else trial for trial in trials]
    result = headline_of_rows(experiment, runs, trials)
    assert result is not None
    assert result.sentence == NOTHING_VALID


def test_a_far_round_that_moves_the_mean_by_less_than_what_matters_is_not_said():
    experiment, runs, trials = made(base=FINE, slower=Plan(1050))
    slowed = [
        t._replace(figures={**t.figures, MAIN.name: 1042.0}) if t.id == "slower81" else t for t in trials
    ]
    delta = delta_rows(experiment, runs, slowed, MAIN)[0]
    assert (delta.verdict, delta.mean_change, delta.far_rounds) == ("better", None, [])


def test_a_stall_of_the_candidate_brings_the_mean_beside():
    experiment, runs, trials = made(base=FINE, stalls=Plan(1050))
    stalled = [
        t._replace(figures={**t.figures, MAIN.name: 500.0}) if t.id == "stalls81" else t for t in trials
    ]
    delta = delta_rows(experiment, runs, stalled, MAIN)[0]
    assert (delta.verdict, delta.far_rounds) == ("better", [8])
    assert (delta.mean_change or 0) < 0
    result = headline_of_rows(experiment, runs, stalled)
    assert result
    assert all("in most rounds" in s and "; the mean of all rounds says −" in s for s in result.lead)


def test_rules_of_before_keep_their_words():
    delta = row(rules=1, base=FINE, fails=Plan(1100, failing=MOST))
    assert (delta.verdict, delta.failures) == ("better", None)


def test_before_the_end_there_are_shares_without_a_word():
    delta = row(state=ExperimentState.RUNNING, base=FINE, fails=Plan(1100, failing=MOST))
    assert (delta.verdict, delta.failure_clause) == ("interim", "")
    assert delta.failures
    assert delta.failures.run.dropped_attempts == 18


def test_rounds_that_go_on_until_decided_do_not_wait_for_failures():
    experiment, runs, trials = made(base=FINE, fails=Plan(1100, failing=MOST))
    (delta,) = deltas_of_trials(experiment, runs, trials, MAIN).values()
    assert delta.verdict == "better"


@pytest.mark.parametrize(("failed", "is_said"), [(100.0, True), (1.0, False)])
def test_failures_that_could_be_chance_stand_beside_the_verdict(failed: float, is_said: bool) -> None:
    """Page, report and terminal show this text."""
    delta = row(base=FINE, good=Plan(1100))
    assert (delta.verdict, delta.because) == ("better", "at least what matters")
    shares = {"attempts": 12, "dropped_attempts": 0, "requests": 1000.0}
    delta.failures = Failures(
        run=FailureShare(**shares, failed_requests=failed), baseline=FailureShare(**shares, failed_requests=0)
    )
    words = "at least what matters; failures could be chance: 10% of requests, baseline 0%"
    assert delta.because == (words if is_said else "at least what matters")


def test_trials_that_never_began_are_no_failures():
    """A run that cannot be warmed up fails once; its other trials say nothing of a server under load."""
    experiment, runs, trials = made(base=FINE, refused=Plan(1100))
    failure = {"code": UNREACHABLE, "message": "no answer"}
    runs[1].failure = failure
    begun_trials = [trial for trial in trials if trial.run_id == "base" or trial.round <= 2]
    never = [
        trial._replace(state=TrialState.FAILED, failure=failure, figures={}, start=None)
        for trial in trials
        if trial.run_id == "refused" and trial.round > 2
    ]
    (delta,) = delta_rows(experiment, runs, [*begun_trials, *never], METRICS[MAIN.name])
    assert delta.failures
    assert (delta.failures.run.attempts, delta.failures.run.dropped_attempts) == (2, 0)
    assert delta.failures.word == ""
