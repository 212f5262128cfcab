"""What the diagnostics of an experiment came to."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.analysis.candidates.comparisons import reference_of
from backend.definition.explain import PROBES
from backend.diagnostics import system_calls
from backend.diagnostics.probe import Moved, Probed, compare_probe, conclusion
from backend.diagnostics.results.trials.schemas import (
    CallTableOut,
    DiagnosticOut,
    DiagnosticsOut,
    MissingOut,
    ProbeOut,
    RunDiagnostics,
)
from backend.model_fields import copy_fields
from backend.records import experiments_queries, hosts_queries, runs_queries
from backend.records.diagnostics import diagnostics_queries, profiles_queries
from backend.records.diagnostics.profiles_queries import SystemCallsRow
from backend.records.experiments import Experiment
from backend.records.runs import Diagnostic, Run

RATE = "requests_per_s"


def load_diagnostics(session: Session, experiment_id: str) -> DiagnosticsOut:
    """Every diagnostic with its state, and for each run what they say together."""
    experiment = experiments_queries.existing(session, experiment_id)
    diagnostic_rows = diagnostics_queries.diagnostics_of(session, experiment_id)
    if not diagnostic_rows:
        return DiagnosticsOut(diagnostics=[], runs=[])
    runs = [r for r in runs_queries.runs_of(session, [experiment_id]) if r.deleted_at is None]
    names = {run.id: run.name for run in runs}
    blind = {id for diagnostic in diagnostic_rows for id in diagnostic.missing or {}}
    hosts = {id: host.name for id, host in hosts_queries.with_ids(session, blind).items()}
    rates: dict[str, list[float]] = {}
    for row in runs_queries.valid_values(session, [experiment_id], RATE):
        rates.setdefault(row.run_id, []).append(row.value or 0.0)
    calls_by_run: dict[str, list[SystemCallsRow]] = {}
    for row in profiles_queries.system_calls(session, list(names)):
        calls_by_run.setdefault(row.run_id, []).append(row)
    diagnosed_ids = {diagnostic.run_id for diagnostic in diagnostic_rows}
    return DiagnosticsOut(
        diagnostics=[
            copy_fields(
                DiagnosticOut,
                diagnostic,
                run=names[diagnostic.run_id],
                kind=diagnostic.diagnostic,
                requests_per_s=diagnostic.figures.get(RATE),
                failure=diagnostic.failure or None,
                missing=[
                    MissingOut(host=hosts.get(id, "a host that was removed"), reason=reason)
                    for id, reason in (diagnostic.missing or {}).items()
                ],
            )
            for diagnostic in diagnostic_rows
            if diagnostic.run_id in names
        ],
        runs=[
            _run(run, reference_of(experiment, run, runs), diagnostic_rows, rates, calls_by_run, experiment)
            for run in runs
            if run.id in diagnosed_ids
        ],
    )


def _run(
    run: Run,
    reference: Run | None,
    diagnostic_rows: Sequence[Diagnostic],
    rates: Mapping[str, Sequence[float]],
    calls_by_run: Mapping[str, Sequence[SystemCallsRow]],
    experiment: Experiment,
) -> RunDiagnostics:
    reference = None if reference is run else reference
    run_calls, trials = calls_by_run.get(run.id, ()), rates.get(run.id, ())
    by_kind = {k.diagnostic: k for k in diagnostic_rows if k.run_id == run.id and k.state == TrialState.DONE}
    beside = by_kind["same_load"].figures.get(RATE) if "same_load" in by_kind else None
    probes = [
        compare_probe(_probe_of(run, by_kind[kind]), beside, trials) for kind in PROBES[1:] if kind in by_kind
    ]
    tables = system_calls.tables(run_calls, calls_by_run.get(reference.id, ()) if reference else ())
    return RunDiagnostics(
        run_id=run.id,
        name=run.name,
        baseline_id=reference.id if reference else None,
        baseline=reference.name if reference else None,
        probes=[_probe(probe) for probe in probes],
        conclusion=conclusion(probes, experiment.rules_version),
        calls=[CallTableOut.model_validate(table, from_attributes=True) for table in tables],
        calls_cost=_cost(run_calls, trials),
    )


def _probe_of(run: Run, diagnostic: Diagnostic) -> Probed:
    load = Workload.model_validate(run.workload)
    was, now = load.connections, diagnostic.connections or load.connections
    if diagnostic.diagnostic == "more_threads":
        was, now = load.threads, load.threads + 1
    rate = diagnostic.figures.get(RATE)
    return Probed(diagnostic.diagnostic, was, now, rate)  # pyright: ignore[reportArgumentType] - one of PROBES


def _probe(move: Moved) -> ProbeOut:
    return copy_fields(ProbeOut, move, kind=move.probe.kind, was=move.probe.was, now=move.probe.now)


def _cost(rows: Sequence[SystemCallsRow], trials: Sequence[float]) -> str:
    """Each call stops its process twice, so that a server is several times slower meanwhile."""
    if not rows:
        return ""
    lead = "Counted beside the results, in a trial of its own"
    rate = max((row.requests_per_s or 0.0 for row in rows), default=0.0)
    if not rate or not trials:
        return f"{lead}."
    times = sum(trials) / len(trials) / rate
    return f"{lead}: counting made the server {times:.1f} times slower, and changes no count."
