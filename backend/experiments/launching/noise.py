"""How much trials of a testbed scatter, learned from its own experiments."""

from statistics import median

from sqlalchemy.orm import Session

from backend.records import experiments_queries, runs_queries
from backend.records.runs import Run
from backend.statistics.spread import log_ratio_sd, spread

METRIC = "requests_per_s"
EXPERIMENTS = 10  # the newest ones speak for the testbed as it is now


def noise_of(session: Session, testbed_id: str) -> float | None:
    """Coefficient of variation of one trial's requests per second; None where nothing was measured yet.

    Where a control ran, what rounds share (slow drift) is taken out, as the pairing by round does.
    """
    ids = experiments_queries.finished_on(session, testbed_id, EXPERIMENTS)
    if not ids:
        return None
    values: dict[str, list[tuple[int, float | None, int]]] = {}
    for row in runs_queries.valid_values(session, ids, METRIC):
        values.setdefault(row.run_id, []).append(row.as_trial)
    runs: dict[str, list[Run]] = {}
    for run in runs_queries.runs_of(session, ids):
        runs.setdefault(run.experiment_id, []).append(run)
    found = [noise for group in runs.values() if (noise := _noise(group, values)) is not None]
    return median(found) if found else None


def trial_seconds_of(session: Session, testbed_id: str) -> float | None:
    """Length of the trials that the noise is known from; None where they ended by a number of requests."""
    ids = experiments_queries.finished_on(session, testbed_id, EXPERIMENTS)
    lengths = [r.workload.get("duration_s") for r in runs_queries.runs_of(session, ids) if r.is_baseline]
    known = [float(seconds) for seconds in lengths if seconds]
    return median(known) if known else None


def _noise(runs: list[Run], values: dict[str, list[tuple[int, float | None, int]]]) -> float | None:
    baseline = next((r for r in runs if r.is_baseline), None)
    control = next((r for r in runs if r.is_control), None)
    if baseline is None:
        return None
    if control is not None:
        sd = log_ratio_sd(values.get(baseline.id, []), values.get(control.id, []))
        if sd is not None:
            return sd / 2**0.5
    return spread(values.get(baseline.id, [])).cv
