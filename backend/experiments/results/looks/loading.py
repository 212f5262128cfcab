"""What the looks of an experiment came to."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.causes import calls
from backend.causes.probe import Moved, Probed, compare_probe, conclusion
from backend.experiments.definition.explain import PROBES
from backend.experiments.results.looks.schemas import (
    CallTableOut,
    LookOut,
    LooksOut,
    MissingOut,
    ProbeOut,
    RunLooks,
)
from backend.records import experiments_queries, hosts_queries, runs_queries
from backend.records.diagnostics import diagnostics_queries, profiles_queries
from backend.records.diagnostics.profiles_queries import SystemCallsRow
from backend.records.runs import Look, Run

RATE = "requests_per_s"


def looks(session: Session, experiment_id: str) -> LooksOut:
    """Every look with its state, and for each run what they say together."""
    experiments_queries.existing(session, experiment_id)
    look_rows = diagnostics_queries.looks_of(session, experiment_id)
    if not look_rows:
        return LooksOut(looks=[], runs=[])
    runs = [r for r in runs_queries.runs_of(session, [experiment_id]) if r.deleted_at is None]
    names = {run.id: run.name for run in runs}
    blind = {id for look in look_rows for id in look.missing or {}}
    hosts = {id: host.name for id, host in hosts_queries.with_ids(session, blind).items()}
    rates: dict[str, list[float]] = {}
    for row in runs_queries.valid_values(session, [experiment_id], RATE):
        rates.setdefault(row.run_id, []).append(row.value or 0.0)
    calls_by_run: dict[str, list[SystemCallsRow]] = {}
    for row in profiles_queries.system_calls(session, list(names)):
        calls_by_run.setdefault(row.run_id, []).append(row)
    looked_at = {look.run_id for look in look_rows}
    return LooksOut(
        looks=[_look(look, names[look.run_id], hosts) for look in look_rows if look.run_id in names],
        runs=[_run(run, runs, look_rows, rates, calls_by_run) for run in runs if run.id in looked_at],
    )


def _look(look: Look, run: str, hosts: Mapping[str, str]) -> LookOut:
    return LookOut.model_validate(
        {
            **{name: getattr(look, name) for name in ("id", "run_id", "round", "attempt", "state")},
            "run": run,
            "kind": look.look,
            "connections": look.connections,
            "requests_per_s": look.figures.get(RATE),
            "failure": Failure.model_validate(look.failure) if look.failure else None,
            "missing": [
                MissingOut(host=hosts.get(id, "a host that was removed"), reason=reason)
                for id, reason in (look.missing or {}).items()
            ],
        }
    )


def _run(
    run: Run,
    runs: Sequence[Run],
    look_rows: Sequence[Look],
    rates: Mapping[str, Sequence[float]],
    calls_by_run: Mapping[str, Sequence[SystemCallsRow]],
) -> RunLooks:
    workload = run.workload["name"]
    baseline = next((r for r in runs if r.is_baseline and r.workload["name"] == workload), None)
    reference = baseline if baseline and baseline.id != run.id else None
    run_calls, trials = calls_by_run.get(run.id, ()), rates.get(run.id, ())
    by_kind = {k.look: k for k in look_rows if k.run_id == run.id and k.state == TrialState.DONE}
    beside = by_kind["same_load"].figures.get(RATE) if "same_load" in by_kind else None
    probes = [
        compare_probe(_probe_of(run, by_kind[kind]), beside, trials) for kind in PROBES[1:] if kind in by_kind
    ]
    tables = calls.tables(run_calls, calls_by_run.get(reference.id, ()) if reference else ())
    return RunLooks(
        run_id=run.id,
        name=run.name,
        baseline_id=reference.id if reference else None,
        baseline=reference.name if reference else None,
        probes=[_probe(probe) for probe in probes],
        conclusion=conclusion(probes),
        calls=[CallTableOut.model_validate(table, from_attributes=True) for table in tables],
        calls_cost=_cost(run_calls, trials),
    )


def _probe_of(run: Run, look: Look) -> Probed:
    load = Workload.model_validate(run.workload)
    was, now = load.connections, look.connections or load.connections
    if look.look == "more_threads":
        was, now = load.threads, load.threads + 1
    rate = look.figures.get(RATE)
    return Probed(look.look, was, now, rate)  # pyright: ignore[reportArgumentType] - one of PROBES


def _probe(move: Moved) -> ProbeOut:
    return ProbeOut(
        kind=move.probe.kind,
        was=move.probe.was,
        now=move.probe.now,
        change=move.change,
        range=move.range,
        is_clear=move.is_clear,
        sentence=move.sentence,
    )


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
