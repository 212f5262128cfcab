"""The latency of all requests of a run."""

from sqlalchemy.orm import Session

from backend.experiments.results.probes import at_one_load
from backend.experiments.results.run_summaries import latency_kind
from backend.records import runs_queries
from backend.records.latency import latency_queries
from backend.records.latency.latency_row import LatencyRow
from backend.records.runs import Run
from backend.runs import service
from backend.runs.latency import latency_of
from backend.runs.latency_schemas import RunLatency


def latency(session: Session, run_id: str) -> RunLatency:
    run, _ = service.row(session, run_id)
    trials = at_one_load(runs_queries.trial_rows_of_runs(session, [run_id]))
    rows = latencies_at_one_load(session, run)
    return latency_of(run.id, run.name, run.workload.get("tool", "wrk"), rows, latency_kind(trials))


def latencies_at_one_load(session: Session, run: Run) -> list[LatencyRow]:
    """Of the trials that count; of a search, those at its largest clean number of connections."""
    trials = at_one_load(runs_queries.trial_rows_of_runs(session, [run.id]))
    wanted = {trial.id for trial in trials}
    return [row for row in latency_queries.latencies_of_runs(session, [run.id]) if row.trial_id in wanted]
