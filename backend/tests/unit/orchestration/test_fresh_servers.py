"""Each round measures a new start of each run's servers: asked for between rounds, once, for all of them."""

from dataclasses import replace
from typing import Any

from agents.contract.jobs import Setting
from agents.contract.states import JobState, RunState, TrialState
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.step import step
from backend.execution.orchestration.view import TrialView, View
from backend.tests.unit.orchestration.views import hosts, job, run, trial, view

BACKLOG = frozenset({Setting(kind="sysctl", name="net.core.somaxconn", value="1024")})


def in_round(number: int, per_start: int, *jobs: Any, **changes: Any) -> View:
    """The next trial, of run a, is in this round; servers of the first start are prepared and warm."""
    runs = (run("a", is_baseline=True, was_warmed=True), run("b", was_warmed=True))
    base: dict[str, Any] = {"trials": (TrialView("t1", "a", number, 9),), "runs": runs}
    return view(jobs, rounds_per_start=per_start, **(base | changes))


def test_a_new_round_begins_with_new_servers() -> None:
    assert step(in_round(1, 1)) == [e.Measure("t1")]
    assert step(in_round(2, 1)) == [e.FreshServers()]


def test_servers_are_kept_as_long_as_the_definition_says() -> None:
    assert step(in_round(9, 0)) == [e.Measure("t1")]
    assert step(in_round(4, 4)) == [e.Measure("t1")]
    assert step(in_round(5, 4)) == [e.FreshServers()]


def test_nothing_is_started_beside_a_trial_or_while_there_is_no_room() -> None:
    going = TrialView("t0", "b", 1, 8, state=TrialState.MEASURING)
    busy = job("measure", JobState.SENT, trial_id="t0")
    assert step(in_round(2, 1, busy, trials=(going, TrialView("t1", "a", 2, 9)))) == []
    assert step(in_round(2, 1, space_shortage="the disk is full")) == []


def test_a_run_that_failed_gets_no_new_servers() -> None:
    runs = (run("a", is_baseline=False, state=RunState.FAILED, needs_servers=False), run("b"))
    assert isinstance(step(in_round(2, 1, runs=runs))[0], e.FailTrial)


def test_only_the_next_trials_run_is_warmed_and_on_a_host_that_has_cooled() -> None:
    runs = tuple(
        run(name, is_warmed_up=False, was_warmed=True, start=2, is_baseline=name == "a") for name in "ab"
    )
    fresh = in_round(2, 1, runs=runs, generation=1, trials=(TrialView("t1", "b", 2, 9),))
    assert step(fresh) == [e.Warm("b")]
    crowded = replace(fresh, hosts=hosts(load={"is_crowded": True}))
    assert step(crowded) == [e.Cool("load", "t1")]
    cooled = job("cool", JobState.DONE, trial_id="t1", generation=1)
    assert step(replace(crowded, jobs=(cooled,))) == [e.Warm("b")]


def test_before_the_first_trial_every_run_is_warmed() -> None:
    runs = (run("a", is_warmed_up=False, is_baseline=True), run("b", position=1, is_warmed_up=False))
    assert step(in_round(1, 1, runs=runs, trials=(trial("t1", "b"),))) == [e.Warm("a")]


def test_lost_contact_in_an_earlier_round_does_not_add_up() -> None:
    lost = [job("warm", JobState.LOST, id=f"w{n}", run_id="a", generation=0) for n in range(3)]
    ends = [job("cancel", JobState.DONE, id=f"c{n}", covers=[f"w{n}"]) for n in range(3)]
    runs = (run("a", start=2, is_baseline=True), run("b", start=2))
    of_this = in_round(2, 1, *lost, *ends, runs=runs, generation=3)
    assert isinstance(step(of_this)[0], e.DropRest)
    assert step(replace(of_this, start_generation=1)) == [e.Measure("t1")]


def test_a_run_without_settings_is_settled_again_where_others_change_its_host() -> None:
    """Its new servers were started under what the last trial of the round before asked for."""
    runs = (run("a", is_baseline=True, start=2), run("b", settings={"proxy": BACKLOG}, start=2))
    later = in_round(2, 1, runs=runs, generation=1)
    assert step(later) == [e.Apply("a", "proxy", "t1")]
    assert step(replace(later, generation=0)) == [e.Measure("t1")]
    settled = (replace(runs[0], has_settled=True), runs[1])
    assert step(replace(later, runs=settled)) == [e.Measure("t1")]


def test_whoever_halving_left_out_is_neither_prepared_nor_warmed_again() -> None:
    runs = (run("a", is_baseline=True), run("b", ready=False, needs_servers=False))
    assert step(in_round(1, 1, runs=runs)) == [e.Measure("t1")]
    both = (run("a", is_baseline=True), run("b", ready=False))
    assert step(in_round(1, 1, runs=both)) == [e.Prepare("backend", "backend")]
