"""`step` against any order of reports, duplicates, losses, restarts, silence, cancels and time.

Whatever happened: once agents answer again, every experiment ends within a bounded time, with every trial in
a final state, no host left changed that is not named, and never two load tools on one host.
DYNO_FUZZ=MINUTES looks for new orders for about so long.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from agents.catalog.roles import Role
from backend.execution.jobs.sending import START_WITHIN_S
from backend.records.job_purpose import PREPARE, JobPurpose
from backend.tests.unit.orchestration.model import CHANGES, TIMEOUT_S, Model
from backend.tests.unit.orchestration.model_rows import NOTHING, Agent, Job

pytestmark = pytest.mark.slow
MINUTES = float(os.environ.get("DYNO_FUZZ", "0"))
FAIR_TICKS = 600
REMOVED_AFTER_S = 100.0  # most orders are to be about hosts that stay
HOSTS = ("a", "b", "c", "d")
SHARED: list[dict[Role, str]] = [
    {"load": "a", "proxy": "b", "backend": "c"},
    {"load": "d", "proxy": "b", "backend": "b"},
]
host_names = st.sampled_from(HOSTS)


class Worlds(RuleBasedStateMachine):
    """Two experiments whose testbeds share the host b."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model(SHARED)

    @initialize(
        warm_trial=st.booleans(),
        warm_prepared=st.booleans(),
        stop_on_failure=st.booleans(),
        rounds_per_start=st.sampled_from([0, 1]),
        diagnostic_rounds=st.sampled_from([0, 1]),
    )
    def launch(self, **options: Any) -> None:
        self.model = Model(SHARED, **options)
        self.model.advance_all()

    # ---- agents ----

    @rule(name=host_names, most=st.integers(1, 3))
    def deliver(self, name: str, most: int) -> None:
        for _ in range(most):
            deliver(self.model, name)

    @rule(data=st.data(), name=host_names, is_good=st.sampled_from([True, True, True, False]))
    def work(self, data: st.DataObject, name: str, is_good: bool) -> None:
        agent = self.model.agents[name]
        if agent.up and agent.running:
            work(agent, data.draw(st.sampled_from(sorted(agent.running))), is_good)

    @rule(name=host_names, twice=st.booleans(), fails=st.sampled_from([False, False, True]))
    def report(self, name: str, twice: bool, fails: bool) -> None:
        self.model.fails = fails
        report(self.model, name, twice)
        self.model.fails = False

    @rule(name=host_names, at_most=st.integers(1, 8))
    def live(self, name: str, at_most: int) -> None:
        """Some time in which one host does all that it is asked."""
        for _ in range(at_most):
            live(self.model, name)

    @rule(at_most=st.integers(1, 12))
    def live_all(self, at_most: int) -> None:
        for _ in range(at_most):
            for name in HOSTS:
                live(self.model, name)

    @rule(name=host_names)
    def heartbeat(self, name: str) -> None:
        if self.model.agents[name].up and self.model.agents[name].linked:
            self.model.hear(name)

    @rule(name=host_names)
    def restart(self, name: str) -> None:
        restart(self.model.agents[name])

    @rule(name=host_names)
    def kill(self, name: str) -> None:
        self.model.agents[name].up = False

    @rule(name=host_names)
    def silence(self, name: str) -> None:
        self.model.miss(name)

    @rule(name=host_names)
    def cut_off(self, name: str) -> None:
        self.model.agents[name].linked = False

    @rule(name=host_names)
    def link(self, name: str) -> None:
        self.model.agents[name].linked = True

    @rule(name=host_names)
    def cannot_put_back(self, name: str) -> None:
        agent = self.model.agents[name]
        agent.stuck = not agent.is_clean

    @rule(name=host_names, unavailable=st.sampled_from(["", "older"]))
    def change_version(self, name: str, unavailable: str) -> None:
        restart(self.model.agents[name])
        self.model.hosts[name].unavailable = unavailable

    @rule(name=host_names)
    def remove(self, name: str) -> None:
        """Not while an experiment holds it."""
        if self.model.hosts[name].holder is None and self.model.clock > REMOVED_AFTER_S:
            self.model.hosts[name].removed = True
            self.model.advance_all()

    # ---- the rest of the world ----

    @rule()
    def broker_forgets(self) -> None:
        for agent in self.model.agents.values():
            agent.inbox.clear()

    @rule(is_up=st.booleans())
    def broker(self, is_up: bool) -> None:
        self.model.broker_up = is_up

    @rule(seconds=st.sampled_from([2.0, 2.0, 7.0, 40.0, 100.0]))
    def time_passes(self, seconds: float) -> None:
        self.model.tick(seconds)

    @rule(number=st.integers(0, 1))
    @precondition(lambda self: any(not x.state.is_final for x in self.model.experiments))
    def cancel(self, number: int) -> None:
        experiment = self.model.experiments[number]
        if not experiment.state.is_final:
            experiment.cancel_requested = True
            self.model.advance(experiment)

    def teardown(self) -> None:
        """The world becomes fair."""
        model = self.model
        model.broker_up = True
        for host in model.hosts.values():
            host.unavailable = ""
        for agent in model.agents.values():
            agent.linked = True
            if not agent.up:
                restart(agent)
        for _ in range(FAIR_TICKS):
            if all(x.state.is_final for x in model.experiments):
                break
            for name, agent in model.agents.items():
                if model.hosts[name].holder is None and not model.hosts[name].clean:
                    agent.stuck = False  # a person has put it right
                    agent.put_back()
                live(model, name)
            model.tick(2.0)
        assert all(x.state.is_final for x in model.experiments), "an experiment does not end"


