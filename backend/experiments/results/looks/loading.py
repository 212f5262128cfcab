"""What the looks of an experiment came to."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.causes import calls
from backend.causes.probe import Moved, Probed, conclusion, moved
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
from backend.records.looks import looks_queries, profiles_queries
from backend.records.looks.profiles_queries import SystemCallsRow
from backend.records.runs import Look, Run

RATE = "requests_per_s"


def looks(session: Session, experiment_id: str) -> LooksOut:
    """Every look with its state, and for each run what they say together."""
    experiments_queries.existing(session, experiment_id)
    found = looks_queries.looks_of(session, experiment_id)
    if not found:
        return LooksOut(looks=[], runs=[])
    runs = [r for r in runs_queries.runs_of(session, [experiment_id]) if r.deleted_at is None]
    names = {run.id: run.name for run in runs}
    blind = {id for look in found for id in look.missing or {}}
    hosts = {id: host.name for id, host in hosts_queries.with_ids(session, blind).items()}
    rates: dict[str, list[float]] = {}
    for row in runs_queries.valid_values(session, [experiment_id], RATE):
        rates.setdefault(row.run_id, []).append(row.value or 0.0)
    counted: dict[str, list[SystemCallsRow]] = {}
    for row in profiles_queries.system_calls(session, list(names)):
        counted.setdefault(row.run_id, []).append(row)
    looked_at = {look.run_id for look in found}
    return LooksOut(
        looks=[_look(look, names[look.run_id], hosts) for look in found if look.run_id in names],
        runs=[_run(run, runs, found, rates, counted) for run in runs if run.id in looked_at],
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
    found: Sequence[Look],
    rates: Mapping[str, Sequence[float]],
    counted: Mapping[str, Sequence[SystemCallsRow]],
) -> RunLooks:
    workload = run.workload["name"]
    baseline = next((r for r in runs if r.is_baseline and r.workload["name"] == workload), None)
    other = baseline if baseline and baseline.id != run.id else None
    own, trials = counted.get(run.id, ()), rates.get(run.id, ())
    done = {k.look: k for k in found if k.run_id == run.id and k.state == TrialState.DONE}
    beside = done["same_load"].figures.get(RATE) if "same_load" in done else None
    probes = [moved(_probed(run, done[kind]), beside, trials) for kind in PROBES[1:] if kind in done]
    tables = calls.tables(own, counted.get(other.id, ()) if other else ())
    return RunLooks(
        run_id=run.id,
        name=run.name,
        baseline_id=other.id if other else None,
        baseline=other.name if other else None,
        probes=[_probe(one) for one in probes],
        conclusion=conclusion(probes),
        calls=[CallTableOut.model_validate(table, from_attributes=True) for table in tables],
        calls_cost=_cost(own, trials),
    )


def _probed(run: Run, look: Look) -> Probed:
    load = Workload.model_validate(run.workload)
    was, now = load.connections, look.connections or load.connections
    if look.look == "more_threads":
        was, now = load.threads, load.threads + 1
    rate = look.figures.get(RATE)
    return Probed(look.look, was, now, rate)  # pyright: ignore[reportArgumentType] - one of PROBES


def _probe(one: Moved) -> ProbeOut:
    return ProbeOut(
        kind=one.probed.kind,
        was=one.probed.was,
        now=one.probed.now,
        change=one.change,
        range=one.range,
        is_clear=one.is_clear,
        sentence=one.sentence,
    )


def _cost(own: Sequence[SystemCallsRow], trials: Sequence[float]) -> str:
    """Each call stops its process twice, so that a server is several times slower meanwhile."""
    if not own:
        return ""
    said = "Counted beside the results, in a trial of its own"
    rate = max((row.requests_per_s or 0.0 for row in own), default=0.0)
    if not rate or not trials:
        return f"{said}."
    times = sum(trials) / len(trials) / rate
    return f"{said}: counting made the server {times:.1f} times slower, and changes no count."
