"""Starts of an experiment's servers: how many, how much they differ, in words."""

from collections.abc import Sequence

from agents.render import external_target
from backend.analysis.schemas import ServersOut
from backend.analysis.trial_values import MeasuredTrial, values_of
from backend.definition.ceiling_rules import is_search
from backend.definition.fresh_servers import rounds_per_start
from backend.presentation.figures import short_percent
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.statistics.starts import StartSpread, start_spread

METRIC = "requests_per_s"


def servers_of(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], only: Run | None = None
) -> ServersOut | None:
    """Describe the servers of all runs, or of one; None for imports and searches, where no server is ours,
    and before anything is measured."""
    if experiment.origin == Origin.IMPORTED or is_search(experiment.definition):
        return None
    if all(external_target(r.knobs, r.topology) for r in runs):  # pyright: ignore[reportArgumentType]
        return None
    values = values_of(trials, METRIC)
    run_values = values.get(only.id) if only else None
    if not values or (only and not run_values):
        return None
    names = dict.fromkeys(r.workload["name"] for r in runs)
    workloads = [[values[r.id] for r in runs if r.workload["name"] == n and r.id in values] for n in names]
    start_spreads = start_spread(workloads, run_values)
    start_counts = [t.start or 0 for t in trials if only is None or t.run_id == only.id]
    per_start, starts = rounds_per_start(experiment.definition), max(start_counts, default=0)
    return ServersOut(
        rounds_per_start=per_start,
        starts=starts,
        between=start_spreads.between,
        within=start_spreads.within,
        sentence=_kind(per_start, _count_text(starts, runs, only)) + _spread(start_spreads),
    )


def _count_text(starts: int, runs: Sequence[Run], only: Run | None) -> str:
    """Describe the number of starts; eliminated runs have fewer."""
    has_eliminated = only is None and any(r.eliminated_after for r in runs)
    return f"up to {starts} of a run" if has_eliminated else f"{starts} of each run"


def _kind(per_start: int, count: str) -> str:
    if per_start == 1:
        return f"New servers for each round ({count}): every interval counts the luck of a start."
    if per_start:
        lead = f"New servers every {per_start} rounds ({count})"
        return f"{lead}: intervals count starts, not rounds."
    return "One start of each server for all rounds: what another start would differ by is in no interval."


def _spread(spread: StartSpread) -> str:
    if spread.between is None or spread.within is None:
        return ""
    sample, within = f"({spread.starts} starts, {spread.trials} trials)", short_percent(spread.within)
    if not spread.between:
        alike = " Starts of a server differ no more than trials of one start"
        return f"{alike}, which differ by {within} {sample}."
    return (
        f" Requests per second differ by {short_percent(spread.between)} between starts of a server and by "
        f"{within} between trials of one start {sample}."
    )
