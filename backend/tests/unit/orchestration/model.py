"""Experiments, hosts, agents and the queues between them as a model: what rows and agents do with an effect.

The rules are those of `advance`, of reports, heartbeats and the sweep, and of an agent's intake.
"""

from dataclasses import replace
from typing import Any

from agents.catalog.roles import Role
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.definition.fresh_servers import start_of
from backend.execution.jobs.sending import MAX_SENDS, START_WITHIN_S
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.load_view import ENDING
from backend.execution.orchestration.outcome import LOST_CONTACT, MAX_ATTEMPTS
from backend.execution.orchestration.step import step
from backend.execution.orchestration.view import WORKING, HostView, TrialView, View
from backend.records.job_purpose import PREPARE, JobPurpose
from backend.tests.unit.orchestration.model_rows import (
    NOTHING,
    Agent,
    Experiment,
    Host,
    Job,
    job_view,
    new_experiment,
)

RESEND_AFTER_S, TIMEOUT_S = 6.0, 30.0
OPEN = (JobState.PENDING, JobState.SENT)
CHANGES = (*PREPARE.values(), JobPurpose.APPLY, JobPurpose.RESTORE)  # one at a time on a host


class Model:
    """`fails` decides what goes wrong inside an effect: a setup that cannot be prepared, an invalid trial."""

    def __init__(self, testbeds: list[dict[Role, str]], **options: Any) -> None:
        names = sorted({name for hosts in testbeds for name in hosts.values()})
        self.hosts = {name: Host(name) for name in names}
        self.agents = {name: Agent() for name in names}
        self.experiments = [new_experiment(n, hosts, options) for n, hosts in enumerate(testbeds)]
        self.broker_up, self.clock, self.count = True, 0.0, 0
        self.fails = False

    # ---- the control plane ----

    def advance_all(self) -> None:
        for experiment in self.experiments:
            self.advance(experiment)

    def advance(self, experiment: Experiment) -> None:
        for _ in range(200):
            view = self.view(experiment)
            effects = step(view)
            assert effects == step(view), "asked twice it says the same"
            for effect in effects:
                self.apply(experiment, effect)
            if all(isinstance(effect, e.SENDING) for effect in effects):
                break
        else:
            raise AssertionError("effects without end")
        again = step(self.view(experiment))
        assert not effects or again != effects, "it sends the same twice"

    def view(self, experiment: Experiment) -> View:
        final = [t for t in experiment.trials.values() if t.state.is_final]
        waiting = (t for t in experiment.trials.values() if not t.state.is_final)
        order = sorted(waiting, key=lambda t: (t.state is TrialState.QUEUED, t.position, t.attempt))
        is_open = {t.id for t in order}
        jobs = [
            j
            for j in experiment.jobs
            if j.state in (*OPEN, JobState.LOST)
            or j.trial_id in is_open
            or (j.trial_id is None and j.generation == experiment.generation)
            or j.purpose in ENDING
        ]
        return View(
            experiment.state,
            tuple(self._host_view(experiment, name) for name in sorted(set(experiment.hosts.values()))),
            experiment.runs_seen(),
            tuple(order[:4]),
            tuple(job_view(j) for j in jobs),
            experiment.generation,
            experiment.cancel_requested,
            start_generation=experiment.start_generation,
            trials_done=sum(t.state is TrialState.DONE for t in final),
            trials_failed=sum(t.state is TrialState.FAILED for t in final),
            failure=experiment.failure,
            is_diagnosing=experiment.is_diagnosing,
            diagnostics_due=self._are_diagnostics_due(experiment, order),
            **experiment.options,
        )

    def _are_diagnostics_due(self, x: Experiment, left: list[TrialView]) -> bool:
        has_result = any(t.state is TrialState.DONE for t in x.trials.values())
        return not left and has_result and bool(x.diagnostic_rounds) and not (x.is_diagnosing or x.failure)

    def _host_view(self, experiment: Experiment, name: str) -> HostView:
        host = self.hosts[name]
        earlier = self.experiments[: experiment.number]
        wanted = any(name in x.hosts.values() and not x.state.is_final for x in earlier)
        held = host.holder is experiment
        return HostView(
            name,
            name,
            frozenset(role for role, of in experiment.hosts.items() if of == name),
            online=host.online,
            clean=host.clean,
            unavailable=host.unavailable,
            is_removed=host.removed,
            free=host.holder is None and not wanted,
            is_held=held,
            same_agent=host.holder is None or host.leased_from == host.instance,
            offline_for_s=host.offline_for,
            settings=host.settings if held else NOTHING,
        )

    def apply(self, x: Experiment, effect: e.Effect) -> None:  # noqa: C901, PLR0915 - a table
        held = [h for h in self.hosts.values() if h.holder is x]
        match effect:
            case e.LeaseHosts():
                for host in (self.hosts[name] for name in set(x.hosts.values())):
                    assert host.holder is None, "a host is held once"
                    host.holder, host.leased_from, host.settings = x, host.instance, NOTHING
                x.state = ExperimentState.RUNNING
            case e.HandBack(host):
                self._send(x, JobPurpose.HAND_BACK, host)
            case e.BackInLine():
                raise AssertionError("no other control plane is in these worlds")
            case e.NewGeneration():
                x.generation += 1
                for host in held:
                    host.leased_from, host.settings = host.instance, host.settings and None
                self._runs(x, None, prepared=frozenset(), is_warmed_up=False, has_settled=False)
            case e.FreshServers():
                self._fresh_servers(x)
            case e.Prepare(role, host):
                self._send(x, PREPARE[role], host)
            case e.TakePrepared(role):
                for run in list(x.runs.values()):
                    self._runs(x, run.id, prepared=run.prepared | {role})
            case e.Apply(run, host, trial):
                self.hosts[host].settings = None
                wanted = frozenset(
                    s
                    for role, of in x.hosts.items()
                    if of == host
                    for s in x.runs[run].settings.get(role, ())
                )
                self._send(x, JobPurpose.APPLY, host, run_id=run, trial_id=trial, settings=wanted)
            case e.TakeApplied(host, job_id):
                job = self.job(job_id)
                job.purpose, done = JobPurpose.APPLIED, job.state is JobState.DONE
                self.hosts[host].settings = job.settings if done else None
                if done:
                    self._runs(x, job.run_id, has_settled=True)
                else:
                    self._fail(x, job.run_id or "", job.failure)
            case e.Cool(host, trial):
                self._send(x, JobPurpose.COOL, host, trial_id=trial)
            case e.ReadFacts(host):
                self._send(x, JobPurpose.FACTS, host)
            case e.Warm(run):
                self._send(x, JobPurpose.WARM, x.hosts["load"], run_id=run)
            case e.Warmed(run):
                self._runs(x, run, is_warmed_up=True, was_warmed=True, state=RunState.READY)
            case e.FailRun(run, why):
                self._fail(x, run, why)
            case e.WarmTrial(trial):
                self._trial(x, trial, TrialState.WARMING)
                self._send(x, JobPurpose.WARM_TRIAL, x.hosts["load"], trial_id=trial)
            case e.Requeue(trial):
                self._trial(x, trial, TrialState.QUEUED)
            case e.Measure(trial):
                assert not [j for j in x.jobs if j.state in OPEN and j.purpose in WORKING]
                wanted = start_of(x.trials[trial].round, x.options.get("rounds_per_start", 0))
                assert x.runs[x.trials[trial].run_id].start == wanted, "a trial measures its round's start"
                self._trial(x, trial, TrialState.MEASURING)
                for host in sorted({x.hosts[r] for r in ("proxy", "backend")} - {x.hosts["load"]}):
                    self._send(x, JobPurpose.WATCH, host, trial_id=trial)
                self._send(x, JobPurpose.MEASURE, x.hosts["load"], trial_id=trial)
            case e.Finish(job, host):
                self._send(
                    x, JobPurpose.FINISH, host, covers=frozenset({job}), trial_id=self.job(job).trial_id
                )
            case e.Cancel(host, jobs):
                self._send(
                    x, JobPurpose.CANCEL, host, covers=frozenset(jobs), trial_id=self.job(jobs[0]).trial_id
                )
            case e.GiveUpJob(job, why):
                self._lose(self.job(job), why.code)
            case e.Judge(trial):
                self._judge(x, trial)
            case e.FailTrial(trial):
                self._trial(x, trial, TrialState.FAILED)
            case e.AnalyseRounds():
                raise AssertionError("not in this model")
            case e.DropRest(why):
                for trial in [t.id for t in x.trials.values() if not t.state.is_final]:
                    self._trial(x, trial, TrialState.CANCELLED)
                x.failure = x.failure if x.is_diagnosing else why or x.failure
            case e.BeginDiagnostics():
                self._begin_diagnostics(x)
            case e.StartCancelling():
                x.state = ExperimentState.CANCELLING
            case e.Restore(host):
                self._send(x, JobPurpose.RESTORE, host)
            case e.MarkNeedsRestore(host):
                self.hosts[host].clean = False
            case e.End(state, why):
                self._end(x, state, why)

    def _fail(self, x: Experiment, run_id: str, why: Failure | None) -> None:
        if not x.is_diagnosing:
            self._runs(x, run_id, state=RunState.FAILED, needs_servers=False, failure=why)
            return
        for trial in [t for t in x.trials.values() if t.run_id == run_id and t.state is TrialState.QUEUED]:
            self._trial(x, trial.id, TrialState.FAILED)

    def _begin_diagnostics(self, x: Experiment) -> None:
        assert not x.is_diagnosing, "diagnostics begin once"
        x.is_diagnosing = True
        first = max(t.round for t in x.trials.values()) + 1
        for number in range(first, first + x.diagnostic_rounds):
            for run in (r for r in x.runs.values() if r.state is not RunState.FAILED):
                diagnostic = TrialView(
                    f"diagnostic{x.number}-{number}-{run.id}", run.id, number, 100 * number + run.position
                )
                x.trials[diagnostic.id] = diagnostic

    def _fresh_servers(self, x: Experiment) -> None:
        assert not [j for j in x.jobs if j.state in OPEN and j.purpose in WORKING], "between trials"
        x.generation += 1
        x.start_generation = x.generation
        left = [t for t in x.trials.values() if not t.state.is_final]
        for run_id in {t.run_id for t in left}:
            first = min(t.round for t in left if t.run_id == run_id)
            self._runs(x, run_id, start=start_of(first, x.options["rounds_per_start"]))
        self._runs(x, None, prepared=frozenset(), is_warmed_up=False, has_settled=False)

    def _end(self, x: Experiment, state: ExperimentState, why: Failure | None) -> None:
        for host in (h for h in self.hosts.values() if h.holder is x):
            agent = self.agents[host.name]
            is_quiet = agent.is_clean and not any(j.purpose in WORKING for j in agent.running.values())
            assert is_quiet or not host.clean, f"{host.name} is left applied, and nobody says so"
            host.holder = None
        x.state, x.failure = state, why or x.failure
        assert not x.is_diagnosing or state is ExperimentState.FINISHED, "diagnostics change no result"
        assert all(t.state.is_final for t in x.trials.values()), "every trial has ended"
        assert len(x.ended) == len(set(x.ended)) == len(x.trials), "every trial ended once"

    def _judge(self, x: Experiment, trial_id: str) -> None:
        trial = x.trials[trial_id]
        jobs = [j for j in x.jobs if j.trial_id == trial_id and j.purpose in WORKING]
        why = {j.failure.code for j in jobs if j.failure}
        measured = any(j.purpose is JobPurpose.MEASURE and j.state is JobState.DONE for j in jobs)
        good = measured and not why
        state = (TrialState.INVALID if self.fails else TrialState.DONE) if good else TrialState.FAILED
        self._trial(x, trial_id, state)
        is_lost = state is TrialState.FAILED and bool(why & set(LOST_CONTACT))
        if (state is TrialState.INVALID or is_lost) and trial.attempt < MAX_ATTEMPTS:
            again = replace(trial, id=f"{trial_id}'", attempt=trial.attempt + 1, state=TrialState.QUEUED)
            x.trials[again.id] = again

    def _runs(self, x: Experiment, run_id: str | None, **change: Any) -> None:
        for run in list(x.runs.values()):
            if run_id in (None, run.id) and run.state is not RunState.FAILED:
                x.runs[run.id] = replace(run, **change)

    def _trial(self, x: Experiment, trial_id: str, state: TrialState) -> None:
        x.trials[trial_id] = replace(x.trials[trial_id], state=state)
        if state.is_final:
            x.ended.append(trial_id)

    # ---- jobs ----

    def job(self, job_id: str) -> Job:
        return next(j for x in self.experiments for j in x.jobs if j.id == job_id)

    def _send(self, x: Experiment, purpose: JobPurpose, host: str, **of: Any) -> None:
        self.count += 1
        job = Job(f"j{self.count}", purpose, host, x, x.generation, **of)
        x.jobs.append(job)
        self._hand_over(job)

    def _hand_over(self, job: Job) -> None:
        if self.broker_up:
            job.state, job.sent_age, job.sends = JobState.SENT, 0.0, job.sends + 1
            self.agents[job.host].inbox.append((job, self.clock))

    def _lose(self, job: Job, code: str) -> None:
        job.state, job.failure = JobState.LOST, Failure(code=code, message=code, host=job.host)

    def jobs_on(self, host: str, *states: JobState) -> list[Job]:
        return [j for x in self.experiments for j in x.jobs if j.host == host and j.state in states]

    # ---- what the control plane hears ----

    def take_report(self, name: str, job_id: str, is_good: bool) -> None:
        job, host, agent = self.job(job_id), self.hosts[name], self.agents[name]
        if job.state.is_final:
            return
        job.state = JobState.DONE if is_good else JobState.FAILED
        if not is_good:
            job.failure = Failure(code="broken", message="broken", host=name)
        if job.purpose in CHANGES:
            host.clean = not agent.stuck
        if job.experiment and job.purpose is not JobPurpose.FINISH:
            self.advance(job.experiment)

    def hear(self, name: str) -> None:
        """A heartbeat."""
        host, agent = self.hosts[name], self.agents[name]
        if host.instance != agent.instance:
            for job in self.jobs_on(name, JobState.SENT):
                self._lose(job, "agent_restarted")
        is_left = not agent.stuck and (not agent.is_clean or bool(agent.running))
        if not (is_left and not host.clean and host.holder is None):
            host.clean = not agent.stuck
        elif not agent.running:
            agent.put_back()  # it is asked to; what is sent for that belongs to no experiment
        host.instance, host.active = agent.instance, frozenset(agent.running)
        host.online, host.offline_for = True, 0.0
        self.advance_all()

    def miss(self, name: str) -> None:
        """It was silent for too long."""
        self.hosts[name].online = False
        for job in self.jobs_on(name, *OPEN):
            self._lose(job, "host_lost")
        self.advance_all()

    def tick(self, seconds: float) -> None:
        self.clock += seconds
        for host in self.hosts.values():
            host.offline_for += 0.0 if host.online else seconds
        for job in (j for x in self.experiments for j in x.jobs):
            job.age, job.sent_age = job.age + seconds, job.sent_age + seconds
            since = job.sent_age if job.sends else job.age
            if job.state in OPEN and since > TIMEOUT_S + START_WITHIN_S:
                self._lose(job, "no_report")
        self.advance_all()
        for name, host in self.hosts.items():
            for job in self.jobs_on(name, *OPEN) if host.online else ():
                never_left = job.state is JobState.PENDING
                is_late = never_left or (job.sent_age > RESEND_AFTER_S and job.id not in host.active)
                if is_late and job.sends < MAX_SENDS:
                    self._hand_over(job)
