"""`step` in a small world where everything fails at random: it always comes to an end, and leaves it tidy."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.catalog.roles import ROLES
from agents.contract.jobs import Setting
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.definition.fresh_servers import start_of
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.outcome import MAX_ATTEMPTS
from backend.execution.orchestration.step import step
from backend.execution.orchestration.view import WORKING, HostView, JobView, RunView, TrialView, View
from backend.records.job_purpose import JobPurpose

TICK_S = 2.0
MAX_TICKS = 3000
LOST = Failure(code="host_lost", message="gone")
DIED = Failure(code="nginx_died", message="ended")
BROKEN = Failure(code="tool_failed", message="broken")
BACKLOG = Setting(kind="sysctl", name="net.core.somaxconn", value="1024")
FASTOPEN = Setting(kind="sysctl", name="net.ipv4.tcp_fastopen", value="3")


@dataclass
class World:
    """Hosts, jobs and trials as the rows would hold them; `chance(percent)` decides what goes wrong."""

    chance: Any
    trouble: int  # percent of events that go wrong
    view: View
    trials: dict[str, TrialView]
    ended: list[str] = field(default_factory=list)
    number: int = 0
    real: dict[str, frozenset[Setting]] = field(default_factory=lambda: dict.fromkeys(ROLES, frozenset()))

    def look(self) -> View:
        open_trials = [t for t in self.trials.values() if not t.state.is_final]
        order = sorted(open_trials, key=lambda t: (t.position, t.attempt))
        count = [t.state for t in self.trials.values()].count
        self.view = replace(
            self.view,
            trials=tuple(order),
            trials_done=count(TrialState.DONE),
            trials_failed=count(TrialState.FAILED),
        )
        return self.view

    # ---- effects ----

    def apply(self, effect: e.Effect) -> None:  # noqa: C901, PLR0915 - a table
        match effect:
            case e.LeaseHosts():
                self._hosts(lambda h: replace(h, is_held=True, free=False))
                self._set(state=ExperimentState.RUNNING)
            case e.NewGeneration():
                self._hosts(lambda h: replace(h, same_agent=True))
                self._set(generation=self.view.generation + 1)
                self._runs(
                    None, lambda r: replace(r, prepared=frozenset(), is_warmed_up=False, has_settled=False)
                )
                self._hosts(lambda h: replace(h, settings=h.settings and None))
            case e.FreshServers():
                self._fresh_servers()
            case e.Prepare(role, host):
                self._send(f"prepare_{role}", host)
            case e.TakePrepared(role):
                self._runs(None, lambda r: self._prepared(r, role))
            case e.Apply(run, host, trial):
                self._hosts(lambda h: replace(h, settings=None) if h.id == host else h)
                self._send("apply", host, run_id=run, trial_id=trial)
            case e.TakeApplied(host, job):
                self._take_applied(host, job)
            case e.Cool(host, trial):
                self._send("cool", host, trial_id=trial)
            case e.ReadFacts(host):
                self._send("facts", host)
            case e.Warm(run):
                self._send("warm", "load", run_id=run)
            case e.Warmed(run):
                self._runs(
                    run, lambda r: replace(r, is_warmed_up=True, was_warmed=True, state=RunState.READY)
                )
            case e.FailRun(run, why):
                self._runs(run, lambda r: replace(r, state=RunState.FAILED, needs_servers=False, failure=why))
            case e.WarmTrial(trial):
                self._trial(trial, TrialState.WARMING)
                self._send("warm_trial", "load", trial_id=trial)
            case e.Requeue(trial):
                self._trial(trial, TrialState.QUEUED)
            case e.Measure(trial):
                assert not self._working(), "a trial begins on quiet hosts"
                assert self._as_asked(trial), "a trial begins with its own settings"
                assert self._is_of_its_round(trial), "a trial measures the start of its round"
                self._trial(trial, TrialState.MEASURING)
                for host, purpose in (("proxy", "watch"), ("backend", "watch"), ("load", "measure")):
                    self._send(purpose, host, trial_id=trial, run_id=self.trials[trial].run_id)
            case e.Finish(job, host):
                self._send("finish", host, covers=frozenset({job}))
            case e.Cancel(host, jobs):
                self._send("cancel", host, covers=frozenset(jobs))
            case e.GiveUpJob(job, why):
                self._job(job, JobState.LOST, why)
            case e.Judge(trial):
                self._judge(trial)
            case e.FailTrial(trial):
                self._trial(trial, TrialState.FAILED)
            case e.DropRest(why):
                for trial in self.look().trials:
                    self._trial(trial.id, TrialState.CANCELLED)
                self._set(failure=self.view.failure or why)
            case e.StartCancelling():
                self._set(state=ExperimentState.CANCELLING)
            case e.Restore(host):
                assert not self._working(), "nothing is put back under a job that runs"
                self._send("restore", host)
            case e.MarkNeedsRestore(host):
                self._hosts(lambda h: replace(h, clean=False) if h.id == host else h)
            case e.End(state, why):
                self._set(state=state, failure=why)

    def _fresh_servers(self) -> None:
        assert not self._working(), "servers are started anew between trials"
        generation = self.view.generation + 1
        self._set(generation=generation, start_generation=generation)
        self._runs(None, lambda r: replace(r, prepared=frozenset(), is_warmed_up=False, has_settled=False))
        for run_id in {t.run_id for t in self.view.trials}:
            round = min(t.round for t in self.view.trials if t.run_id == run_id)
            start = start_of(round, self.view.rounds_per_start)
            self._runs(run_id, lambda r, start=start: replace(r, start=start))

    def _take_applied(self, host_id: str, job_id: str) -> None:
        job = next(j for j in self.view.jobs if j.id == job_id)
        done = job.state is JobState.DONE
        known = self.real[host_id] if done else None
        self._hosts(lambda h: replace(h, settings=known) if h.id == host_id else h)
        self._jobs(lambda j: replace(j, purpose=JobPurpose.APPLIED) if j.id == job_id else j)
        change: Any = (
            {"has_settled": True}
            if done
            else {"state": RunState.FAILED, "needs_servers": False, "failure": BROKEN}
        )
        if job.failure is DIED:
            change = {}
        self._runs(job.run_id, lambda r: replace(r, **change))

    def _as_asked(self, trial_id: str) -> bool:
        run = next(r for r in self.view.runs if r.id == self.trials[trial_id].run_id)
        return all(self.real[role] == run.settings.get(role, frozenset()) for role in ROLES)

    def _is_of_its_round(self, trial_id: str) -> bool:
        trial = self.trials[trial_id]
        run = next(r for r in self.view.runs if r.id == trial.run_id)
        return run.start == start_of(trial.round, self.view.rounds_per_start) and run.is_warmed_up

    def _prepared(self, run: RunView, role: Any) -> RunView:
        if self.chance(self.trouble // 3):
            return replace(run, state=RunState.FAILED, needs_servers=False, failure=BROKEN)
        return replace(run, prepared=run.prepared | {role})

    def _judge(self, trial_id: str) -> None:
        trial = self.trials[trial_id]
        states = {j.state for j in self.view.jobs if j.trial_id == trial_id and j.purpose != "finish"}
        bad = states & {JobState.LOST, JobState.FAILED}
        self._trial(trial_id, TrialState.FAILED if bad else TrialState.DONE)
        died = any(j.failure is DIED for j in self.view.jobs if j.trial_id == trial_id)
        lives = next(r for r in self.view.runs if r.id == trial.run_id).state is not RunState.FAILED
        if (JobState.LOST in states or died) and lives and trial.attempt < MAX_ATTEMPTS:
            again = replace(trial, id=f"{trial_id}'", attempt=trial.attempt + 1, state=TrialState.QUEUED)
            self.trials[again.id] = again

    # ---- time passes ----

    def tick(self) -> None:
        self._jobs(lambda j: replace(j, age_s=j.age_s + TICK_S))
        for host in self.view.hosts:
            self._weather(host)
        for job in [j for j in self.view.jobs if not j.state.is_final]:
            self._progress(job)
        if self.chance(self.trouble // 8):
            self._set(cancel_requested=True)

    def _weather(self, host: HostView) -> None:
        if not host.online:
            back = not self.chance(60)
            away = host.offline_for_s + TICK_S
            change = {"online": True, "offline_for_s": 0.0} if back else {"offline_for_s": away}
        elif self.chance(self.trouble // 6):
            change = {"same_agent": False} if self.chance(50) else {"online": False}
            if "same_agent" in change:
                self.real[host.id] = frozenset()  # a restarted agent puts its host back first
            for job in self.view.jobs:
                if job.host_id == host.id and not job.state.is_final:
                    self._job(job.id, JobState.LOST, LOST)
        else:
            return
        self._hosts(lambda h: replace(h, **change) if h.id == host.id else h)

    def _progress(self, job: JobView) -> None:
        host = next(h for h in self.view.hosts if h.id == job.host_id)
        told = {id for j in self.view.jobs if j.purpose in ("finish", "cancel") for id in j.covers}
        if job.age_s > 100:
            self._job(job.id, JobState.LOST, LOST)
        elif host.online and (job.purpose != "watch" or job.id in told) and not self.chance(40):
            bad = self.chance(self.trouble // 3)
            if job.purpose == "apply":
                run = next(r for r in self.view.runs if r.id == job.run_id)
                self.real[host.id] = frozenset() if bad else run.settings.get(host.id, frozenset())  # pyright: ignore[reportArgumentType, reportCallIssue]
            why = DIED if job.run_id and self.chance(50) else BROKEN
            self._job(job.id, JobState.FAILED if bad else JobState.DONE, why if bad else None)

    # ---- rows ----

    def _working(self) -> list[JobView]:
        return [j for j in self.view.jobs if not j.state.is_final and j.purpose in WORKING]

    def _set(self, **changes: Any) -> None:
        self.view = replace(self.view, **changes)

    def _hosts(self, change: Any) -> None:
        self._set(hosts=tuple(change(h) for h in self.view.hosts))

    def _jobs(self, change: Any) -> None:
        self._set(jobs=tuple(change(j) for j in self.view.jobs))

    def _runs(self, run_id: str | None, change: Any) -> None:
        runs = (
            change(r) if run_id in (None, r.id) and r.state != RunState.FAILED else r for r in self.view.runs
        )
        self._set(runs=tuple(runs))

    def _trial(self, trial_id: str, state: TrialState) -> None:
        self.trials[trial_id] = replace(self.trials[trial_id], state=state)
        if state.is_final:
            self.ended.append(trial_id)

    def _job(self, job_id: str, state: JobState, why: Failure | None) -> None:
        self._jobs(lambda j: replace(j, state=state, failure=why) if j.id == job_id else j)

    def _send(self, purpose: str, host_id: str, **of: Any) -> None:
        self.number += 1
        job = JobView(
            f"j{self.number}",
            JobPurpose(purpose),
            host_id,
            JobState.SENT,
            generation=self.view.generation,
            **of,
        )
        self._set(jobs=(*self.view.jobs, job))


def _world(chance: Any, trouble: int, **changes: Any) -> World:
    hosts = tuple(HostView(name, name, frozenset({name})) for name in ROLES)
    roles: Any = frozenset(("proxy", "backend"))
    asked: list[Any] = [{}, {"proxy": frozenset({BACKLOG})}, {"proxy": frozenset({BACKLOG, FASTOPEN})}]
    runs = tuple(RunView(f"r{n}", n, roles, is_baseline=n == 0, settings=asked[n]) for n in range(3))
    trials = [TrialView(f"t{n}-{r}", f"r{r}", n + 1, 3 * n + r) for n in range(2) for r in range(3)]
    start = View(ExperimentState.QUEUED, hosts, runs, (), **changes)
    return World(chance, trouble, start, {t.id: t for t in trials})


def _live(world: World) -> None:
    for _ in range(MAX_TICKS):
        for _ in range(100):
            effects = step(world.look())
            if not effects:
                break
            for effect in effects:
                world.apply(effect)
        else:
            raise AssertionError("effects without end")
        if world.view.state.is_final:
            return
        world.tick()
    raise AssertionError(f"no end: {world.view}")


@settings(max_examples=200)
@given(
    st.integers(0, 2**32),
    st.sampled_from([0, 3, 10, 30, 60]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 1]),
)
def test_it_always_ends_and_leaves_every_host_restored_or_named(
    seed: int, trouble: int, warm_prepared: bool, warm_trial: bool, stop: bool, rounds_per_start: int
) -> None:
    dice = Random(seed)
    world = _world(
        lambda percent: dice.random() * 100 < percent,
        trouble,
        warm_prepared=warm_prepared,
        warm_trial=warm_trial,
        stop_on_failure=stop,
        rounds_per_start=rounds_per_start,
    )
    _live(world)
    assert all(t.state.is_final for t in world.trials.values())
    assert len(world.ended) == len(set(world.ended)) == len(world.trials)
    restored = {j.host_id for j in world.view.jobs if j.purpose == "restore" and j.state == JobState.DONE}
    assert all(h.id in restored or not h.clean for h in world.view.hosts if h.is_held)
    if not trouble:
        assert world.view.state == ExperimentState.FINISHED
        assert world.ended == [f"t{n}-{r}" for n in range(2) for r in range(3)]
    assert step(world.look()) == []
