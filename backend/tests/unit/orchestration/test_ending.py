"""`step` when it ends: cancel, put every host back, read it once more."""

from dataclasses import replace
from typing import Any

import pytest

from agents.catalog.roles import ROLES
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, JobState
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.step import step
from backend.tests.unit.orchestration.views import WHY, hosts, job, measuring, run, view

DONE, FAILED, LOST, SENT, PENDING = (
    JobState.DONE,
    JobState.FAILED,
    JobState.LOST,
    JobState.SENT,
    JobState.PENDING,
)
CANCELLING = ExperimentState.CANCELLING
OFFLINE: dict[str, Any] = {"online": False}
GRACE_OVER = 7.0
GIVEN_UP = Failure(code="cancelled", message="its agent did not confirm the cancellation in time")


# ---- cancel --------------------------------------------------------------------------------------


def test_cancel_begins_at_once() -> None:
    assert step(measuring(SENT, SENT, cancel_requested=True)) == [e.StartCancelling()]


@pytest.mark.parametrize("purpose", ["prepare_backend", "prepare_proxy", "warm", "warm_trial", "measure"])
@pytest.mark.parametrize("state", [PENDING, SENT])
def test_cancel_ends_whatever_runs(purpose: str, state: JobState) -> None:
    open_job = job(purpose, state, run_id="a", id="x")
    asked = job("cancel", SENT, open_job.host_id, covers=["x"])
    cancelling: Any = {"state": CANCELLING, "cancel_requested": True}
    assert step(view([open_job], **cancelling)) == [e.Cancel(open_job.host_id, ("x",))]
    assert step(view([open_job, asked], **cancelling)) == []
    late = replace(asked, age_s=GRACE_OVER)
    assert step(view([open_job, late], **cancelling)) == [e.GiveUpJob("x", GIVEN_UP)]
    given_up = replace(open_job, state=LOST, failure=GIVEN_UP)
    assert step(view([given_up, late], **cancelling)) == [e.DropRest()]


def test_cancel_asks_each_host_once_for_all_its_jobs() -> None:
    assert step(measuring(SENT, SENT, state=CANCELLING)) == [
        e.Cancel("proxy", ("watch-proxy",)),
        e.Cancel("load", ("measure-load",)),
    ]


def test_a_cancelled_experiment_drops_the_rest_then_restores_then_ends() -> None:
    assert step(view(state=CANCELLING)) == [e.DropRest()]
    assert step(view(state=CANCELLING, trials=())) == [
        e.Restore("load"),
        e.Restore("proxy"),
        e.Restore("backend"),
    ]
    restored = [job("restore", DONE, name) for name in ("load", "proxy", "backend")]
    assert step(view(state=CANCELLING, trials=(), jobs=restored)) == [e.End(ExperimentState.CANCELLED)]


# ---- the end -------------------------------------------------------------------------------------


def restores(proxy: JobState):
    return [
        job("restore", DONE, "load"),
        job("restore", proxy, "proxy"),
        job("restore", DONE, "backend"),
        *(job("facts", DONE, name) for name in ("load", "proxy", "backend")),
    ]


def test_hosts_are_read_once_more_after_they_were_put_back() -> None:
    put_back = [j for j in restores(DONE) if j.purpose == "restore"]
    asked = step(view(trials=(), jobs=put_back, trials_done=1))
    assert asked == [e.ReadFacts("load"), e.ReadFacts("proxy"), e.ReadFacts("backend")]
    reading = [*put_back, *(job("facts", SENT if name == "proxy" else DONE, name) for name in ROLES)]
    assert step(view(trials=(), jobs=reading, trials_done=1)) == []
    assert step(view(state=CANCELLING, trials=(), jobs=put_back)) == [e.End(ExperimentState.CANCELLED)]


def test_it_is_over_only_when_its_hosts_are_put_back() -> None:
    assert step(view(trials=(), jobs=restores(SENT), trials_done=1)) == []
    assert step(view(trials=(), jobs=restores(DONE), trials_done=1)) == [e.End(ExperimentState.FINISHED)]
    for state in (FAILED, LOST):
        effects = step(view(trials=(), jobs=restores(state), trials_done=1))
        assert effects == [e.MarkNeedsRestore("proxy"), e.End(ExperimentState.FINISHED)]


def test_hosts_are_put_back_again_at_the_end_of_a_resumed_experiment() -> None:
    earlier = [replace(j, generation=1) for j in restores(DONE)]
    assert step(view(trials=(), jobs=earlier, generation=2, trials_done=1)) == [
        e.Restore("load"),
        e.Restore("proxy"),
        e.Restore("backend"),
    ]


# ---- pause ---------------------------------------------------------------------------------------


