"""Effects on trials: hosts cool down, the load tool runs while the other hosts watch, the trial is judged."""

import time
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.diagnostics import DiagnosticOrder
from agents.contract.jobs import CoolJob, FinishJob, FireJob, MeasureJob, WatchJob
from agents.contract.states import JobState, RunState, TrialState
from agents.contract.workload import Workload
from backend.analysis.candidates.leavers import is_reference, leavers_of
from backend.analysis.decision import Decision
from backend.analysis.halving import choose_remaining
from backend.analysis.interim_analysis import analyse, is_adaptive
from backend.analysis.probes import is_clean, probes_of
from backend.definition.ceiling_rules import is_search, search_of
from backend.definition.ceiling_search import next_probe
from backend.definition.duration import warmup_seconds
from backend.definition.halving import is_halving, stage_after, stages_of_stored
from backend.definition.model import Ceiling, Definition
from backend.definition.stopping_rule import rule_of
from backend.execution.jobs.sending import SHORT_JOB_S, send
from backend.execution.orchestration import diagnostic_trials, load_jobs, outcome, run_setups
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.outcome import MAX_ATTEMPTS, again
from backend.execution.orchestration.rows import ExperimentRows
from backend.ids import new_id
from backend.planning.plan import runs_of
from backend.planning.rounds import trials_of_stage
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.runs import AnyTrial, Diagnostic, Run, Trial

COOL_S = 120.0  # netfilter remembers a closed connection as long, TIME_WAIT lasts half of it
FIRE_IN_S = 0.5  # until a message has come to every load host
REPORT_S = 10.0  # from the end of a watch to its report


def cool(rows: ExperimentRows, effect: e.Cool) -> None:
    host, purpose, timeout_s = rows.host(effect.host_id), JobPurpose.COOL, COOL_S + SHORT_JOB_S
    job, trial_id = CoolJob(max_s=COOL_S), effect.trial_id
    send(rows.session, host, job, purpose, timeout_s, experiment=rows.experiment, trial_id=trial_id)


def warm_trial(rows: ExperimentRows, effect: e.WarmTrial) -> None:
    trial = rows.trial(effect.trial_id)
    run = rows.run(trial.run_id)
    trial.state = TrialState.WARMING
    hosts = rows.load_hosts(Workload.model_validate(run.workload))
    roles = [rows.roles_of(host.id) for host in hosts]
    seconds = warmup_seconds(rows.experiment.definition.get("warmup", {}).get("trial", 1)) or 1
    job, timeout_s = load_jobs.warm_trial(run, roles[0], seconds, rows.experiment.seed)
    for host, part in zip(hosts, load_jobs.spread(job, run, roles, is_fired=False), strict=True):
        _send_load(rows, host, part, JobPurpose.WARM_TRIAL, timeout_s, trial)


def _send_load(
    rows: ExperimentRows,
    host: Host,
    job: MeasureJob,
    purpose: JobPurpose,
    timeout_s: float,
    trial: AnyTrial,
) -> None:
    of = {"experiment": rows.experiment, "run_id": trial.run_id, "trial_id": trial.id}
    send(rows.session, host, job, purpose, timeout_s, **of)


def requeue(rows: ExperimentRows, effect: e.Requeue) -> None:
    rows.trial(effect.trial_id).state = TrialState.QUEUED


def measure(rows: ExperimentRows, effect: e.Measure) -> None:
    """Start a watch on every other host of the trial, then the load tools."""
    trial = rows.trial(effect.trial_id)
    run = rows.run(trial.run_id)  # before anything changes, which would be written for each question
    trial.state = TrialState.MEASURING
    rows.experiment.measuring_at = rows.experiment.measuring_at or datetime.now(UTC)
    trial.start = _start(rows, run)
    load_hosts = rows.load_hosts(load_jobs.workload_of(run, trial))
    roles = [rows.roles_of(host.id) for host in load_hosts]
    if isinstance(trial, Diagnostic):
        job, timeout_s = diagnostic_trials.job_of(rows, run, trial, roles[0])
    else:
        job, timeout_s = load_jobs.measure(run, trial, roles[0], rows.experiment.seed)
    host_ids = dict.fromkeys(rows.assignment[role] for role in run_setups.setups_of(run))
    for host_id in host_ids:
        if host_id not in [host.id for host in load_hosts]:
            _watch(rows, rows.host(host_id), run, trial, timeout_s, job.diagnostic)
    for host, part in zip(load_hosts, load_jobs.spread(job, run, roles, is_fired=True), strict=True):
        _send_load(rows, host, part, JobPurpose.MEASURE, timeout_s, trial)


