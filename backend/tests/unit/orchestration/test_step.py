"""`step` as a table: what is, and what is to be done next."""

from dataclasses import replace
from typing import Any

import pytest

from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.step import step
from backend.tests.unit.orchestration.views import WHY, host, hosts, job, measuring, run, trial, view

DONE, FAILED, LOST, SENT, PENDING = (
    JobState.DONE,
    JobState.FAILED,
    JobState.LOST,
    JobState.SENT,
    JobState.PENDING,
)
QUEUED, CANCELLING = ExperimentState.QUEUED, ExperimentState.CANCELLING
FREE: dict[str, Any] = {"free": True, "is_held": False}
OFFLINE: dict[str, Any] = {"online": False}
GRACE_OVER = 7.0
DIED = Failure(code="tool_failed", message="wrk ended with signal 9")
GIVEN_UP = Failure(code="cancelled", message="its agent did not confirm the cancellation in time")


def free(**proxy: Any):
    return hosts(load=FREE, backend=FREE, proxy=FREE | proxy)


# ---- in the queue --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxy", "leased"),
    [
        pytest.param({}, True, id="all free"),
        pytest.param({"free": False}, False, id="held, or wanted by an earlier experiment"),
        pytest.param({"online": False}, False, id="offline"),
        pytest.param({"clean": False}, False, id="needs_restore"),
    ],
)
def test_it_starts_when_every_host_is_free_online_and_clean(proxy: dict[str, Any], leased: bool) -> None:
    assert step(view(state=QUEUED, hosts=free(**proxy))) == ([e.LeaseHosts()] if leased else [])


def test_cancelled_in_the_queue_it_ends_without_touching_a_host() -> None:
    assert step(view(state=QUEUED, hosts=free(), cancel_requested=True)) == [
        e.DropRest(),
        e.End(ExperimentState.CANCELLED),
    ]
    assert step(view(state=CANCELLING, hosts=free(), trials=())) == [e.End(ExperimentState.CANCELLED)]


# ---- preparation ---------------------------------------------------------------------------------

BARE = (run("a", ready=False, is_baseline=True), run("b", ready=False))
BACKED = tuple(replace(r, prepared=frozenset({"backend"})) for r in BARE)
COLD = tuple(replace(r, prepared=r.roles) for r in BARE)


@pytest.mark.parametrize(
    ("runs", "jobs", "next_"),
    [
        pytest.param(BARE, [], [e.Prepare("backend", "backend")], id="the backend comes first"),
        pytest.param(BARE, [job("prepare_backend")], [], id="wait for it"),
        pytest.param(BARE, [job("prepare_backend", PENDING)], [], id="wait for it, not sent yet"),
        pytest.param(
            BARE,
            [job("prepare_backend", DONE)],
            [e.TakePrepared("backend", "prepare_backend-backend")],
            id="its addresses are written down",
        ),
        pytest.param(BACKED, [job("prepare_backend", DONE)], [e.Prepare("proxy", "proxy")], id="then proxy"),
        pytest.param(
            BARE,
            [job("prepare_backend", FAILED)],
            [e.FailRun("a", WHY), e.FailRun("b", WHY)],
            id="a host that fails as a whole fails every run that needs it",
        ),
        pytest.param(
            BARE,
            [job("prepare_backend", DONE, generation=-1)],
            [e.Prepare("backend", "backend")],
            id="the preparation of an agent that is gone does not count",
        ),
        pytest.param(COLD, [], [e.Warm("a")], id="each run is warmed"),
        pytest.param(COLD, [job("warm", run_id="a")], [], id="one warm-up at a time"),
        pytest.param(
            COLD, [job("warm", DONE, run_id="a", id="w")], [e.Warmed("a", "w")], id="a warm-up that is over"
        ),
        pytest.param(
            (replace(COLD[0], is_warmed_up=True), COLD[1]),
            [job("warm", FAILED, run_id="b")],
            [e.FailRun("b", WHY)],
            id="a failed warm-up is its run's failure",
        ),
        pytest.param(
            COLD,
            [job("warm", FAILED, run_id="a", failure=DIED)],
            [e.Warm("a")],
            id="a load tool that died in a warm-up is started once more",
        ),
        pytest.param(
            COLD,
            [job("warm", FAILED, run_id="a", failure=DIED, id=id) for id in ("first", "second")],
            [e.FailRun("a", DIED)],
            id="and if it dies again its run fails",
        ),
    ],
)
def test_preparation(runs: Any, jobs: Any, next_: list[e.Effect]) -> None:
    assert step(view(runs=runs, jobs=jobs)) == next_


