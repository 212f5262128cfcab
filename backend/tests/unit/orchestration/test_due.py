"""What is due when trials have ended."""

import pytest

from backend.execution.orchestration.due import count_answered, rounds_to_analyse, wants_diagnostics
from backend.execution.orchestration.view import TrialView

DECIDED = {"trials": {"until": "decided", "min": 8, "max": 20}}  # analysed after 8, 12, 18 and 20 rounds
HALVING = {"trials": 20, "search": "halving", "control": False, "workloads": [{}]}


def next_trial(round: int) -> list[TrialView]:
    return [TrialView("t", "r", round, 0)]


@pytest.mark.parametrize(
    ("next_round", "analysed", "due"),
    [(8, 0, 0), (9, 0, 8), (9, 8, 0), (12, 8, 0), (13, 8, 12), (None, 18, 20), (None, 20, 0)],
)
def test_whole_rounds_are_analysed_once_and_only_as_planned(
    next_round: int | None, analysed: int, due: int
) -> None:
    open_trials = next_trial(next_round) if next_round else []
    assert rounds_to_analyse(DECIDED, open_trials, analysed, 0, 3) == due


def test_a_fixed_number_of_rounds_has_nothing_to_decide() -> None:
    assert rounds_to_analyse({"trials": 5}, [], 0, 5, 3) == 0


def test_a_stage_of_halving_ends_with_its_last_trial_and_the_last_stage_is_followed_by_none() -> None:
    def due(open_trials: list[TrialView], analysed: int, last_round: int) -> int:
        return rounds_to_analyse(HALVING, open_trials, analysed, last_round, 12)

    end = next(end for end in range(1, 21) if due([], 0, end))
    assert due([], 0, end) == end
    assert due(next_trial(end), 0, end) == 0
    assert due([], end, end) == 0
    assert due([], 100, 100) == 0


def test_diagnostics_follow_results_alone() -> None:
    profiled = {"diagnostics": {"profile": 1}}
    assert wants_diagnostics(profiled, {"done": 1})
    assert not wants_diagnostics(profiled, {"failed": 1})
    assert not wants_diagnostics({}, {"done": 1})


def test_a_failing_probe_answers_a_search_and_nothing_else() -> None:
    counts = {"done": 2, "invalid": 1, "failed": 4}
    assert count_answered({"kind": "ceiling"}, counts) == 3
    assert count_answered({}, counts) == 2