# ---- what an agent does ----


def deliver(model: Model, name: str) -> None:
    """The oldest message on its queue reaches the agent."""
    agent = model.agents[name]
    if not (agent.up and agent.linked and model.broker_up and agent.inbox):
        return
    job, sent_at = agent.inbox.pop(0)
    if job.id in agent.running:
        return
    if job.id in agent.ended:
        agent.spool.append((job.id, agent.ended[job.id]))
    elif model.clock - sent_at > START_WITHIN_S or job.id in agent.stopped:
        _end(agent, job, False)
    elif job.purpose in (JobPurpose.CANCEL, JobPurpose.FINISH):
        (agent.stopped if job.purpose is JobPurpose.CANCEL else agent.told).update(job.covers)
        for id in job.covers & agent.running.keys() if job.purpose is JobPurpose.CANCEL else ():
            _end(agent, agent.running[id], False)
        _end(agent, job, True)
    else:
        if job.purpose is JobPurpose.MEASURE:
            others = [j for j in agent.running.values() if j.purpose is JobPurpose.MEASURE]
            assert not others, "two load tools on one host"
        agent.running[job.id] = job


def work(agent: Agent, job_id: str, is_good: bool) -> None:
    """The agent comes to the end of a job, if it can."""
    job = agent.running[job_id]
    before = [j for j in agent.running.values() if j.purpose in CHANGES]
    if job.purpose in CHANGES and before[0] is not job:
        return  # one change at a time
    if job.purpose is JobPurpose.WATCH and job.id not in agent.told and job.age < TIMEOUT_S:
        return
    if job.purpose in PREPARE.values():
        agent.serves = True
    elif job.purpose is JobPurpose.APPLY:
        agent.settings = job.settings if is_good else agent.settings if agent.stuck else NOTHING
        agent.serves = True
    elif job.purpose is JobPurpose.RESTORE:
        agent.put_back()
    _end(agent, job, is_good)


def _end(agent: Agent, job: Job, is_good: bool) -> None:
    agent.running.pop(job.id, None)
    agent.ended[job.id] = is_good
    agent.spool.append((job.id, is_good))


def report(model: Model, name: str, twice: bool = False) -> None:
    agent = model.agents[name]
    if agent.up and agent.linked and agent.spool:
        job_id, is_good = agent.spool[0] if twice else agent.spool.pop(0)
        model.take_report(name, job_id, is_good)


def restart(agent: Agent) -> None:
    """A new start: what was begun is void, what was changed is put back."""
    agent.up, agent.instance = True, agent.instance + 1
    agent.ended |= dict.fromkeys(agent.running, False)
    for of_process in (agent.running, agent.told, agent.stopped):
        of_process.clear()
    agent.put_back()


def live(model: Model, name: str) -> None:
    """A while in which nothing goes wrong on this host."""
    agent = model.agents[name]
    if agent.up and agent.linked:
        model.hear(name)
    while agent.up and agent.linked and model.broker_up and agent.inbox:
        deliver(model, name)
    for job_id in list(agent.running) if agent.up else ():
        work(agent, job_id, True)
    while agent.up and agent.linked and agent.spool:
        report(model, name)


Worlds.TestCase.settings = settings(
    max_examples=int(MINUTES * 300) or 50,
    stateful_step_count=60 if MINUTES else 40,
    derandomize=not MINUTES,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
TestWorlds: Any = pytest.mark.timeout(120 + MINUTES * 300)(Worlds.TestCase)
