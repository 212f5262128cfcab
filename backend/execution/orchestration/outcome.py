"""Outcome of a trial: from the reports of its jobs to its final state."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy.orm import Session

from agents.contract.counters import ServerMemory
from agents.contract.generators.merging import merge_loads
from agents.contract.reports import (
    AGENT_RESTARTED,
    AGENT_STOPPED,
    NGINX_DIED,
    NOT_PREPARED,
    NOT_READY,
    UNREACHABLE,
    Failure,
    LoadReport,
    Report,
    Window,
)
from agents.contract.space import NO_SPACE
from agents.contract.states import TrialState
from backend import validity
from backend.analysis.failures.outcome import OWN_FAILURES
from backend.analysis.failures.reasons import OWN_FINDINGS
from backend.definition.placeholders import role_under_test
from backend.execution.orchestration.judging import judge
from backend.execution.orchestration.load_jobs import workload_of
from backend.execution.orchestration.view import WORKING
from backend.ids import new_id
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.latency import latency_queries
from backend.records.runs import AnyTrial, Run, Trial
from backend.records.trial_rows import MEASURED

MAX_ATTEMPTS = 3
ROUNDS_OF_FAILURE = 3
"""Rounds in which every attempt of a run failed alike, before its trials are no more repeated."""
MIN_COUNTED_SHARE = 0.5
"""Share of the load tool's requests that a server counted, below which its CPU time says nothing of one."""
T = TypeVar("T", bound=AnyTrial)
LOST_CONTACT = ("host_lost", AGENT_RESTARTED, AGENT_STOPPED)
SPOILT = (*LOST_CONTACT, NO_SPACE, NGINX_DIED, NOT_PREPARED, UNREACHABLE, NOT_READY)
"""Failures that say nothing about what was to be measured, the one that explains others first."""


class Attempted(Protocol):
    """An attempt at a trial, and what took it out."""

    @property
    def round(self) -> Any: ...  # int, or a column of it
    @property
    def failure(self) -> Any: ...  # Mapping[str, Any] | None
    @property
    def findings(self) -> Any: ...  # Sequence[Mapping[str, Any]]


class Told(NamedTuple):
    """Reports of a trial's hosts; `load` only where it has figures."""

    reports: dict[str, Report]  # host id → report
    load_host: str
    load: LoadReport | None
    windows: dict[str, Window]  # host id → window


def close_trial(
    session: Session, trial: Trial, run: Run, jobs: Sequence[JobRow], hosts: Sequence[Host]
) -> None:
    """Set the trial's final state, figures and findings from its jobs."""
    job_reports = take_reports(trial, run, jobs, hosts)
    if job_reports.load is None:
        return
    if run.probe is None and job_reports.load.probe:
        run.probe = job_reports.load.probe.model_dump(mode="json")
        session.flush()  # it may be the answer that the others are compared with
    with session.no_autoflush:  # the trial is written once, with its findings
        findings = judge(session, run, workload_of(run, trial), job_reports.load, job_reports.windows, hosts)
    trial.findings = [f.model_dump() for f in findings]
    invalid = any(f.level == "invalid" for f in findings)
    trial.state = TrialState.INVALID if invalid else TrialState.DONE
    _keep_latency(session, trial, job_reports.load_host, job_reports.load)


def take_reports(trial: AnyTrial, run: Run, jobs: Sequence[JobRow], hosts: Sequence[Host]) -> Told:
    """Write what the hosts said to the trial. Without figures it has failed, with the reason.

    With some whoever asked says what it is: a rule that looks back must not find it among those that counted.
    """
    reports = {
        j.host_id: Report.model_validate(j.report)
        for j in sorted(jobs, key=lambda j: (j.created_at, j.id))
        if j.report and j.purpose in (JobPurpose.MEASURE, JobPurpose.WATCH)
    }
    load_host, load = _merge_hosts(reports, {host.id: host.name for host in hosts})
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
        return Told(reports, load_host, None, windows)
    key = run.prepared.get(role_under_test(run.topology), {}).get("key")
    trial.figures = {
        **load.figures,
        "cpu_s_per_request": _cpu_per_request(key, load.figures, windows),
        **_memory_figures(key, windows),
    }
    return Told(reports, load_host, load, windows)


def _merge_hosts(reports: Mapping[str, Report], names: Mapping[str, str]) -> tuple[str, LoadReport | None]:
    """The first load host, and what all of them report together."""
    loads = {host_id: r.load for host_id, r in reports.items() if r.load}
    for host_id, load in loads.items():
        if load.late_s > 0:
            text = f"{names.get(host_id, host_id)} began {load.late_s:.3f} s late: its message came too late"
            load.warnings.append(text)
    if not loads:
        return "", None
    return next(iter(loads)), merge_loads(list(loads.values()), [names.get(i, i) for i in loads])


