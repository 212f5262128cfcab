"""The one button after a result."""

from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from agents.contract.states import ExperimentState
from backend.analysis.headlines.complete import is_resumable
from backend.analysis.headlines.next_step import MIN_RETEST_CANDIDATES, Course, next_step_of
from backend.analysis.headlines.schemas import Answer, NextStep, Trust
from backend.analysis.schemas import Headline
from backend.records.experiments import Experiment
from backend.records.origin import Origin


def step_after(
    verdict: str,
    candidates: int = 1,
    opposites: Sequence[str] = (),
    level: str = "green",
    run_id: str | None = "r",
    bisect: tuple[str, str] | None = None,
) -> NextStep:
    experiment = Experiment(
        id="e", state=ExperimentState.FINISHED, origin=Origin.MEASURED, definition={}, is_calibration=False
    )
    answer = Answer.model_construct(run_id="r", opposite_workloads=[])
    other_answer = Answer.model_construct(run_id=run_id, opposite_workloads=list(opposites))
    headline = Headline.model_construct(
        run_id="r",
        name="two",
        delta=SimpleNamespace(verdict=verdict, change=0.1),
        answers=[answer, other_answer],
        settled=verdict != "unclear",
        more=None,
    )
    trust = Trust.model_construct(level=level, reasons=[])
    step = next_step_of(experiment, headline, trust, Course(runs=2, candidates=candidates, bisect=bisect))
    assert step is not None
    return step


def test_a_winner_is_applied_and_the_best_of_several_is_measured_again_first() -> None:
    assert step_after("better").kind == "apply"
    assert step_after("better", candidates=MIN_RETEST_CANDIDATES).kind == "retest"
    assert step_after("better", level="red").kind == "measure_again"
    assert step_after("same").kind == "change"


@pytest.mark.parametrize("run_id", ["r", None])
def test_what_is_worse_under_another_workload_is_not_applied(run_id: str | None) -> None:
    """By whichever answer, and where the answers are about factors."""
    step = step_after("better", opposites=["c1", "c64"], run_id=run_id)
    assert step.kind == "change"
    assert step.sentence == "The same settings are worse under “c1”, “c64”."
    assert step_after("better", opposites=["c1"], run_id="other").kind == "apply"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("cancelled", "It ended before its last trial."),
        ("facts_changed", "Put back what changed first."),
    ],
)
def test_what_is_resumed_needs_its_hosts_as_they_were(code: str, sentence: str) -> None:
    failed = Experiment(failure={"code": code, "message": ""})
    course = Course(runs=2, candidates=1, is_resumable=True)
    step = next_step_of(failed, Headline.model_construct(), Trust.model_construct(), course)
    assert step is not None
    assert (step.kind, step.sentence) == ("resume", sentence)


def test_a_step_of_a_bisect_leads_to_it_whatever_came_out() -> None:
    for verdict, level in (("better", "green"), ("unclear", "green"), ("better", "red")):
        step = step_after(verdict, level=level, bisect=("b1", "Since May"))
        assert (step.kind, step.bisect_id, step.sentence) == ("bisect", "b1", "It is a step of “Since May”.")


def step_after_end(state: ExperimentState, *causes: str, **more: Any) -> tuple[str, str, str]:
    experiment = Experiment(state=state, origin=Origin.MEASURED, definition={}, is_calibration=False, **more)
    trust = Trust.model_construct(level="red", reasons=[])
    headline = Headline.model_construct(delta=None)
    step = next_step_of(experiment, headline, trust, Course(runs=2, candidates=1, causes=causes))
    assert step is not None
    return step.kind, step.label, step.sentence


ANSWER_FIRST = "Make the server answer every request first, or raise allowed_failures."
CHANGE, AGAIN = ("change", "Change and measure"), ("measure_again", "Launch again")


@pytest.mark.parametrize(
    ("causes", "step", "sentence"),
    [
        (["nginx_test"], CHANGE, "Change what failed."),
        (["failed_requests", "host_lost"], CHANGE, "Change what failed."),
        (["failed_requests", "no_request"], CHANGE, ANSWER_FIRST),
        (["tool_missing", "nginx_test"], CHANGE, "Change what failed."),
        (["host_offline"], AGAIN, "Its host has to be there again."),
        (["external_unreachable"], AGAIN, "The server at origin.address has to answer again."),
        (["tool_missing", "host_lost"], AGAIN, "Install what is missing first."),
        ([], ("measure_again", "Measure again"), "Find out first what differed."),
    ],
)
def test_the_same_is_launched_again_only_where_it_can_end_otherwise(
    causes: list[str], step: tuple[str, str], sentence: str
) -> None:
    assert step_after_end(ExperimentState.FAILED, *causes) == (*step, sentence)


def test_what_was_cancelled_before_its_first_trial_is_launched_again() -> None:
    assert step_after_end(ExperimentState.CANCELLED)[:2] == AGAIN


@pytest.mark.parametrize(
    ("code", "on_failure", "is_left"),
    [
        ("host_offline", "continue", True),
        ("host_offline", "stop", True),
        ("nginx_test", "stop", False),
        ("no_candidate", "continue", False),
        ("baseline_failed", "continue", False),
    ],
)
def test_resume_is_offered_only_where_something_can_be_measured(
    code: str, on_failure: str, is_left: bool
) -> None:
    failed = Experiment(
        state=ExperimentState.FAILED,
        measuring_at=datetime.now(UTC),
        definition={"on_failure": on_failure},
        failure={"code": code, "message": ""},
    )
    assert is_resumable(failed, [None, "experiment_stopped"]) is is_left
