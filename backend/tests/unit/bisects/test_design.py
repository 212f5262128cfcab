"""Definitions of a bisect's steps, the rounds that it plans, and its sentences."""

from typing import Any

import pytest

from backend.bisects.course import Measurement, Outcome
from backend.bisects.design import Effort, find_problems, plan_effort, step_definition
from backend.bisects.plan import say_effort
from backend.bisects.schemas import BisectPlan
from backend.bisects.steps import Step, describe_outcome, headline
from backend.definition.model import Definition
from backend.definition.parse import parse_definition

NAMES = [f"b{n}" for n in range(1, 9)]


def definition(**changes: Any) -> Definition:
    variants = [{"name": name, "set": {"nginx.worker_processes": n + 1}} for n, name in enumerate(NAMES)]
    plain = {
        "name": "builds",
        "workloads": [{"connections": 8, "duration": "2s"}],
        "variants": variants,
        "min_effect": "3%",
        "set": {"nginx.sendfile": "on"},
    }
    return parse_definition(plain | changes)


@pytest.mark.parametrize(
    ("cv", "low", "high"), [(0.02, 15, 35), pytest.param(0.05, 90, 180, marks=pytest.mark.exhaustive)]
)
def test_a_plan_says_the_rounds_that_the_noise_asks_for(cv: float, low: int, high: int) -> None:
    effort = plan_effort(definition(), cv)
    assert effort.likely_rounds is not None
    assert low <= effort.likely_rounds <= high < effort.max_rounds
    assert effort.chance is not None
    assert effort.chance > 0.98


def test_rounds_that_somebody_gives_are_taken_with_the_chance_that_they_have() -> None:
    effort = plan_effort(definition(trials={"until": "decided", "max": 20}), 0.05)
    assert (effort.max_rounds, effort.likely_rounds) == (20, None)
    assert effort.chance is not None
    assert effort.chance < 0.2


def test_a_plan_that_hardly_finds_the_change_does_not_say_how_soon_it_does() -> None:
    plan = BisectPlan(experiments=5, max_rounds=20, max_seconds=600)
    assert say_effort(plan, 0.01, 0.05) == (
        "Up to 5 experiments of at most 20 rounds, 10 min in all. "
        "Each finds a change of 1% in only 5 of 100: longer trials would help."
    )


def test_without_known_noise_nothing_is_promised() -> None:
    assert plan_effort(definition(), None) == Effort(40)


def test_a_step_measures_the_middle_against_both_ends() -> None:
    step = parse_definition(step_definition(definition(), Measurement(0, 7, 3), 60))
    assert [variant.name for variant in step.variants] == ["b1", "b4", "b8"]
    assert step.baseline == "b4"
    assert (step.control, step.min_effect, step.judged_together) == (False, 0.015, 3)
    assert step.max_rounds == 60
    assert step.name == "builds · b4 between b1 and b8"
    assert step.knobs == {"nginx.sendfile": True}
    assert step.decide_on == ["throughput"]


def test_a_variant_that_derives_from_one_left_out_keeps_its_settings() -> None:
    variants = [
        {"name": "b1"},
        {"name": "b2", "set": {"nginx.worker_processes": 2, "nginx.sendfile": None}},
        {"name": "b3", "from": "b2", "set": {"nginx.tcp_nopush": "on"}},
    ]
    step = parse_definition(step_definition(definition(variants=variants), Measurement(0, 2), 8))
    assert step.variants[1].knobs == {
        "nginx.worker_processes": 2,
        "nginx.tcp_nopush": True,
        "nginx.sendfile": None,
    }


def test_long_names_still_make_a_definition() -> None:
    long = [
        {"name": letter * 120, "set": {"nginx.worker_processes": n + 1}} for n, letter in enumerate("abc")
    ]
    step = parse_definition(
        step_definition(definition(name="x" * 120, variants=long), Measurement(0, 2, 1), 8)
    )
    assert len(step.name) == 120


def test_a_definition_that_is_no_bisect_is_refused_with_the_place() -> None:
    assert list(find_problems(definition())) == []
    two_workloads = [{"name": name, "connections": 8, "duration": "2s"} for name in "ab"]
    places = [place for place, _ in find_problems(definition(workloads=two_workloads))]
    assert places == [("workloads",)]


def test_settings_and_contexts_are_not_bisected_together() -> None:
    delays = [{"name": f"d{n}", "set": {"origin.delay": f"{n}ms"}} for n in (1, 2, 3)]
    assert list(find_problems(definition(variants=delays))) == []
    delays[2]["set"] |= {"nginx.multi_accept": "on"}
    ((place, text),) = find_problems(definition(variants=delays))
    assert place == ("variants", 1)
    assert text.startswith("is another context than the first (upstream delay 2ms), while settings differ")


def step(first: int, last: int, outcome: Outcome, **fields: Any) -> Step:
    return Step(first=first, last=last, experiment_id="e", outcome=outcome, **fields)


ENDS = step(0, 7, Outcome.DIFFERENT, change=-0.031, low=-0.042, high=-0.02)
AGAIN = {"is_confirmation": True, "change": -0.03, "low": -0.041, "high": -0.019}


def test_a_sentence_says_who_made_the_difference() -> None:
    steps = [
        ENDS,
        step(0, 7, Outcome.LIKE_FIRST, middle=3),
        step(3, 7, Outcome.LIKE_LAST, middle=5),
        step(3, 5, Outcome.LIKE_LAST, middle=4),
        step(3, 4, Outcome.DIFFERENT, **AGAIN),
    ]
    text = headline(NAMES, steps, "finished", 0.03, "req/s")
    assert text == "b5 made the difference: −3.0% [−4.1, −1.9] req/s against b4, measured once more."
    assert headline(NAMES, steps[:3], "running", 0.03, "req/s") == (
        "A change after b4 up to b6; step 3 is measured."
    )
    assert headline(NAMES, steps[:3], "cancelled", 0.03, "req/s") == (
        "Cancelled before its end. A change lies after b4 and up to b6, and 1 variant between them could not "
        "be told apart."
    )


def test_nothing_is_said_of_a_change_while_the_ends_were_not_shown_to_differ() -> None:
    text = headline(NAMES, [step(0, 7, Outcome.FAILED)], "failed", 0.03, "req/s")
    assert text == "Stopped before its end."


def test_a_difference_that_a_fresh_measurement_does_not_show_is_no_answer_beside_others() -> None:
    names = NAMES[:3]
    steps = [
        step(0, 2, Outcome.DIFFERENT, change=-0.03),
        step(0, 2, Outcome.BETWEEN, middle=1),
        step(0, 1, Outcome.ALIKE, is_confirmation=True, change=0.001, low=-0.01, high=0.012),
        step(1, 2, Outcome.DIFFERENT, **AGAIN),
    ]
    text = headline(names, steps, "finished", 0.03, "req/s")
    assert text.startswith("b3 made the difference")
    assert text.endswith("b2 looked different too, but not when measured once more.")


def test_an_undecided_step_leaves_a_range() -> None:
    steps = [ENDS, step(0, 7, Outcome.UNDECIDED, middle=3)]
    text = headline(NAMES, steps, "finished", 0.03, "req/s")
    assert text == "A change lies after b1 and up to b8, and 6 variants between them could not be told apart."


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_has_words(outcome: Outcome) -> None:
    assert describe_outcome(step(0, 7, outcome, middle=3, reason="why"), NAMES)