def fire(rows: ExperimentRows, effect: e.Fire) -> None:
    """Tell every load host of a trial the moment at which it begins."""
    at, trial = time.time() + FIRE_IN_S, rows.trial(effect.trial_id)
    for job in rows.jobs_of(trial):
        if job.purpose == JobPurpose.MEASURE and not JobState(job.state).is_final:
            send(
                rows.session,
                rows.host(job.host_id),
                FireJob(job_id=job.id, at=at),
                JobPurpose.FIRE,
                SHORT_JOB_S,
                experiment=rows.experiment,
                trial_id=trial.id,
                covers=[job.id],
            )


def _start(rows: ExperimentRows, run: Run) -> int | None:
    """The number of the start that a trial measures: another one, whatever made its servers start anew."""
    agents = {lease.host_id: lease.instance for lease in rows.leases()}
    instances: dict[Role, str] = {
        role: agents[host_id] for role, host_id in rows.assignment.items() if host_id in agents
    }
    digest = run_setups.start_digest(run, instances)
    if digest is None:
        return None
    if digest != run.started:
        run.started, run.starts = digest, run.starts + 1
    return run.starts


def _watch(
    rows: ExperimentRows,
    host: Host,
    run: Run,
    trial: AnyTrial,
    max_s: float,
    diagnostic: DiagnosticOrder | None,
) -> None:
    keys = run_setups.keys_on(run, rows.roles_of(host.id))
    send(
        rows.session,
        host,
        WatchJob(trial_id=trial.id, watch=keys, max_s=max_s, diagnostic=diagnostic),
        JobPurpose.WATCH,
        max_s + REPORT_S + (load_jobs.DIAGNOSTIC_READ_S if diagnostic else 0),
        experiment=rows.experiment,
        run_id=run.id,
        trial_id=trial.id,
    )


def finish(rows: ExperimentRows, effect: e.Finish) -> None:
    watch = rows.job(effect.job_id)
    send(
        rows.session,
        rows.host(effect.host_id),
        FinishJob(job_id=watch.id),
        JobPurpose.FINISH,
        SHORT_JOB_S,
        experiment=rows.experiment,
        trial_id=watch.trial_id,
        covers=[watch.id],
    )


def judge(rows: ExperimentRows, effect: e.Judge) -> None:
    """Close a trial, and add what follows from it: a repeat, a search's next probe, or more profiles."""
    trial = rows.trial(effect.trial_id)
    run = rows.run(trial.run_id)
    jobs = rows.jobs_of(trial)
    if isinstance(trial, Diagnostic):
        diagnostic_trials.close(rows.session, trial, run, jobs, rows.hosts())
    else:
        was_probed = run.probe is not None
        outcome.close_trial(rows.session, trial, run, jobs, rows.hosts())
        if not was_probed:
            rows.fail_unequal()
    crowded_hosts = outcome.crowded_after(trial)
    for lease in rows.leases():
        lease.crowded = lease.host_id in crowded_hosts
    if run.state == RunState.FAILED:
        return
    if isinstance(trial, Diagnostic):
        following = outcome.again(trial) if diagnostic_trials.is_worth_repeating(trial) else None
    elif is_search(rows.experiment.definition):
        following = next_probe_trial(rows.session, rows.experiment, trial)
    else:
        following = _repeat(rows, trial)
    if following:
        rows.session.add(following)
    elif isinstance(trial, Diagnostic):
        diagnostic_trials.go_on(rows)
    elif not is_search(rows.experiment.definition) and outcome.is_unanswered(trial):
        _end_unanswered(rows, trial)


def _repeat(rows: ExperimentRows, trial: Trial) -> Trial | None:
    if not outcome.is_worth_repeating(trial):
        return None
    before = runs_queries.ended_before(rows.session, trial)
    return None if outcome.always_fails(trial, before) else outcome.again(trial)