def test_one_host_with_both_roles_is_prepared_for_one_after_the_other() -> None:
    both = (host("load"), host("server", "proxy", "backend"))
    assert step(view(hosts=both, runs=BARE)) == [e.Prepare("backend", "server")]
    backed = [job("prepare_backend", DONE, "server")]
    assert step(view(hosts=both, runs=BACKED, jobs=backed)) == [e.Prepare("proxy", "server")]


def test_a_run_without_a_proxy_asks_for_none() -> None:
    direct = run("a", prepared=frozenset({"backend"}), roles=frozenset({"backend"}))
    assert step(view(runs=(direct,))) == [e.Measure("t1")]


def test_a_run_that_failed_is_not_prepared_again() -> None:
    runs = (
        run("a", is_baseline=True),
        run("b", ready=False, state=RunState.FAILED, needs_servers=False, failure=WHY),
    )
    assert step(view(runs=runs)) == [e.Measure("t1")]
    assert step(view(runs=runs, trials=(trial("t2", "b"), trial("t3", "a")))) == [e.FailTrial("t2", WHY)]


def test_without_the_baseline_there_is_nothing_to_compare_with() -> None:
    failed = run("a", is_baseline=True, state=RunState.FAILED, needs_servers=False, failure=WHY)
    (effect,) = step(view(runs=(failed, run("b"))))
    assert isinstance(effect, e.DropRest)
    assert effect.failure
    assert (effect.failure.code, effect.failure.host, effect.failure.log) == (
        "baseline_failed",
        "proxy",
        WHY.log,
    )
    assert "it did not work" in effect.failure.message


def test_without_warm_up_a_run_is_ready_at_once() -> None:
    assert step(view(runs=COLD, warm_prepared=False)) == [e.Warmed("a", None)]


@pytest.mark.parametrize("lost", [job(p, LOST, id="p", run_id="a") for p in ("prepare_backend", "warm")])
def test_lost_contact_while_preparing_prepares_again_but_not_for_ever(lost: Any) -> None:
    runs = BARE if lost.purpose == "prepare_backend" else COLD
    called_off = job("cancel", DONE, lost.host_id, covers=["p"])
    assert step(view(runs=runs, jobs=[lost, called_off])) == [e.NewGeneration()]
    thrice = [replace(lost, id=f"p{n}", generation=n) for n in range(3)]
    (stop,) = step(view(runs=runs, jobs=thrice, generation=3))
    assert stop == e.DropRest(WHY)


# ---- servers that end by themselves ----

DIED = Failure(code="nginx_died", message="nginx of a has ended by itself", host="proxy")


def death(number: int, generation: int = 0, run_id: str = "a", trial_id: str | None = None) -> Any:
    id = trial_id or f"t{number}-gone"
    more: Any = {"run_id": run_id, "trial_id": id, "generation": generation, "id": f"d{number}"}
    return job("watch", FAILED, "proxy", failure=DIED, **more)


def test_what_ended_by_itself_is_prepared_again_once() -> None:
    assert step(view(jobs=[death(1)])) == [e.NewGeneration()]
    assert step(view(jobs=[death(1)], generation=1)) == [e.Measure("t1")]
    assert step(view(jobs=[death(1), death(2, 1)], generation=1)) == [e.FailRun("a", DIED)]


def test_all_reports_on_one_trial_are_one_end() -> None:
    seen_twice = [death(1, trial_id="t0"), death(2, trial_id="t0")]
    assert step(view(jobs=seen_twice)) == [e.NewGeneration()]


