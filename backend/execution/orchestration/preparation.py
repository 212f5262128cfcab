"""Effects on runs: their servers are prepared, their hosts' settings applied, the baseline's ceiling is
measured where rates are shares of it, and all are warmed up."""

from typing import Any

from agents.catalog.metrics import QUESTIONS
from agents.catalog.roles import Role
from agents.contract.jobs import ApplyJob, NginxSetup, PrepareJob
from agents.contract.reports import NGINX_DIED, Failure, PreparedSetup, Report
from agents.contract.states import RunState
from agents.contract.workload import Workload
from backend.definition.duration import fresh_warmup, warmup_seconds
from backend.definition.fresh_servers import rounds_per_start, start_of
from backend.definition.workloads import rate_shares
from backend.execution.jobs.nginx_refusal import shorten_refusal
from backend.execution.jobs.sending import send
from backend.execution.orchestration import effects as e
from backend.execution.orchestration import load_jobs, run_setups
from backend.execution.orchestration.judging import judge
from backend.execution.orchestration.rows import ExperimentRows
from backend.records.experiments import JobRow
from backend.records.job_purpose import PREPARE, JobPurpose
from backend.records.runs import Run
from backend.validity.finding import Finding
from backend.validity.generators import generator_limited

CEILING_UNKNOWN = "ceiling_unknown"
PREPARE_BASE_S, PREPARE_SETUP_S = 60.0, 2.0  # an agent tries slow starts again for as long
APPLY_BASE_S = 50.0


def fresh_servers(rows: ExperimentRows) -> None:
    """Ask for the start that each run's next trial is to measure.

    What has none left keeps its servers, idle; so does, one run after the other, what comes later.
    """
    experiment = rows.experiment
    per_start = rounds_per_start(experiment.definition)
    rounds = rows.next_rounds()
    for run in rows.runs():
        if run.id in rounds:
            run.start = start_of(rounds[run.id], per_start)
    rows.start_anew()


def prepare(rows: ExperimentRows, effect: e.Prepare) -> None:
    """Send a host the complete list of setups that it is to run for the roles that are ready by then."""
    ready = ("backend",) if effect.role == "backend" else ("backend", "proxy")
    roles = [role for role in ready if role in rows.roles_of(effect.host_id)]
    setups: dict[str, NginxSetup] = {}
    for run in (r for r in rows.runs() if r.needs_servers):
        if run.generation != rows.experiment.generation:
            run.prepared, run.generation = {}, rows.experiment.generation
            if run.start == 1 and not rows.experiment.diagnosing_since:  # a later one is told by the round
                run.state = RunState.PREPARING
        setups |= {
            s.key: s for role, s in run_setups.setups_of(run, rows.experiment.facts).items() if role in roles
        }
    timeout_s = PREPARE_BASE_S + PREPARE_SETUP_S * sum(s.instances for s in setups.values())
    job, host = PrepareJob(setups=list(setups.values())), rows.host(effect.host_id)
    send(rows.session, host, job, PREPARE[effect.role], timeout_s, experiment=rows.experiment)


def take_prepared(rows: ExperimentRows, effect: e.TakePrepared) -> None:
    job = rows.job(effect.job_id)
    setups = {s.key: s for s in Report.model_validate(job.report).setups}
    texts = {setup["key"]: setup["conf"] for setup in job.work["setups"]}
    for run in rows.runs():
        setup = run_setups.setups_of(run, rows.experiment.facts).get(effect.role)
        if not run.needs_servers or setup is None:
            continue
        prepared_setup = setups.get(setup.key)
        failure = _missing_setup(setup.key) if prepared_setup is None else prepared_setup.failure
        if prepared_setup is None or failure:
            refusal = failure and shorten_refusal(setup.key, failure, texts.get(setup.key, ""))
            rows.fail(run, refusal or _missing_setup(setup.key))
        else:
            _keep_prepared(run, effect.role, prepared_setup)
    if rows.experiment.generation:
        _drop_texts(job)


def _drop_texts(job: JobRow) -> None:
    """Runs keep what is newest: a copy of every nginx.conf for each round would only take room."""
    job.work = job.work | {"setups": _without_conf(job.work["setups"])}
    report = job.report or {}
    job.report = report | {"setups": _without_conf(report.get("setups", []))}