def _keep_latency(session: Session, trial: Trial, host_id: str, load: LoadReport) -> None:
    """Only where it holds every request; else the trial has its latency as the tool printed it."""
    latency = load.latency
    if latency and latency.counted and latency.fits(load.figures.get("requests"), load.errors.get("timeout")):
        trial.latency_kind = MEASURED
        latency_queries.keep(session, trial, host_id, latency)


def crowded_after(trial: AnyTrial) -> set[str]:
    """Hosts that have to cool down before another trial, by what a trial left behind."""
    return validity.crowded_hosts({id: Window.model_validate(w) for id, w in trial.windows.items()})


def _failure_of(jobs: Sequence[JobRow]) -> Failure | None:
    """The failure that explains the others: no contact, no room or no server first, then the tool's."""
    failures = [Failure.model_validate(j.failure) for j in jobs if j.failure]
    spoilt_failures = sorted((f for f in failures if f.code in SPOILT), key=lambda f: SPOILT.index(f.code))
    own_failures = [
        Failure.model_validate(j.failure) for j in jobs if j.failure and j.purpose == JobPurpose.MEASURE
    ]
    return next(iter([*spoilt_failures, *own_failures, *failures]), None)


def _cpu_per_request(key: str, figures: dict[str, float | None], windows: dict[str, Window]) -> float | None:
    """CPU seconds of the server under test by the requests of the same time.

    Where its host began to count after the load had begun, the server counted fewer requests than the load
    tool: its own count then goes with its CPU time. None where most requests were missed.
    """
    window = next((w for w in windows.values() if key in w.own_cpu_s), None)
    requests = figures.get("requests")
    if window is None or not requests:
        return None
    server = window.servers.get(key)
    server_requests = server.requests if server else None
    counted_requests = requests if server_requests is None else min(requests, server_requests)
    return (
        window.own_cpu_s[key] / counted_requests if counted_requests >= requests * MIN_COUNTED_SHARE else None
    )


def _memory_figures(key: str, windows: dict[str, Window]) -> dict[str, float | None]:
    """Metrics of the memory of the server under test; None where its agent could not read it."""
    servers = [window.servers[key] for window in windows.values() if key in window.servers]
    memory = (servers[0].memory if servers else None) or ServerMemory()
    return {
        "server_memory": memory.end_bytes,
        "server_memory_peak": memory.peak_bytes,
        "memory_per_connection": memory.per_connection,
    }


def again(trial: T) -> T:
    """The same trial once more."""
    return type(trial)(
        id=new_id(),
        diagnostic=trial.diagnostic,
        experiment_id=trial.experiment_id,
        run_id=trial.run_id,
        round=trial.round,
        position=trial.position,
        repeat=trial.repeat,
        attempt=trial.attempt + 1,
        connections=trial.connections,
        rate=trial.rate,
    )


def is_worth_repeating(trial: Trial) -> bool:
    """Invalid trials, and those that lost contact, room or a server, are tried again, at most twice."""
    if trial.attempt >= MAX_ATTEMPTS:
        return False
    is_spoilt = trial.state == TrialState.FAILED and (trial.failure or {}).get("code") in SPOILT
    return trial.state == TrialState.INVALID or is_spoilt


def always_fails(trial: Trial, before: Sequence[Attempted]) -> bool:
    """Whether every attempt of enough earlier rounds failed for this one's reason, which is the run's own.

    Each further round then has one attempt: the test over failures counts rounds, and a run may recover.
    """
    reason = _reason(trial)
    has_rounds = len({attempt.round for attempt in before}) >= ROUNDS_OF_FAILURE
    is_own = reason in OWN_FINDINGS or reason in OWN_FAILURES
    return has_rounds and is_own and all(_reason(attempt) == reason for attempt in before)


def _reason(attempt: Attempted) -> str:
    """Code of what took it out; empty where it counts."""
    if attempt.failure:
        return attempt.failure["code"]
    return next((f["code"] for f in attempt.findings if f["level"] == "invalid"), "")


def is_unanswered(trial: Trial) -> bool:
    """Whether each request got an error status, or none an answer; in later rounds it will be the same."""
    requests = trial.figures.get("requests")
    if trial.state != TrialState.INVALID or requests is None:
        return False
    return (trial.errors.get("status") or 0) >= requests