def test_each_run_has_its_own_second_chance() -> None:
    assert step(view(jobs=[death(1), death(2, 1, "b")], generation=1)) == [e.NewGeneration()]
    failed = (run("a", is_baseline=True), run("b", state=RunState.FAILED, needs_servers=False, failure=DIED))
    assert step(view(jobs=[death(1, 0, "b"), death(2, 1, "b")], generation=1, runs=failed)) == [
        e.Measure("t1")
    ]


def test_a_run_that_ends_again_is_given_up_before_its_trial_is_repeated() -> None:
    found = death(2, 1, trial_id="t1")
    tool = job("measure", DONE, trial_id="t1", run_id="a", generation=1)
    changes: Any = {"trials": (trial(state=TrialState.MEASURING),), "generation": 1}
    assert step(view(jobs=[found, tool], **changes)) == [e.Judge("t1")]
    assert step(view(jobs=[death(1), found, tool], **changes)) == [e.FailRun("a", DIED), e.Judge("t1")]


def test_a_warm_up_that_nothing_answers_prepares_again_but_not_for_ever() -> None:
    refused = Failure(code="target_unreachable", message="it does not answer")
    tries = [job("warm", FAILED, run_id="a", id=f"w{n}", generation=n, failure=refused) for n in range(3)]
    for count in (1, 2):
        assert step(view(runs=COLD, jobs=tries[:count], generation=count - 1)) == [e.NewGeneration()]
    assert step(view(runs=COLD, jobs=tries, generation=2)) == [e.FailRun("a", refused)]


# ---- trials --------------------------------------------------------------------------------------


def test_trials_go_in_the_order_of_the_plan() -> None:
    assert step(view()) == [e.Measure("t1")]
    assert step(view(trials=(trial("t2", "b"),))) == [e.Measure("t2")]


def test_a_warm_up_before_every_trial() -> None:
    assert step(view(warm_trial=True)) == [e.WarmTrial("t1")]
    warming = (trial(state=TrialState.WARMING),)
    for state, next_ in {SENT: [], DONE: [e.Measure("t1")], FAILED: [e.Judge("t1")]}.items():
        jobs = [job("warm_trial", state, trial_id="t1")]
        assert step(view(warm_trial=True, trials=warming, jobs=jobs)) == next_


@pytest.mark.parametrize(
    ("measure", "watch", "more", "next_"),
    [
        pytest.param(SENT, SENT, [], [], id="the load tool runs"),
        pytest.param(SENT, DONE, [], [], id="a watch that ended by itself does not end the trial"),
        pytest.param(DONE, SENT, [], [e.Finish("watch-proxy", "proxy")], id="the watch ends after the tool"),
        pytest.param(FAILED, SENT, [], [e.Finish("watch-proxy", "proxy")], id="also after a failure"),
        pytest.param(DONE, SENT, [job("finish", covers=["watch-proxy"])], [], id="told once"),
        pytest.param(DONE, DONE, [], [e.Judge("t1")], id="all reports are in"),
        pytest.param(FAILED, DONE, [], [e.Judge("t1")], id="the tool failed"),
        pytest.param(LOST, LOST, [], [e.Judge("t1")], id="nothing will come any more"),
        pytest.param(SENT, LOST, [], [e.Cancel("load", ("measure-load",))], id="lost watch cuts short"),
        pytest.param(SENT, LOST, [job("cancel", covers=["measure-load"])], [], id="cut short once"),
        pytest.param(
            SENT,
            LOST,
            [job("cancel", covers=["measure-load"], age_s=GRACE_OVER)],
            [e.GiveUpJob("measure-load", GIVEN_UP)],
            id="a load host that does not answer either",
        ),
    ],
)
def test_a_trial(measure: JobState, watch: JobState, more: Any, next_: list[e.Effect]) -> None:
    assert step(measuring(measure, watch, *more)) == next_


def test_a_trial_is_carried_to_its_end_before_anything_else() -> None:
    """Also while a host is offline and an agent was restarted."""
    gone = hosts(proxy=OFFLINE | {"offline_for_s": 1000.0, "same_agent": False})
    assert step(measuring(DONE, LOST, hosts=gone)) == [e.Judge("t1")]


# ---- lost and found ------------------------------------------------------------------------------


