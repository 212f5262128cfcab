"""Halving in a definition: the schedule of its stages, what it costs, where it is refused."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.definition.halving import (
    FIRST_ROUNDS,
    MAX_FINALISTS,
    MIN_ENTRANTS,
    MIN_TRIALS,
    schedule,
    stage_after,
    stages_of,
    stages_of_stored,
)
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.overrides import apply
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.planning.plan import make_plan

WORKLOAD = {"tool": "wrk", "threads": 1, "connections": 8, "duration": "1s"}


def data(candidates: int = 11, **changes: Any) -> dict[str, Any]:
    variants = [{"name": f"v{i}", "set": {"nginx.worker_processes": i + 1}} for i in range(candidates + 1)]
    base = {"name": "x", "workloads": [WORKLOAD], "trials": 20, "search": "halving", "control": False}
    return base | {"variants": variants} | changes


def read(candidates: int = 11, **changes: Any) -> Definition:
    return parse_definition(data(candidates, **changes))


def said(candidates: int = 11, **changes: Any) -> dict[str, str]:
    with pytest.raises(DefinitionErrors) as caught:
        read(candidates, **changes)
    return {p.place: p.message for p in caught.value.errors}


def test_twelve_runs_of_twenty_trials_end_with_three_after_37_rounds() -> None:
    found = [(s.first, s.last, s.candidates, s.trials) for s in schedule(11, 20, 1)]
    assert found == [(1, 7, 11, 84), (8, 18, 6, 77), (19, 37, 3, 76)]


@given(
    entrants=st.integers(MIN_ENTRANTS, 499),
    trials=st.integers(MIN_TRIALS, 200),
    always=st.integers(1, 2),
    workloads=st.integers(1, 5),
)
def test_every_schedule_keeps_to_its_trials(entrants: int, trials: int, always: int, workloads: int) -> None:
    stages = schedule(entrants, trials, always, workloads)
    fixed = trials * (entrants + always) * workloads
    total = sum(s.trials for s in stages)
    assert fixed - stages[-1].runs < total <= fixed
    assert stages[0].first == 1
    assert stages[0].candidates == entrants
    assert stages[0].rounds >= FIRST_ROUNDS
    assert 1 < stages[-1].candidates <= MAX_FINALISTS
    for before, after in itertools.pairwise(stages):
        assert (after.number, after.first) == (before.number + 1, before.last + 1)
        assert after.candidates == (before.candidates + 1) // 2
        assert after.rounds >= 1
    assert stages[-1].last > trials  # whoever reaches the end is measured longer than a fixed number would


def test_a_stage_begins_where_another_has_ended_alone() -> None:
    stages = schedule(11, 20, 1)
    assert [stage_after(stages, n) for n in (6, 7, 18, 37)] == [None, stages[1], stages[2], None]


def test_it_is_read_written_back_and_known_from_the_rows() -> None:
    found = read(workloads=[WORKLOAD | {"name": "a"}, WORKLOAD | {"name": "b"}], control=True)
    assert parse_definition(to_yaml(found)) == found
    stored = found.model_dump(mode="json", by_alias=True)
    assert stages_of_stored(stored, 26) == stages_of(found)
    assert stages_of_stored(read(search=None).model_dump(mode="json", by_alias=True), 12) == ()
    assert parse_definition(apply(data(search=None), {"search": "halving"})).search == "halving"


def test_the_plan_counts_what_stages_measure_and_start() -> None:
    plan, fixed = make_plan(read(), 1), make_plan(read(search=None), 1)
    assert (sum(plan.most_trials.values()), plan.rounds, len(plan.trials)) == (237, 37, 84)
    assert {t.round for t in plan.trials} == set(range(7))
    assert 0.9 * fixed.seconds < plan.seconds < 1.05 * fixed.seconds


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"candidates": 5}, "search", "6 candidates or more, and here are 5: use trials: {until: decided}"),
        ({"trials": {"until": "decided"}}, "trials", "needs a fixed number of trials"),
        ({"trials": 7}, "trials", "at least 8 trials to share out; got 7"),
        ({"order": "sequential"}, "search", "needs order: interleaved"),
        ({"kind": "ceiling"}, "search", "halving is for kind: compare"),
        ({"search": "quartering"}, "search", "must be halving"),
    ],
)
def test_what_makes_no_sense_is_refused_and_says_what_to_use(
    changes: dict[str, Any], place: str, words: str
) -> None:
    assert words in said(**changes)[place]
