"""How many requests a second variants reached on a testbed before, for advice that depends on it."""

from statistics import fmean

from sqlalchemy.orm import Session

from backend.experiments import queries
from backend.experiments.noise import EXPERIMENTS, METRIC
from backend.experiments.plan import Plan
from backend.runs import queries as run_queries


def rates_of(session: Session, testbed_id: str, plan: Plan) -> dict[str, float]:
    """Variant → mean requests per second of its newest runs there; those never measured are left out."""
    ids = queries.finished_on(session, testbed_id, EXPERIMENTS)
    wanted = {run.variant_hash for run in plan.runs}
    hashes = {r.id: r.variant_hash for r in run_queries.runs_of(session, ids) if r.variant_hash in wanted}
    values: dict[str, list[float]] = {}
    for row in run_queries.valid_values(session, ids, METRIC) if hashes else ():
        if row.run_id in hashes and row.value is not None:
            values.setdefault(hashes[row.run_id], []).append(row.value)
    return {r.variant: fmean(values[r.variant_hash]) for r in plan.runs if r.variant_hash in values}