def _without_conf(setups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [setup | {"conf": ""} for setup in setups]


def _missing_setup(key: str) -> Failure:
    return Failure(code="prepare_failed", message=f"the agent did not report on {key}")


def _keep_prepared(run: Run, role: Role, setup: PreparedSetup) -> None:
    run.prepared = {**run.prepared, role: setup.model_dump(mode="json")}


def apply_settings(rows: ExperimentRows, effect: e.Apply) -> None:
    """Send a host the settings that a run asks for; setups are restarted where that matters."""
    run, roles = rows.run(effect.run_id), rows.roles_of(effect.host_id)
    rows.lease(effect.host_id).settings = None  # not known until the host answers
    job = ApplyJob(settings=run_setups.settings_for(run, roles), setups=run_setups.keys_on(run, roles))
    send(
        rows.session,
        rows.host(effect.host_id),
        job,
        JobPurpose.APPLY,
        APPLY_BASE_S + PREPARE_SETUP_S * len(job.setups),
        experiment=rows.experiment,
        run_id=run.id,
        trial_id=effect.trial_id,
    )


def take_applied(rows: ExperimentRows, effect: e.TakeApplied) -> None:
    job, lease = rows.job(effect.job_id), rows.lease(effect.host_id)
    run = rows.run(job.run_id or "")
    job.purpose = JobPurpose.APPLIED
    if failure := _why_not_applied(job):
        lease.settings = None  # what is in force now is not known: applied again before anything else
        if failure.code != NGINX_DIED:  # that is started anew first
            rows.fail(run, failure)
        return
    lease.settings = job.work["settings"]
    _keep_applied(rows, run, effect.host_id, Report.model_validate(job.report))


def _why_not_applied(job: JobRow) -> Failure | None:
    """The failure of an apply job, also where only one of its setups did not start again."""
    if job.failure:
        return Failure.model_validate(job.failure)
    setups = Report.model_validate(job.report).setups
    return next((s.failure for s in setups if s.failure), None)


def _keep_applied(rows: ExperimentRows, run: Run, host_id: str, report: Report) -> None:
    roles = rows.roles_of(host_id)
    run.settled_generation = rows.experiment.generation
    first_roles: list[Role] = [role for role, first_id in rows.assignment.items() if first_id == host_id]
    run.applied = {**run.applied, **run_setups.applied_by_role(run, first_roles, report)}
    for role in roles:
        prepared_setup = run_setups.prepared_setup(run, role)
        fresh = next((s for s in report.setups if prepared_setup and s.key == prepared_setup.key), None)
        if fresh:
            _keep_prepared(run, role, fresh)


def measure_ceiling(rows: ExperimentRows, effect: e.MeasureCeiling) -> None:
    """Send the whole load from the first load host."""
    run = rows.run(effect.run_id)
    load = rate_shares.closed_loop(Workload.model_validate(run.workload))
    host = rows.load_hosts(load)[0]
    job, timeout_s = load_jobs.ceiling_trial(run, rows.roles_of(host.id), load, rows.experiment.seed)
    send(rows.session, host, job, JobPurpose.CEILING, timeout_s, experiment=rows.experiment, run_id=run.id)


def take_ceiling(rows: ExperimentRows, effect: e.TakeCeiling) -> None:
    """Give each run that waits for this ceiling its rate; without a valid trial the baseline's run fails."""
    run = rows.run(effect.run_id)
    closed_loop = rate_shares.closed_loop(Workload.model_validate(run.workload))
    trials = [_read_ceiling_trial(rows, run, closed_loop, rows.job(job_id)) for job_id in effect.job_ids]
    rates = [rate for rate, findings in trials if rate and not _why_invalid(findings)]
    if not rates:
        reason = next(
            filter(None, (_why_invalid(findings) for _, findings in trials)), "it answered no request"
        )
        rows.fail(run, _unknown_ceiling(reason))
        return
    is_tool_limit = any(
        finding.code == generator_limited.code for _, findings in trials for finding in findings
    )
    ceiling = rate_shares.ceiling_of(rates)
    for rated_run in rows.runs():
        workload = Workload.model_validate(rated_run.workload)
        if workload.rate_share is None or workload.rate or rate_shares.closed_loop(workload) != closed_loop:
            continue
        try:
            hosts = rows.experiment.load_hosts
            rated_workload = rate_shares.with_rate(workload, ceiling, is_tool_limit, hosts)
        except ValueError as error:
            rows.fail(run, _unknown_ceiling(str(error)))
            return
        rated_run.workload = rated_workload.model_dump(mode="json")


def _read_ceiling_trial(
    rows: ExperimentRows, run: Run, load: Workload, job: JobRow
) -> tuple[float | None, list[Finding]]:
    """Requests per second and findings of one trial; only the load host watched it."""
    report = Report.model_validate(job.report)
    if report.load is None:
        return None, []
    windows = {job.host_id: report.window} if report.window else {}
    findings = judge(rows.session, run, load, report.load, windows, rows.hosts())
    return report.load.figures.get(QUESTIONS[0]), findings


def _why_invalid(findings: list[Finding]) -> str | None:
    return next((finding.message for finding in findings if finding.level == "invalid"), None)


def _unknown_ceiling(reason: str) -> Failure:
    text = f"its ceiling, of which the rates are shares, is not known: {reason}"
    return Failure(code=CEILING_UNKNOWN, message=text)


def warm(rows: ExperimentRows, effect: e.Warm) -> None:
    run = rows.run(effect.run_id)
    hosts = rows.load_hosts(Workload.model_validate(run.workload))
    roles = [rows.roles_of(host.id) for host in hosts]
    full_seconds = warmup_seconds(rows.experiment.definition.get("warmup", {}).get("prepared", 1))
    seconds = full_seconds if run.start == 1 else fresh_warmup(full_seconds)
    job, timeout_s = load_jobs.warm_up(run, roles[0], seconds, rows.experiment.seed)
    job = load_jobs.spread(job, run, roles, is_fired=False)[
        0
    ]  # the share of one: servers answer, pages are known
    send(rows.session, hosts[0], job, JobPurpose.WARM, timeout_s, experiment=rows.experiment, run_id=run.id)


def mark_warm(rows: ExperimentRows, effect: e.Warmed) -> None:
    run = rows.run(effect.run_id)
    report = rows.job(effect.job_id).report if effect.job_id else None
    run.warmed_generation, run.state = rows.experiment.generation, RunState.READY
    load = Report.model_validate(report).load if report else None
    if load and load.probe:
        run.probe = load.probe.model_dump(mode="json")
        if run.start == 1:
            rows.fail_unequal()


def fail_run(rows: ExperimentRows, effect: e.FailRun) -> None:
    rows.fail(rows.run(effect.run_id), effect.failure)
