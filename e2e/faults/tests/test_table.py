"""Which cells there are, what is wrong in one, and the page that is made of them."""

from dataclasses import replace
from typing import Any

import pytest

from agents.contract.states import ExperimentState, HostCondition, TrialState
from e2e.faults import document
from e2e.faults.injections import INJECTIONS
from e2e.faults.judge import Evidence, Host, Trial, outcome, problems
from e2e.faults.table import ALL, FAULTS, Good, How, Step, cells
from e2e.faults.take import Taken

DONE, FAILED, QUEUED = TrialState.DONE, TrialState.FAILED, TrialState.QUEUED
FINISHED = ExperimentState.FINISHED
FIRST = Trial(("run", 1, 1, 1), 1, DONE, started=10.0, ended=12.0)
SECOND = Trial(("run", 2, 1, 1), 1, DONE, started=13.0, ended=15.0)
CLEAN = Host("proxy", True, HostCondition.CLEAN)
AS_IT_HAS_TO_BE = Evidence(
    state=FINISHED,
    failure="",
    trials=[FIRST, SECOND],
    kept={"a": "1"},
    found={"a": "1", "b": "2"},
    hosts=[CLEAN],
    leases=0,
    processes=[],
    before={"net.core.somaxconn": "4096"},
    after={"net.core.somaxconn": "4096"},
    next=FINISHED,
)


def broken(attempt: int = 1, failure: str = "host_lost") -> Trial:
    return replace(SECOND, state=FAILED, attempt=attempt, failure=failure, started=None, ended=None)


@pytest.mark.parametrize("trials", [[FIRST, SECOND], [FIRST, broken(), replace(SECOND, attempt=2)]])
def test_nothing_is_wrong_where_at_most_one_trial_was_repeated(trials: list[Trial]) -> None:
    assert problems(replace(AS_IT_HAS_TO_BE, trials=trials), Good()) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"state": ExperimentState.RUNNING}, "still running"),
        ({"state": ExperimentState.FAILED, "failure": "no_trial: none"}, "failed: no_trial"),
        ({"trials": [FIRST, replace(SECOND, state=QUEUED)]}, "without an end"),
        ({"trials": [FIRST, broken()]}, "no figures"),
        ({"trials": [FIRST, broken(), broken(2), replace(SECOND, attempt=3)]}, "2 trials failed"),
        ({"trials": [FIRST, broken(failure=""), replace(SECOND, attempt=2)]}, "failed without a reason"),
        ({"trials": [FIRST, replace(SECOND, started=11.0)]}, "at the same time"),
        ({"found": {"a": "other"}}, "not what they were"),
        ({"found": {}}, "not what they were"),
        ({"hosts": [replace(CLEAN, online=False)]}, "proxy is offline"),
        ({"hosts": [replace(CLEAN, condition=HostCondition.APPLIED)]}, "left applied"),
        ({"hosts": [replace(CLEAN, condition=HostCondition.NEEDS_RESTORE)]}, "nothing says how to undo it"),
        ({"hosts": [replace(CLEAN, condition=HostCondition.NEEDS_RESTORE, undo=[""])]}, "nothing says how"),
        ({"leases": 1}, "still held"),
        ({"processes": ["nginx"]}, "still running: nginx"),
        ({"after": {"net.core.somaxconn": "1234"}}, "was 4096 and is 1234"),
        ({"next": None}, "the next experiment"),
        ({"said": ["refused"]}, "refused"),
    ],
)
def test_what_is_not_as_it_has_to_be_is_said(change: dict[str, Any], said: str) -> None:
    assert said in "; ".join(problems(replace(AS_IT_HAS_TO_BE, **change), Good()))


def test_a_host_to_restore_that_says_how_to_undo_it_is_accounted_for() -> None:
    unrestored = replace(
        CLEAN, condition=HostCondition.NEEDS_RESTORE, undo=["sysctl -w net.core.somaxconn=4096"]
    )
    assert problems(replace(AS_IT_HAS_TO_BE, hosts=[unrestored]), Good()) == []


def test_an_outcome_says_what_it_cost() -> None:
    repeated = replace(AS_IT_HAS_TO_BE, trials=[FIRST, broken(), replace(SECOND, attempt=2)])
    assert outcome(AS_IT_HAS_TO_BE) == "finished"
    assert outcome(repeated) == "finished, 1 host_lost, repeated"
    assert outcome(replace(repeated, trials=[FIRST, broken()])) == "finished, 1 host_lost"


def test_every_kind_of_fault_is_in_the_table_and_can_be_injected() -> None:
    assert {fault.how for fault in FAULTS} == set(How) == set(INJECTIONS)


def test_a_fault_that_is_not_injected_everywhere_says_why() -> None:
    assert [fault.name for fault in FAULTS if not set(fault.at) >= set(ALL) and not fault.why] == []


def test_cells_have_names_of_their_own_and_are_found_by_words_of_them() -> None:
    names = [cell.name for cell in cells()]
    assert len(names) == len(set(names))
    assert [cell.name for cell in cells("api KILLED restoring")] == ["API killed · restoring"]


def test_what_was_cancelled_has_to_end_so_whatever_the_fault() -> None:
    good = {cell.good for cell in cells() if cell.step is Step.CANCELLING}
    assert good == {Good(frozenset({ExperimentState.CANCELLED}), 1, None)}


def test_the_page_has_a_row_for_each_fault_and_names_what_is_wrong() -> None:
    taken = [
        Taken("API killed · restoring", "API killed", "restoring", "good", "finished, 1 failed", 2.5),
        Taken("x killed · preparing", "x killed", "preparing", "bad", "running", None, ("it is | still",)),
    ]
    page = document.page(taken, {"CPU": "2 × a | b", "Load average before": "0.10, 0.20, 0.30"}, 60)
    assert "2 faults were injected into running experiments; 1 ended as expected" in page
    assert "| API killed | – | – | – | – | – | – | finished · 1 failed · 2.5 s | – |" in page
    assert "| x killed | **running** | – | – | – | – | – | – | – |" in page
    assert "- x killed · preparing: it is \\| still" in page
    assert "| CPU | 2 × a \\| b |" in page
