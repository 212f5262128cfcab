"""The runs beside which a pair was measured: they count in its estimate on its experiment's page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from backend.comparisons.matching import Pair
from backend.definition.ceiling_rules import is_search
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.rules import RULES_2


class Siblings(NamedTuple):
    """Other candidates of a pair's baseline, and its control."""

    candidates: Sequence[Run] = ()
    control: Run | None = None


def siblings_of(pair: Pair, runs: Sequence[Run]) -> Siblings:
    """Find the siblings of a baseline and its candidate among the live runs of their experiment; none for
    other pairs, which no experiment's page shows."""
    baseline, candidate = pair.a[0], pair.b[0]
    workload = baseline.workload["name"]
    is_shown = baseline.is_baseline and not candidate.is_control and candidate.workload["name"] == workload
    if not (pair.alone and is_shown and baseline.experiment_id == candidate.experiment_id):
        return Siblings()
    is_in = candidate.eliminated_after is None
    beside = [
        run
        for run in runs
        if run.workload["name"] == workload
        and not run.is_baseline
        and run.id != candidate.id
        and (run.eliminated_after is None) == is_in
    ]
    control = next((run for run in beside if run.is_control), None)
    return Siblings([run for run in beside if not run.is_control], control)


def experiments_with_siblings(runs: Sequence[Run], experiments: Mapping[str, Experiment]) -> list[str]:
    """Ids of the experiments of which a baseline and another run are compared, where siblings count."""
    if min((e.launch_rules for e in experiments.values()), default=1) < RULES_2:
        return []
    baseline_ids = {run.experiment_id for run in runs if run.is_baseline}
    candidate_ids = {run.experiment_id for run in runs if not run.is_baseline}
    return [
        id
        for id, experiment in experiments.items()
        if id in baseline_ids & candidate_ids and not is_search(experiment.definition)
    ]