def _end_unanswered(rows: ExperimentRows, trial: Trial) -> None:
    """Measure no further round where no run has answered a request so far."""
    rows.session.flush()
    if runs_queries.none_answered(rows.session, rows.experiment.id, trial.round):
        rows.delete_queued_after(trial.round)


def fail_trial(rows: ExperimentRows, effect: e.FailTrial) -> None:
    trial = rows.trial(effect.trial_id)
    trial.state, trial.failure = TrialState.FAILED, effect.failure.model_dump()


def analyse_rounds(rows: ExperimentRows, effect: e.AnalyseRounds) -> None:
    """Once for each number of whole rounds; when the rounds end, trials beyond them are deleted."""
    experiment, rule = rows.experiment, rule_of(rows.experiment.definition)
    experiment.rounds_analysed = effect.rounds
    if is_halving(experiment.definition):
        begin_stage(rows, effect.rounds)
    if rule is None:
        return
    trials = runs_queries.trial_rows(rows.session, experiment.id)
    decision = analyse(experiment, rule, rows.runs(), trials, effect.rounds)
    if decision.rule:
        experiment.rounds_ended = decision.model_dump(mode="json")
        rows.delete_queued_after(effect.rounds)
    elif is_adaptive(experiment):
        _leave(rows, decision, effect.rounds)


def _leave(rows: ExperimentRows, decision: Decision, rounds: int) -> None:
    """Measure candidates no further that are decided or hardly will be, nor what nobody is compared with."""
    open_ids = {c.run_id for c in decision.undecided if not c.has_left}
    leavers = leavers_of(rows.experiment, rows.runs(), open_ids)
    for run in leavers:
        if run.last_round is None and not is_reference(run):
            run.last_round = rounds
    rows.delete_queued_after(rounds, {run.id for run in leavers})


def begin_stage(rows: ExperimentRows, rounds: int) -> None:
    """Begin a stage after so many whole rounds: leave out the worse half, queue what the rest measures next.

    A workload none of whose candidates goes on is measured no further, its baseline neither. Written in the
    transaction that notes the stage as seen, so it happens once; made from finished trials and the
    experiment's seed alone, so it comes out the same whenever it is done.
    """
    experiment, runs = rows.experiment, rows.runs()
    stage = stage_after(stages_of_stored(experiment.definition, len(runs)), rounds)
    if stage is None:
        return
    trials = runs_queries.trial_rows(rows.session, experiment.id)
    remain = choose_remaining(experiment, runs, trials, stage)
    for run in runs:
        if run.id not in remain and run.eliminated_after is None and not (run.is_baseline or run.is_control):
            run.eliminated_after = rounds
    definition = Definition.model_validate(experiment.definition)
    ids = {run.position: run.id for run in runs}
    remaining_runs = [run for run in runs_of(definition) if ids[run.position] in remain]
    rows.add_trials(trials_of_stage(definition, remaining_runs, stage, experiment.seed), ids)


def next_probe_trial(session: Session, experiment: Experiment, trial: Trial) -> Trial | None:
    """The next probe of the same run; the same one again where it gave no answer; None at the end."""
    if is_clean(trial) is None:
        is_spoilt = trial.state in (TrialState.INVALID, TrialState.FAILED)
        return again(trial) if is_spoilt and trial.attempt < MAX_ATTEMPTS else None
    run = session.get_one(Run, trial.run_id)
    search = search_of(
        Ceiling.model_validate(experiment.definition["ceiling"]), Workload.model_validate(run.workload)
    )
    size = next_probe(search, probes_of(runs_queries.trials_of_run(session, run.id)))
    if size is None:
        return None
    return Trial(
        id=new_id(),
        experiment_id=trial.experiment_id,
        run_id=trial.run_id,
        round=trial.round + 1,
        position=trial.position + _probe_step(session, experiment),
        connections=size if trial.rate is None else None,
        rate=size if trial.rate is not None else None,
    )


def _probe_step(session: Session, experiment: Experiment) -> int:
    """Interleaved: each round probes every run once, in the order of the first; else run after run."""
    if experiment.definition.get("order") == "sequential":
        return 1
    return runs_queries.count(session, experiment.id) or 1
