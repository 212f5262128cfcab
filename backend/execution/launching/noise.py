"""Noise of a testbed's trials, learned from its own experiments."""

from collections.abc import Mapping, Sequence
from statistics import median

from sqlalchemy.orm import Session

from backend.records import experiments_queries, runs_queries
from backend.records.runs import Run
from backend.statistics.pairing import TrialValue
from backend.statistics.spread import log_ratio_sd, spread
from backend.statistics.starts import start_spread

METRIC = "requests_per_s"
EXPERIMENTS = 10  # the newest ones speak for the testbed as it is now


def noise_of(session: Session, testbed_id: str) -> float | None:
    """Coefficient of variation of one trial's requests per second; None where nothing was measured yet.

    Where a control ran, what rounds share (slow drift) is taken out, as the pairing by round does.
    """
    ids = experiments_queries.finished_on(session, testbed_id, EXPERIMENTS)
    if not ids:
        return None
    values = _values(session, ids)
    runs: dict[str, list[Run]] = {}
    for run in runs_queries.runs_of(session, ids):
        runs.setdefault(run.experiment_id, []).append(run)
    noises = [noise for group in runs.values() if (noise := _noise(group, values)) is not None]
    return median(noises) if noises else None


def trial_seconds_of(session: Session, testbed_id: str) -> float | None:
    """Length of the trials that the noise is known from; None where they ended by a number of requests."""
    ids = experiments_queries.finished_on(session, testbed_id, EXPERIMENTS)
    lengths = [r.workload.get("duration_s") for r in runs_queries.runs_of(session, ids) if r.is_baseline]
    lengths_s = [float(seconds) for seconds in lengths if seconds]
    return median(lengths_s) if lengths_s else None


def between_starts_of(session: Session, testbed_id: str) -> float | None:
    """Standard deviation of log req/s of one start of a server against another: 0.02 is 2%.

    None until an experiment had several starts, each measured more than once; the newest of those count.
    """
    ids = experiments_queries.finished_with_kept_starts(session, testbed_id, EXPERIMENTS)
    values, runs = _values(session, ids), runs_queries.runs_of(session, ids) if ids else []
    spreads = []
    for experiment_id in ids:
        own_runs = [r for r in runs if r.experiment_id == experiment_id and r.id in values]
        names = dict.fromkeys(r.workload["name"] for r in own_runs)
        start_spreads = start_spread(
            [[values[r.id] for r in own_runs if r.workload["name"] == name] for name in names]
        )
        if start_spreads.between is not None:
            spreads.append(start_spreads)
    starts = sum(start_spreads.starts for start_spreads in spreads)
    if not starts:
        return None
    return (
        sum(start_spreads.starts * (start_spreads.between or 0.0) ** 2 for start_spreads in spreads) / starts
    ) ** 0.5


def _values(session: Session, ids: Sequence[str]) -> dict[str, list[TrialValue]]:
    """Run id → its valid trials."""
    values: dict[str, list[TrialValue]] = {}
    for row in runs_queries.valid_values(session, ids, METRIC) if ids else ():
        values.setdefault(row.run_id, []).append(row.as_trial)
    return values


def _noise(runs: list[Run], values: Mapping[str, Sequence[TrialValue]]) -> float | None:
    """Noise of one experiment: the median over its workloads, each with its own baseline and control."""
    spreads = [
        noise
        for baseline in runs
        if baseline.is_baseline and (noise := _of_workload(baseline, runs, values)) is not None
    ]
    return median(spreads) if spreads else None


def _of_workload(baseline: Run, runs: list[Run], values: Mapping[str, Sequence[TrialValue]]) -> float | None:
    workload = baseline.workload["name"]
    control = next((r for r in runs if r.is_control and r.workload["name"] == workload), None)
    if control is not None:
        sd = log_ratio_sd(values.get(baseline.id, []), values.get(control.id, []))
        if sd is not None:
            return sd / 2**0.5
    return spread(values.get(baseline.id, [])).cv
