"""Diagnostics of an experiment: written once its measured trials have ended, sent like them, and closed.

What goes wrong with one is its own: it is repeated once, and takes nothing from the results.
"""

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.roles import Role
from agents.contract.diagnostics import DiagnosticKind, DiagnosticOrder, HostDiagnostic
from agents.contract.jobs import MeasureJob
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.definition import explain
from backend.definition.fresh_servers import next_start, rounds_per_start
from backend.definition.model import Definition
from backend.execution.orchestration import load_jobs, outcome, run_setups
from backend.execution.orchestration.rows import ExperimentRows
from backend.ids import new_id
from backend.records import runs_queries
from backend.records.diagnostics import profiles_queries
from backend.records.experiments import Experiment, JobRow
from backend.records.hosts import Host
from backend.records.runs import Diagnostic, Run

MAX_ATTEMPTS = 2
_LEAD_S = 2.0
"""From the order until perf has attached on other hosts: what a server does before that is not counted."""


def begin(rows: ExperimentRows) -> None:
    """Write the rounds of diagnostics."""
    experiment = rows.experiment
    experiment.diagnosing_since = datetime.now(UTC)
    options = explain.of_stored(experiment.definition)
    if options is None or experiment.rounds_added:  # those of before the added rounds stand
        return
    definition = Definition.model_validate(experiment.definition)
    variants = len(rows.runs()) // len(definition.workloads)
    _write(rows, explain.rounds_of(options, explain.has_probe(definition, variants)))


def go_on(rows: ExperimentRows) -> None:
    """Write another round of profiles, where all have ended and show too few samples of a server."""
    session, experiment = rows.session, rows.experiment
    if experiment.cancel_requested or profiles_queries.open_diagnostics(session, experiment.id):
        return
    most_rounds = explain.most_profiles(Definition.model_validate(experiment.definition))
    rounds = profiles_queries.profile_rounds(session, experiment.id)
    samples = profiles_queries.samples_of_servers(session, experiment.id) if rounds < most_rounds else {}
    if explain.lacks_samples(samples.values(), rounds, most_rounds):
        _write(rows, [("profile",)])


def _write(rows: ExperimentRows, rounds: Sequence[Sequence[DiagnosticKind]]) -> None:
    """Each round of diagnostics measures all runs that have a result, in a random order of its own.

    Each round of profiles has a start of its own, unless servers are started once: intervals go over starts.
    """
    experiment = rows.experiment
    options = explain.of_stored(experiment.definition)
    assert options is not None
    measured_ids = {
        t.run_id for t in runs_queries.trial_rows(rows.session, experiment.id) if t.state == TrialState.DONE
    }
    runs = [r for r in rows.runs() if r.id in measured_ids and _is_diagnosed(r)]
    number, position = rows.last_round_and_position()
    rng = random.Random(f"{experiment.seed} looks {number}")  # part of the seed: other text, other order
    per_start = rounds_per_start(experiment.definition)
    for kinds in rounds:
        number = next_start(number, per_start) if kinds == ("profile",) else number + 1
        for run in rng.sample(runs, len(runs)):
            for kind in rng.sample(kinds, len(kinds)):
                load = _load(experiment, run, kind, options.duration)
                if load is None:
                    continue
                position += 1
                rows.session.add(_diagnostic(run, kind, number, position, load.connections))
    rows.session.flush()


def _is_diagnosed(run: Run) -> bool:
    """The control is the baseline once more."""
    return run.needs_servers and not run.is_control


def _diagnostic(run: Run, kind: DiagnosticKind, round: int, position: int, connections: int) -> Diagnostic:
    of = {"id": new_id(), "experiment_id": run.experiment_id, "run_id": run.id}
    return Diagnostic(**of, diagnostic=kind, round=round, position=position, connections=connections)


def _load(experiment: Experiment, run: Run, kind: DiagnosticKind, duration: int) -> Workload | None:
    facts = experiment.facts.get("load", {}).get("facts", {})
    pin = run.knobs.get("pin.load")
    cpus = len(parse_cpu_list(str(pin))) if pin is not None else int(facts.get("cpus", 1))
    return explain.load_of(kind, Workload.model_validate(run.workload), duration, cpus)


def job_of(
    rows: ExperimentRows, run: Run, diagnostic: Diagnostic, roles: Iterable[Role]
) -> tuple[MeasureJob, float]:
    """For the load host, and its timeout in seconds."""
    options = explain.of_stored(rows.experiment.definition)
    assert options is not None
    kind: DiagnosticKind = diagnostic.diagnostic  # pyright: ignore[reportAssignmentType]
    load = _load(rows.experiment, run, kind, options.duration) or load_jobs.workload_of(run, diagnostic)
    other_roles = set(run_setups.setups_of(run)) - set(roles)
    lead_s = _LEAD_S if other_roles and kind not in explain.PROBES else 0.0
    order = DiagnosticOrder(kind=kind, lead_s=lead_s, hz=explain.hz_of(options.duration))
    return load_jobs.diagnostic(run, diagnostic.id, roles, order, load, rows.experiment.seed)


def close(
    session: Session, diagnostic: Diagnostic, run: Run, jobs: Sequence[JobRow], hosts: Sequence[Host]
) -> None:
    """Its state and figures, and what its hosts saw; their reports are kept without that."""
    job_reports = outcome.take_reports(diagnostic, run, jobs, hosts)
    diagnostic.missing = {
        id: r.diagnostic.missing
        for id, r in job_reports.reports.items()
        if r.diagnostic and r.diagnostic.missing
    }
    if job_reports.load is not None:
        diagnostic.state = TrialState.DONE
        for host_id, report in job_reports.reports.items():
            _keep(session, diagnostic, run, host_id, report.diagnostic or HostDiagnostic())
    for job in jobs:
        if job.report:  # stacks are stored once; `look` until 0.2.0
            job.report = {part: v for part, v in job.report.items() if part not in ("diagnostic", "look")}


def _keep(
    session: Session, diagnostic: Diagnostic, run: Run, host_id: str, host_diagnostic: HostDiagnostic
) -> None:
    roles = {setup["key"]: role for role, setup in run.prepared.items()}
    for profile in host_diagnostic.profiles:
        role = roles.get(profile.subject, profile.subject)
        if profile.stacks:
            profiles_queries.keep_profile(session, diagnostic, host_id, role, profile)
    for calls in host_diagnostic.system_calls:
        if calls.counts:
            role = roles.get(calls.subject, calls.subject)
            profiles_queries.keep_system_calls(session, diagnostic, host_id, role, calls)


def is_worth_repeating(diagnostic: Diagnostic) -> bool:
    is_spoilt = (
        diagnostic.state == TrialState.FAILED and (diagnostic.failure or {}).get("code") in outcome.SPOILT
    )
    return is_spoilt and diagnostic.attempt < MAX_ATTEMPTS
