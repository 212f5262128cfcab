"""What is known of the starts of an experiment's servers: how many, how much they differ, in words."""

from collections.abc import Sequence

from agents.render import external_target
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.definition.fresh_servers import rounds_per_start
from backend.experiments.results.schemas import ServersOut
from backend.experiments.results.trial_values import MeasuredTrial, values_of
from backend.presentation.figures import short_percent
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.statistics.starts import StartSpread, start_spread

METRIC = "requests_per_s"


def servers_of(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], only: Run | None = None
) -> ServersOut | None:
    """Of all runs, or of one; None for imports and searches, where no server is ours, and before anything is
    measured."""
    if experiment.origin == Origin.IMPORTED or is_search(experiment.definition):
        return None
    if all(external_target(r.knobs, r.topology) for r in runs):  # pyright: ignore[reportArgumentType]
        return None
    values = values_of(trials, METRIC)
    own = values.get(only.id) if only else None
    if not values or (only and not own):
        return None
    names = dict.fromkeys(r.workload["name"] for r in runs)
    workloads = [[values[r.id] for r in runs if r.workload["name"] == n and r.id in values] for n in names]
    found = start_spread(workloads, own)
    counted = [t.start or 0 for t in trials if only is None or t.run_id == only.id]
    per_start, starts = rounds_per_start(experiment.definition), max(counted, default=0)
    return ServersOut(
        rounds_per_start=per_start,
        starts=starts,
        between=found.between,
        within=found.within,
        sentence=_kind(per_start, _counted(starts, runs, only)) + _spread(found),
    )


def _counted(starts: int, runs: Sequence[Run], only: Run | None) -> str:
    """Whoever halving left out has fewer."""
    some = only is None and any(r.left_out_after for r in runs)
    return f"up to {starts} of a run" if some else f"{starts} of each run"


def _kind(per_start: int, counted: str) -> str:
    if per_start == 1:
        return f"New servers for each round ({counted}): every interval counts the luck of a start."
    if per_start:
        said = f"New servers every {per_start} rounds ({counted})"
        return f"{said}: intervals count starts, not rounds."
    return "One start of each server for all rounds: what another start would differ by is in no interval."


def _spread(found: StartSpread) -> str:
    if found.between is None or found.within is None:
        return ""
    counted, within = f"({found.starts} starts, {found.trials} trials)", short_percent(found.within)
    if not found.between:
        alike = " Starts of a server differ no more than trials of one start"
        return f"{alike}, which differ by {within} {counted}."
    return (
        f" Requests per second differ by {short_percent(found.between)} between starts of a server and by "
        f"{within} between trials of one start {counted}."
    )
