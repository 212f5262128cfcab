"""The latency of all requests of a run."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.catalog.tools import DEFAULT_TOOL
from backend.analysis.probes import at_one_load
from backend.analysis.run_summaries import latency_kind
from backend.analysis.schemas import LatencyKind
from backend.records import runs_queries
from backend.records.latency import latency_queries
from backend.records.latency.latency_row import LatencyRow
from backend.records.runs import Run
from backend.runs import service
from backend.runs.latency import latency_of
from backend.runs.schemas import RunLatency


def latency(session: Session, run_id: str) -> RunLatency:
    run, _ = service.row(session, run_id)
    return of_rows(run, *latencies_at_one_load(session, run))


def latencies_at_one_load(session: Session, run: Run) -> tuple[list[LatencyRow], LatencyKind]:
    """Of the trials that count; of a search, those at its largest clean number of connections."""
    trials = at_one_load(runs_queries.trial_rows_of_runs(session, [run.id]))
    trial_ids, latency_rows = (
        {trial.id for trial in trials},
        latency_queries.latencies_of_runs(session, [run.id]),
    )
    return [row for row in latency_rows if row.trial_id in trial_ids], latency_kind(trials)


def of_rows(run: Run, rows: Sequence[LatencyRow], kind: LatencyKind) -> RunLatency:
    return latency_of(run.id, run.name, run.workload.get("tool", DEFAULT_TOOL), rows, kind)