def test_after_a_restart_of_an_agent_everything_is_prepared_again() -> None:
    assert step(view(hosts=hosts(proxy={"same_agent": False}))) == [e.NewGeneration()]
    assert step(view(hosts=hosts(proxy={"same_agent": False, "online": False}))) == []


@pytest.mark.parametrize(("seconds", "waits"), [(0.0, True), (59.0, True), (61.0, False)])
def test_a_host_may_be_away_for_a_minute(seconds: float, waits: bool) -> None:
    effects = step(view(hosts=hosts(proxy=OFFLINE | {"offline_for_s": seconds})))
    gone = Failure(code="host_offline", message="proxy has been offline for 60 s", host="proxy")
    assert effects == ([] if waits else [e.DropRest(gone)])


def test_what_was_lost_is_called_off_when_its_host_is_back() -> None:
    """A host that was cut off may still run the load tool of a trial that has been given up."""
    lost = job("measure", LOST, trial_id="t0", id="old")
    assert step(view(jobs=[lost])) == [e.Cancel("load", ("old",))]
    assert step(view(jobs=[lost, job("cancel", SENT, covers=["old"])])) == []
    assert step(view(jobs=[lost, job("cancel", DONE, covers=["old"])])) == [e.Measure("t1")]
    assert step(view(jobs=[lost, job("cancel", SENT, covers=["old"], age_s=GRACE_OVER)])) == [e.Measure("t1")]
    assert step(view(jobs=[lost], hosts=hosts(load=OFFLINE))) == []


@pytest.mark.parametrize("state", [ExperimentState.RUNNING, CANCELLING])
def test_nothing_is_put_back_under_a_lost_job(state: ExperimentState) -> None:
    lost = job("measure", LOST, trial_id="t0", id="old")
    assert step(view(state=state, trials=(), jobs=[lost])) == [e.Cancel("load", ("old",))]


def test_an_experiment_that_gives_up_while_preparing_ends_that_first() -> None:
    """One host has been away too long while another is still being prepared."""
    assert step(view([job("prepare_backend")], trials=(), hosts=hosts(proxy=OFFLINE))) == [
        e.Cancel("backend", ("prepare_backend-backend",))
    ]


@pytest.mark.parametrize("failed", ["run", "trial"])
def test_stop_on_failure(failed: str) -> None:
    runs = (run("a", is_baseline=True), run("b", state=RunState.FAILED, needs_servers=False, failure=WHY))
    changes: Any = {"runs": runs} if failed == "run" else {"trials_failed": 1, "main_failure": WHY}
    assert step(view(stop_on_failure=True, **changes)) == [e.DropRest(WHY)]
    assert step(view(stop_on_failure=False, **changes)) == [e.Measure("t1")]


def test_open_work_of_an_earlier_generation_is_ended_before_the_next_begins() -> None:
    """A late `prepare` of old would stop the servers that were started since."""
    old = job("prepare_backend", SENT)
    assert step(view([old], generation=1)) == [e.Cancel("backend", (old.id,))]
    asked = job("cancel", SENT, "backend", covers=[old.id])
    assert step(view([old, asked], generation=1)) == []
    assert isinstance(step(view([old, replace(asked, age_s=7.0)], generation=1))[0], e.GiveUpJob)
    ended = replace(old, state=JobState.FAILED)
    assert step(view([ended, asked], generation=1)) == [e.Measure("t1")]


# ---- rounds that end early ----


def test_whole_rounds_are_looked_at_before_the_next_one_begins() -> None:
    assert step(view(rounds_to_analyse=5)) == [e.AnalyseRounds(5)]
    assert step(view(rounds_to_analyse=20, trials=())) == [e.AnalyseRounds(20)]


def test_a_trial_that_is_measured_comes_before_the_look() -> None:
    assert step(measuring(DONE, DONE, rounds_to_analyse=5)) == [e.Judge("t1")]


def test_nobody_looks_once_the_rest_was_given_up() -> None:
    held = view(rounds_to_analyse=20, trials=(), failure=WHY)
    assert e.AnalyseRounds(20) not in step(held)
    cancelled = step(view(rounds_to_analyse=5, cancel_requested=True))
    assert cancelled == [e.StartCancelling()]
