"""What became of a trial: from the reports of its jobs to its final state."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.cpulist import parse_cpu_list
from agents.contract.reports import Failure, Report, Window
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.experiments import validity
from backend.experiments.models import JobRow
from backend.experiments.view import WORKING
from backend.hosts.models import Host
from backend.runs.models import Run, Trial

MAX_ATTEMPTS = 3
LOST_CONTACT = ("host_lost", "agent_restarted")  # worth a retry; other failures are a result


def close_trial(
    session: Session, trial: Trial, run: Run, jobs: Sequence[JobRow], hosts: Sequence[Host]
) -> None:
    """Set the trial's final state, figures and findings from its jobs."""
    reports = {
        j.host_id: Report.model_validate(j.report)
        for j in jobs
        if j.report and j.purpose in ("measure", "watch")
    }
    load = next((r.load for r in reports.values() if r.load), None)
    windows = {host_id: r.window for host_id, r in reports.items() if r.window}
    trial.windows = {host_id: w.model_dump(mode="json") for host_id, w in windows.items()}
    if load:
        trial.argv, trial.tool_version, trial.exit_code = load.argv, load.version, load.exit_code
        trial.stdout, trial.stderr = load.stdout, load.stderr
        trial.errors, trial.warnings = load.errors, load.warnings
        trial.started_at = datetime.fromtimestamp(load.started_at, UTC)
        trial.ended_at = datetime.fromtimestamp(load.ended_at, UTC)
    failure = _failure_of([j for j in jobs if j.purpose in WORKING])
    if failure or load is None:
        trial.state = TrialState.FAILED
        missing = Failure(code="no_report", message="the load host reported no result")
        trial.failure = (failure or missing).model_dump()
        return
    trial.figures = {**load.figures, "cpu_s_per_request": _cpu_per_request(run, load.figures, windows)}
    names = {h.id: h.name for h in hosts}
    machine_of = {h.name: h.facts.get("machine", h.id) for h in hosts}
    by_name = {names[host_id]: w for host_id, w in windows.items()}
    workload, pin = Workload.model_validate(run.workload), run.knobs.get("pin.load")
    load_cpus = len(parse_cpu_list(str(pin))) if pin is not None else None
    findings = validity.judge(load, workload, by_name, machine_of, load_cpus)
    trial.findings = [f.model_dump() for f in findings]
    invalid = any(f.level == "invalid" for f in findings)
    trial.state = TrialState.INVALID if invalid else TrialState.DONE


def _failure_of(jobs: Sequence[JobRow]) -> Failure | None:
    """The failure that explains the others: lost contact first, then the load tool's own."""
    failures = [Failure.model_validate(j.failure) for j in jobs if j.failure]
    lost = [f for f in failures if f.code in LOST_CONTACT]
    own = [Failure.model_validate(j.failure) for j in jobs if j.failure and j.purpose == "measure"]
    return next(iter([*lost, *own, *failures]), None)


def _cpu_per_request(run: Run, figures: dict[str, float | None], windows: dict[str, Window]) -> float | None:
    role = "backend" if run.topology == "direct" else "proxy"
    key = run.prepared.get(role, {}).get("key")
    used = [w.own_cpu_s[key] for w in windows.values() if key in w.own_cpu_s]
    requests = figures.get("requests")
    return used[0] / requests if used and requests else None


def is_worth_repeating(trial: Trial) -> bool:
    """Invalid trials and lost contact are tried again, at most twice."""
    if trial.attempt >= MAX_ATTEMPTS:
        return False
    lost = trial.state == TrialState.FAILED and (trial.failure or {}).get("code") in LOST_CONTACT
    return trial.state == TrialState.INVALID or lost
