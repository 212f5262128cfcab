"""Requests a second that variants reached on a testbed before, for advice that depends on it."""

from statistics import fmean

from sqlalchemy.orm import Session

from backend.execution.launching.noise import EXPERIMENTS, METRIC
from backend.planning.plan import Plan
from backend.records import experiments_queries, runs_queries


def rates_of(session: Session, testbed_id: str, plan: Plan) -> dict[str, float]:
    """Variant → mean requests per second of its newest runs there; those never measured are left out."""
    ids = experiments_queries.finished_on(session, testbed_id, EXPERIMENTS)
    variant_hashes = {run.variant_hash for run in plan.runs}
    hashes = {
        r.id: r.variant_hash for r in runs_queries.runs_of(session, ids) if r.variant_hash in variant_hashes
    }
    values: dict[str, list[float]] = {}
    for row in runs_queries.valid_values(session, ids, METRIC) if hashes else ():
        if row.run_id in hashes and row.value is not None:
            values.setdefault(hashes[row.run_id], []).append(row.value)
    return {r.variant: fmean(values[r.variant_hash]) for r in plan.runs if r.variant_hash in values}
