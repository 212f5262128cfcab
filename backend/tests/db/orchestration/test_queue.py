"""Experiments that wait for their hosts: who begins next, and what a long queue costs (nothing)."""

import random
from itertools import count, pairwise

import pytest
from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES
from agents.contract.states import ExperimentState, HostCondition, TrialState
from backend.execution.jobs import wakeups_queries
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.effects import LeaseHosts, TakeHostsAgain
from backend.execution.orchestration.load_view import load_view
from backend.execution.orchestration.rows import ExperimentRows
from backend.execution.orchestration.step import step
from backend.execution.orchestration.sweep import sweep
from backend.ids import new_id
from backend.records.experiments import Experiment, Lease
from backend.records.hosts import Host
from backend.records.testbeds import Testbed as TestbedRow
from backend.records.testbeds import TestbedRole as RoleRow
from backend.tests.db import builders
from backend.tests.db.agents import Farm
from backend.tests.db.builders import START
from backend.tests.db.moments import age_by, api_up_for

_NUMBERS = count(1000)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of experiments that were woken, in order."""
    ids: list[str] = []
    for module in ("backend.execution.jobs.wakeups", "backend.experiments.service"):
        monkeypatch.setattr(f"{module}.advance_after_commit", lambda _, id: ids.append(id))
    return ids


def bed(session: Session, name: str, *hosts: Host) -> TestbedRow:
    row = TestbedRow(id=new_id(), name=name)
    row.roles = [RoleRow(role=r, host_id=h.id) for r, h in zip(ROLES, hosts, strict=True)]
    session.add(row)
    session.flush()
    return row


def queued(session: Session, of: TestbedRow, state: ExperimentState = ExperimentState.QUEUED) -> str:
    """Ids sort by time, but not within one millisecond: these do."""
    return builders.experiment(session, of, state, id=f"experiment-{next(_NUMBERS)}").id


def hold(session: Session, experiment_id: str, *hosts: Host) -> None:
    session.add_all(Lease(host_id=h.id, experiment_id=experiment_id, instance="") for h in hosts)
    session.flush()


def test_only_the_oldest_of_each_group_of_hosts_is_next(session: Session) -> None:
    a, b, c = (builders.host(session, name) for name in "abc")
    first, other, both = bed(session, "a", a, a, a), bed(session, "b", b, b, b), bed(session, "ab", a, b, b)
    third = bed(session, "c", c, c, c)
    running = queued(session, first, ExperimentState.RUNNING)
    hold(session, running, a)
    in_order = (first, other, both, other)
    waits_for_a, next_on_b, wants_both, behind_both = (queued(session, x) for x in in_order)
    next_on_c, _ = queued(session, third), queued(session, third)
    assert wakeups_queries.next_in_line(session) == [next_on_b, next_on_c]
    session.get_one(Experiment, next_on_b).state = ExperimentState.FINISHED
    # the younger one on b alone would find it free, but an older one waits for b and a together
    assert wakeups_queries.next_in_line(session) == [next_on_c]
    for ended in (running, waits_for_a):
        session.get_one(Experiment, ended).state = ExperimentState.CANCELLED
    session.delete(session.get_one(Lease, a.id))
    assert wakeups_queries.next_in_line(session) == [wants_both, next_on_c]
    session.get_one(Experiment, wants_both).state = ExperimentState.FINISHED
    assert wakeups_queries.next_in_line(session) == [behind_both, next_on_c]


def test_one_whose_host_was_removed_is_woken_to_end(session: Session) -> None:
    a, b = (builders.host(session, name) for name in "ab")
    ahead, waits = (queued(session, of) for of in (bed(session, "a", a, a, a), bed(session, "ab", a, b, b)))
    b.removed_at, b.online = START, False
    session.flush()
    assert wakeups_queries.next_in_line(session) == [ahead, waits]


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(3, 20))]
)
def test_next_are_just_those_that_step_would_begin(session: Session, seed: int) -> None:
    """One statement says what a look at each queued experiment would say."""
    choose = random.Random(seed)
    hosts = [builders.host(session, f"host-{n}") for n in range(5)]
    for host in hosts:
        host.online = choose.random() < 0.8
        host.condition = choose.choice([HostCondition.CLEAN] * 4 + [HostCondition.NEEDS_RESTORE])
    beds = [bed(session, f"bed-{n}", *choose.choices(hosts, k=3)) for n in range(5)]
    for _ in range(12):
        on = choose.choice(beds)
        found = queued(session, on)
        free = [h for h in hosts if h.id in {r.host_id for r in on.roles} and not session.get(Lease, h.id)]
        if choose.random() < 0.2 and free:
            session.get_one(Experiment, found).state = ExperimentState.RUNNING
            hold(session, found, *free)
    session.flush()
    waiting = session.query(Experiment).filter_by(state=ExperimentState.QUEUED).order_by(Experiment.id)
    begin = [
        e.id
        for e in waiting
        if step(load_view(session, e, ExperimentRows(session, e).testbed))
        in ([LeaseHosts()], [TakeHostsAgain()])
    ]
    assert list(wakeups_queries.next_in_line(session)) == begin


def test_a_sweep_wakes_no_more_with_a_long_queue(farm: Farm, woken: list[str]) -> None:
    made = [farm.launch(name=f"number {n}") for n in range(12)]
    woken.clear()
    sweep()
    assert woken == made[:1]  # it prepares; the others wait for its hosts
    farm.work(made[0], until="measure")
    woken.clear()
    sweep()
    assert woken == []  # its load tool runs: a report will come


def test_a_disturbed_trial_is_looked_at_although_its_tool_runs(farm: Farm, woken: list[str]) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    api_up_for(60)
    age_by(9, "proxy")
    sweep()
    woken.clear()  # the silence woke it; as if that message had been lost
    sweep()
    assert woken == [made]


def test_an_experiment_to_be_cancelled_is_looked_at_although_its_tool_runs(
    farm: Farm, woken: list[str]
) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    assert woken[-1:] == [made]
    woken.clear()
    sweep()
    assert woken == [made]


def test_a_queued_experiment_is_cancelled_at_once(farm: Farm, woken: list[str]) -> None:
    _, waiting = farm.launch(name="first"), farm.launch(name="second")
    woken.clear()
    farm.client.post(f"/api/v1/experiments/{waiting}/cancel")
    assert woken == [waiting]


def test_the_end_of_one_wakes_the_next_alone_and_the_order_of_launches_is_kept(
    farm: Farm, woken: list[str]
) -> None:
    first, *others = (farm.launch(name=f"number {n}", trials=1) for n in range(4))
    made = [first, *sorted(others)]
    for now, then in pairwise(made):
        woken.clear()
        farm.work(now)
        assert farm.experiment(now)["state"] == "finished"
        assert woken[-1] == then
        assert not {*woken} - {now, then}
        assert {farm.experiment(id)["state"] for id in made if id >= then} == {"queued"}
        advance(then)


def test_a_host_that_comes_back_wakes_who_waited_for_it(farm: Farm, woken: list[str]) -> None:
    first = farm.launch(name="first")
    made, behind = sorted(farm.launch(name=name) for name in ("second", "third"))
    farm.client.post(f"/api/v1/experiments/{first}/cancel")
    api_up_for(60)
    age_by(9, "proxy")
    sweep()
    farm.silent.add("proxy")
    advance(first)
    farm.work(first)
    assert farm.experiment(first)["state"] == "cancelled"
    assert [farm.experiment(id)["state"] for id in (made, behind)] == ["queued", "queued"]
    woken.clear()
    sweep()
    assert woken == []
    for name in ROLES:
        farm.beat(name)
    assert set(woken) == {made}


def test_a_host_that_changes_wakes_only_who_uses_it(farm: Farm, session: Session, woken: list[str]) -> None:
    made = farm.launch()
    elsewhere = builders.experiment(session, builders.a_testbed(session), ExperimentState.RUNNING)
    session.commit()
    woken.clear()
    farm.restart("load")
    assert set(woken) == {made}
    assert elsewhere.id not in woken
    assert {t["state"] for t in farm.trials(made)} == {TrialState.QUEUED}
