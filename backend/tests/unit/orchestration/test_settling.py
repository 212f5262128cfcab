"""Before a trial its hosts are as its run asks: settings applied, servers started under them, ports free."""

from typing import Any

from agents.contract.jobs import Setting
from agents.contract.reports import Failure
from agents.contract.states import JobState, RunState
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.step import step
from backend.execution.orchestration.view import View
from backend.tests.unit.orchestration.views import hosts, job, run, trial, view

BACKLOG = frozenset({Setting(kind="sysctl", name="net.core.somaxconn", value="1024")})
ASKS: Any = {"proxy": BACKLOG}
DONE, SENT, FAILED = JobState.DONE, JobState.SENT, JobState.FAILED


def tuned(*jobs: Any, proxy: dict[str, Any] | None = None, **of_run: Any) -> View:
    """The next trial's run asks for a longer accept queue on the proxy's host."""
    runs = (run("a", is_baseline=True, settings=ASKS, **of_run), run("b", is_baseline=False))
    return view(jobs, runs=runs, hosts=hosts(proxy=proxy or {}))


def test_a_run_without_settings_asks_nothing_of_its_hosts() -> None:
    assert step(view()) == [e.Measure("t1")]


def test_a_host_is_changed_before_the_trial() -> None:
    assert step(tuned()) == [e.Apply("a", "proxy", "t1")]
    asked = job("apply", SENT, "proxy", run_id="a", trial_id="t1")
    assert step(tuned(asked)) == []
    done = job("apply", DONE, "proxy", run_id="a", trial_id="t1")
    assert step(tuned(done)) == [e.TakeApplied("proxy", "apply-proxy")]


def test_the_same_settings_are_not_asked_for_again() -> None:
    held = {"settings": BACKLOG}
    assert step(tuned(proxy=held, has_settled=True)) == [e.Measure("t1")]


def test_a_server_that_was_started_before_is_started_anew_under_the_settings() -> None:
    held = {"settings": BACKLOG}
    assert step(tuned(proxy=held, has_settled=False)) == [e.Apply("a", "proxy", "t1")]


def test_what_an_earlier_run_asked_for_is_put_back() -> None:
    left = view(hosts=hosts(proxy={"settings": BACKLOG}))
    assert step(left) == [e.Apply("a", "proxy", "t1")]
    unknown = view(hosts=hosts(proxy={"settings": None}))
    assert step(unknown) == [e.Apply("a", "proxy", "t1")]


def test_settings_come_before_the_warm_up_and_runs_that_need_no_change_are_warmed_first() -> None:
    runs = (run("a", ready=False, prepared=frozenset(("proxy", "backend")), settings=ASKS), run("b", False))
    ready = tuple(r if r.id == "a" else run("b", is_warmed_up=False, position=1) for r in runs)
    assert step(view(runs=ready)) == [e.Warm("b")]
    only = (ready[0], run("b", position=1))
    assert step(view(runs=only)) == [e.Apply("a", "proxy", None)]


def test_a_run_whose_settings_cannot_be_applied_fails_with_the_hosts_reason() -> None:
    refused = job("apply", FAILED, "proxy", run_id="b", trial_id="t2", failure=Failure(code="x", message="y"))
    trials = (trial("t2", "b"),)
    runs = (run("a", is_baseline=True), run("b", settings=ASKS))
    assert step(view([refused], runs=runs, trials=trials)) == [e.TakeApplied("proxy", "apply-proxy")]
    taken = hosts(proxy={"settings": None})
    failed = (
        runs[0],
        run(
            "b",
            settings=ASKS,
            state=RunState.FAILED,
            needs_servers=False,
            failure=Failure(code="x", message="y"),
        ),
    )
    assert step(view(runs=failed, hosts=taken, trials=trials)) == [
        e.FailTrial("t2", Failure(code="x", message="y"))
    ]


def test_an_answer_that_never_came_begins_a_new_generation() -> None:
    assert step(tuned(job("apply", JobState.LOST, "proxy", run_id="a", trial_id="t1"))) == [
        e.Cancel("proxy", ("apply-proxy",))
    ]


def test_a_crowded_host_cools_down_once_before_the_trial() -> None:
    crowded = hosts(proxy={"is_crowded": True})
    assert step(view(hosts=crowded)) == [e.Cool("proxy", "t1")]
    assert step(view([job("cool", SENT, "proxy", trial_id="t1")], hosts=crowded)) == []
    for state in (DONE, FAILED):
        assert step(view([job("cool", state, "proxy", trial_id="t1")], hosts=crowded)) == [e.Measure("t1")]
