"""Effects → rows and jobs: the only place that changes a running experiment."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from agents.contract import jobs as contract
from agents.contract.reports import Failure, PreparedSetup, Report
from agents.contract.states import ExperimentState, HostCondition, JobState, Role, RunState, TrialState
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.definition.stopping_rule import rule_of
from backend.experiments.orchestration import effects as e
from backend.experiments.orchestration import job_payloads, next_probe, outcome
from backend.experiments.orchestration.load_view import ENDED
from backend.experiments.orchestration.rows import Rows
from backend.experiments.results.interim_analysis import look_at
from backend.ids import new_id
from backend.records import runs_queries
from backend.records.experiments import Experiment, JobRow, Lease
from backend.records.host_snapshot import facts_of
from backend.records.hosts import Host
from backend.records.runs import Run, Trial

SHORT_JOB_S = 10.0  # finish, cancel: answered at once
RESTORE_S = 30.0
FACTS_S = 20.0
TAKEN = "applied"  # the purpose of an apply job once it was taken note of: nobody waits for it any more


class Applier(Rows):
    """Carries out the effects of one experiment inside one transaction; `new_jobs` are sent after it."""

    def __init__(self, session: Session, experiment: Experiment) -> None:
        super().__init__(session, experiment)
        self.new_jobs: list[JobRow] = []

    def apply(self, effects: Sequence[e.Effect]) -> None:
        for effect in effects:
            getattr(self, f"_{_snake(type(effect).__name__)}")(effect)

    # ---- the experiment ----

    def _lease(self, _: e.Lease) -> None:
        for host in self._hosts():
            self.session.add(Lease(host_id=host.id, experiment_id=self.experiment.id, instance=host.instance))
        self.experiment.state = ExperimentState.RUNNING
        self.experiment.started_at = datetime.now(UTC)

    def _new_generation(self, _: e.NewGeneration) -> None:
        self.experiment.generation += 1
        instances = {h.id: h.instance for h in self._hosts()}
        for lease in self._leases():
            lease.instance = instances[lease.host_id]
            lease.settings = lease.settings and None  # a restarted agent has put its host back

    def _start_cancelling(self, _: e.StartCancelling) -> None:
        self.experiment.state = ExperimentState.CANCELLING

    def _drop_rest(self, effect: e.DropRest) -> None:
        self.session.execute(
            update(Trial)
            .where(Trial.experiment_id == self.experiment.id, Trial.state.not_in(ENDED))
            .values(state=TrialState.CANCELLED)
        )
        if effect.failure:
            self.experiment.failure = effect.failure.model_dump()

    def _mark_dirty(self, effect: e.MarkDirty) -> None:
        self._host(effect.host_id).condition = HostCondition.DIRTY

    def _end(self, effect: e.End) -> None:
        self.experiment.state = effect.state
        self.experiment.finished_at = datetime.now(UTC)
        if effect.failure:
            self.experiment.failure = effect.failure.model_dump()
        self.experiment.facts_after = self._facts_after()
        self.session.execute(delete(Lease).where(Lease.experiment_id == self.experiment.id))

    def _facts_after(self) -> dict[str, object]:
        """Role → facts, in the shape of `facts`, of the hosts that were read after they were put back."""
        read = select(JobRow.host_id).where(
            JobRow.experiment_id == self.experiment.id,
            JobRow.purpose == "facts",
            JobRow.state == JobState.DONE,
        )
        hosts = {h.id: h for h in self.session.scalars(select(Host).where(Host.id.in_(read)))}
        return {role: facts_of(hosts[id]) for role, id in self._assignment.items() if id in hosts}

    # ---- preparation ----

    def _prepare(self, effect: e.Prepare) -> None:
        roles = self._roles_of(effect.host_id)
        ready: list[Role] = ["backend"] if effect.role == "backend" else ["backend", "proxy"]
        runs = [r for r in self._runs() if r.state != RunState.FAILED]
        for run in runs:
            if run.generation != self.experiment.generation:
                run.prepared, run.generation, run.state = {}, self.experiment.generation, RunState.PREPARING
        work, timeout = job_payloads.prepare(runs, [r for r in ready if r in roles])
        self._send(effect.host_id, work, f"prepare_{effect.role}", timeout)

    def _take_prepared(self, effect: e.TakePrepared) -> None:
        job = self.session.get_one(JobRow, effect.job_id)
        found = {s.key: s for s in Report.model_validate(job.report).setups}
        for run in self._runs():
            setup = job_payloads.setups_of(run).get(effect.role)
            if run.state == RunState.FAILED or setup is None:
                continue
            prepared = found.get(setup.key)
            failure = _unprepared(setup.key) if prepared is None else prepared.failure
            if prepared is None or failure:
                self._fail_run(e.FailRun(run.id, failure or _unprepared(setup.key)))
            else:
                self._keep_prepared(run, effect.role, prepared)

    def _keep_prepared(self, run: Run, role: Role, prepared: PreparedSetup) -> None:
        run.prepared = {**run.prepared, role: prepared.model_dump(mode="json")}

    def _apply(self, effect: e.Apply) -> None:
        run = self._run(effect.run_id)
        trial = self._trial(effect.trial_id) if effect.trial_id else None
        self.session.get_one(Lease, effect.host_id).settings = None  # until it answers
        work, timeout = job_payloads.apply(run, self._roles_of(effect.host_id))
        self._send(effect.host_id, work, "apply", timeout, run=run, trial=trial)

    def _take_applied(self, effect: e.TakeApplied) -> None:
        job = self.session.get_one(JobRow, effect.job_id)
        lease = self.session.get_one(Lease, effect.host_id)
        run = self._run(job.run_id or "")
        job.purpose = TAKEN
        failure = _why_not_applied(job)
        if failure:
            lease.settings = None  # what holds now is not known: asked for again before anything else
            self._fail_run(e.FailRun(run.id, failure))
            return
        lease.settings = job.work["settings"]
        self._keep_applied(run, effect.host_id, Report.model_validate(job.report))

    def _keep_applied(self, run: Run, host_id: str, report: Report) -> None:
        roles = self._roles_of(host_id)
        run.settled_generation = self.experiment.generation
        run.applied = {**run.applied, **job_payloads.applied(run, roles, report)}
        for role in roles:
            known = job_payloads.prepared(run, role)
            fresh = next((s for s in report.setups if known and s.key == known.key), None)
            if fresh:
                self._keep_prepared(run, role, fresh)

    def _cool(self, effect: e.Cool) -> None:
        trial = self._trial(effect.trial_id)
        work = contract.CoolJob(max_s=job_payloads.COOL_S)
        self._send(effect.host_id, work, "cool", job_payloads.COOL_S + SHORT_JOB_S, trial=trial)

    def _warm(self, effect: e.Warm) -> None:
        run = self._run(effect.run_id)
        host_id = self._host_of("load")
        seconds = job_payloads.seconds(self.experiment.definition.get("warmup", {}).get("prepared", 1))
        work, timeout = job_payloads.measure(run, None, self._roles_of(host_id), warm_s=seconds)
        self._send(host_id, work, "warm", timeout, run=run)

    def _warmed(self, effect: e.Warmed) -> None:
        run = self._run(effect.run_id)
        run.warmed_generation, run.state = self.experiment.generation, RunState.READY
        job = self.session.get(JobRow, effect.job_id) if effect.job_id else None
        load = Report.model_validate(job.report).load if job and job.report else None
        if load and load.probe:
            run.probe = load.probe.model_dump(mode="json")

    def _fail_run(self, effect: e.FailRun) -> None:
        run = self._run(effect.run_id)
        run.state, run.failure = RunState.FAILED, effect.failure.model_dump()

    # ---- trials ----

    def _warm_trial(self, effect: e.WarmTrial) -> None:
        trial = self._trial(effect.trial_id)
        trial.state = TrialState.WARMING
        run, host_id = self._run(trial.run_id), self._host_of("load")
        seconds = job_payloads.seconds(self.experiment.definition.get("warmup", {}).get("trial", 1))
        work, timeout = job_payloads.measure(run, trial, self._roles_of(host_id), warm_s=seconds)
        self._send(host_id, work, "warm_trial", timeout, run=run, trial=trial)

    def _requeue(self, effect: e.Requeue) -> None:
        self._trial(effect.trial_id).state = TrialState.QUEUED

    def _measure(self, effect: e.Measure) -> None:
        trial = self._trial(effect.trial_id)
        trial.state = TrialState.MEASURING
        self.experiment.measuring_at = self.experiment.measuring_at or datetime.now(UTC)
        run, load_host = self._run(trial.run_id), self._host_of("load")
        needed = job_payloads.setups_of(run).keys()
        for host_id in dict.fromkeys(self._host_of(role) for role in needed):
            if host_id != load_host:
                watch, timeout = job_payloads.watch(run, trial, self._roles_of(host_id))
                self._send(host_id, watch, "watch", timeout, run=run, trial=trial)
        work, timeout = job_payloads.measure(run, trial, self._roles_of(load_host))
        self._send(load_host, work, "measure", timeout, run=run, trial=trial)

    def _finish(self, effect: e.Finish) -> None:
        watch = self.session.get_one(JobRow, effect.job_id)
        job = self._send(effect.host_id, contract.FinishJob(job_id=effect.job_id), "finish", SHORT_JOB_S)
        job.trial_id, job.covers = watch.trial_id, [effect.job_id]

    def _judge(self, effect: e.Judge) -> None:
        trial = self._trial(effect.trial_id)
        jobs = self.session.scalars(select(JobRow).where(JobRow.trial_id == trial.id)).all()
        outcome.close_trial(self.session, trial, self._run(trial.run_id), jobs, self._hosts())
        crowded = outcome.crowded_after(trial)
        for lease in self._leases():
            lease.crowded = lease.host_id in crowded
        if is_search(self.experiment.definition):
            following = next_probe.following(self.session, self.experiment, trial)
        else:
            following = outcome.again(trial) if outcome.is_worth_repeating(trial) else None
        if following:
            self.session.add(following)

    def _fail_trial(self, effect: e.FailTrial) -> None:
        trial = self._trial(effect.trial_id)
        trial.state, trial.failure = TrialState.FAILED, effect.failure.model_dump()

    def _look_at_rounds(self, effect: e.LookAtRounds) -> None:
        """Once for each number of rounds. What is queued beyond the end was never begun: it goes."""
        id, rule = self.experiment.id, rule_of(self.experiment.definition)
        self.experiment.rounds_seen = effect.rounds
        if rule is None:
            return
        trials = runs_queries.trial_rows(self.session, id)
        found = look_at(self.experiment, rule, self._runs(), trials, effect.rounds)
        if found.rule:
            self.experiment.rounds_ended = found.model_dump(mode="json")
            beyond = (Trial.round > effect.rounds, Trial.state == TrialState.QUEUED)
            self.session.execute(delete(Trial).where(Trial.experiment_id == id, *beyond))

    # ---- jobs ----

    def _cancel(self, effect: e.Cancel) -> None:
        job = self._send(
            effect.host_id, contract.CancelJob(job_ids=list(effect.job_ids)), "cancel", SHORT_JOB_S
        )
        job.covers = list(effect.job_ids)
        job.trial_id = self.session.get_one(JobRow, effect.job_ids[0]).trial_id

    def _give_up_job(self, effect: e.GiveUpJob) -> None:
        job = self.session.get_one(JobRow, effect.job_id)
        job.state, job.failure = JobState.LOST, effect.failure.model_dump()

    def _read_facts(self, effect: e.ReadFacts) -> None:
        self._send(effect.host_id, contract.FactsJob(), "facts", FACTS_S)

    def _restore(self, effect: e.Restore) -> None:
        self._send(effect.host_id, contract.RestoreJob(), "restore", RESTORE_S)

    def _send(
        self,
        host_id: str,
        work: contract.Work,
        purpose: str,
        timeout_s: float,
        run: Run | None = None,
        trial: Trial | None = None,
    ) -> JobRow:
        job = JobRow(
            id=new_id(),
            experiment_id=self.experiment.id,
            host_id=host_id,
            run_id=run.id if run else None,
            trial_id=trial.id if trial else None,
            generation=self.experiment.generation,
            kind=work.kind,
            purpose=purpose,
            covers=[],
            work=work.model_dump(mode="json"),
            timeout_s=timeout_s,
            state=JobState.PENDING,
            sends=0,
            created_at=datetime.now(UTC),
        )
        self.session.add(job)
        self.new_jobs.append(job)
        return job


def _why_not_applied(job: JobRow) -> Failure | None:
    """The failure of an apply job, also where only one of its setups would not start again."""
    if job.failure:
        return Failure.model_validate(job.failure)
    setups = Report.model_validate(job.report).setups
    return next((s.failure for s in setups if s.failure), None)


def _unprepared(key: str) -> Failure:
    return Failure(code="prepare_failed", message=f"the agent said nothing about {key}")


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