def test_a_pause_puts_back_who_can_be_reached_then_waits_in_line() -> None:
    away = hosts(proxy=OFFLINE | {"offline_for_s": 61.0})
    gone = Failure(code="host_offline", message="proxy has been offline for 60 s", host="proxy")
    assert step(view(hosts=away, was_measured=True)) == [e.Interrupt(gone)]
    paused: Any = {"was_measured": True, "is_interrupted": True}
    asked = [e.HandBack("load"), e.MarkNeedsRestore("proxy"), e.HandBack("backend")]
    assert step(view(hosts=away, **paused)) == asked
    dirty = hosts(proxy=OFFLINE | {"clean": False})
    hand_backs = [job("hand_back", SENT, host) for host in ("load", "backend")]
    assert step(view(hand_backs, hosts=dirty, **paused)) == []
    done = [replace(j, state=DONE) for j in hand_backs]
    assert step(view(done, hosts=dirty, **paused)) == [e.BackInLine(())]
    assert step(view(done, **paused)) == [e.HandBack("proxy")]  # it came back meanwhile


def test_a_pause_ends_what_still_runs_first() -> None:
    open_job = job("prepare_backend", SENT, id="x")
    effects = step(view([open_job], was_measured=True, is_interrupted=True))
    assert effects == [e.Cancel("backend", ("x",))]


def test_it_takes_its_hosts_again_once_all_are_back() -> None:
    free = {name: {"is_held": False, "free": True} for name in ROLES}
    queued: Any = {"state": ExperimentState.QUEUED, "was_measured": True}
    assert step(view(hosts=hosts(**free), **queued)) == [e.TakeHostsAgain()]
    assert step(view(hosts=hosts(**free | {"proxy": OFFLINE}), **queued)) == []


def test_an_offline_host_is_named_and_not_waited_for() -> None:
    jobs = [j for j in restores(DONE) if j.host_id != "proxy"]
    gone = hosts(proxy=OFFLINE)
    effects = step(view(trials=(), jobs=jobs, hosts=gone, trials_done=1))
    assert effects == [e.MarkNeedsRestore("proxy"), e.End(ExperimentState.FINISHED)]


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"trials_done": 3, "trials_failed": 2}, e.End(ExperimentState.FINISHED)),
        ({"trials_done": 3, "failure": WHY}, e.End(ExperimentState.FAILED, WHY)),
        ({"trials_failed": 2, "main_failure": WHY}, e.End(ExperimentState.FAILED, WHY)),
        ({}, e.End(ExperimentState.FAILED, Failure(code="no_trial", message="no trial could be measured"))),
        ({"state": CANCELLING, "failure": WHY}, e.End(ExperimentState.CANCELLED)),
    ],
)
def test_end_states(changes: dict[str, Any], end: e.End) -> None:
    assert step(view(trials=(), jobs=restores(DONE), **changes)) == [end]


@pytest.mark.parametrize("state", [s for s in ExperimentState if s.is_final])
def test_after_the_end_nothing_happens(state: ExperimentState) -> None:
    assert step(measuring(SENT, LOST, state=state, cancel_requested=True)) == []


# ---- back into the line ---------------------------------------------------------------------------


def test_what_another_dashboard_holds_sends_it_back_into_the_line() -> None:
    """What was prepared is put back first; kept, it could be what the other one waits for."""
    busy = Failure(code="host_busy", message="This host is held")
    refused = [job("prepare_backend", DONE), job("prepare_proxy", FAILED, failure=busy)]
    runs = (run("a", ready=False, is_baseline=True), run("b", ready=False))
    names = ("load", "proxy", "backend")
    assert step(view(refused, runs=runs)) == [e.HandBack(name) for name in names]
    asked = [job("hand_back", SENT, name) for name in names]
    assert step(view([*refused, *asked], runs=runs)) == []
    done = [*refused, *(replace(one, state=DONE) for one in asked)]
    assert step(view(done, runs=runs)) == [e.BackInLine(("proxy",))]
    again = [replace(one, generation=0) for one in done]
    assert e.BackInLine(("proxy",)) not in step(view(again, runs=runs, generation=1))


def test_it_does_not_go_back_once_something_was_measured() -> None:
    busy = Failure(code="host_busy", message="This host is held")
    lost = job("prepare_proxy", FAILED, failure=busy, generation=1)
    runs = (run("a", ready=False, was_warmed=True, is_baseline=True),)
    assert step(view([lost], runs=runs, generation=1)) != [e.HandBack("load")]


# ---- diagnostics ---------------------------------------------------------------------------------------


def test_looks_begin_when_the_measured_trials_have_ended() -> None:
    measured: Any = {"trials": (), "trials_done": 4}
    assert step(view(**measured, diagnostics_due=True)) == [e.BeginDiagnostics()]
    assert step(view(**measured)) == [e.Restore("load"), e.Restore("proxy"), e.Restore("backend")]


def test_who_cancels_looks_keeps_the_results() -> None:
    restored = [job("restore", DONE, name, id=f"r-{name}") for name in ROLES]
    ended: Any = {"trials": (), "trials_done": 4, "state": CANCELLING, "cancel_requested": True}
    assert step(view(restored, **ended)) == [e.End(ExperimentState.CANCELLED)]
    assert step(view(restored, **ended, is_diagnosing=True)) == [e.End(ExperimentState.FINISHED)]
