"""The runs beside which a pair was measured: they count in its estimate on its experiment's page."""

from collections import Counter
from collections.abc import Mapping, Sequence

from backend.analysis.candidates.comparisons import ComparedRuns, compared_runs
from backend.comparisons.matching import Pair
from backend.definition.ceiling_rules import is_search
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.rules import RULES_2


def comparison_of(pair: Pair, experiment: Experiment, runs: Sequence[Run]) -> ComparedRuns | None:
    """Find what its experiment compares a candidate with, where a pair is that candidate and its baseline.

    None for other pairs, which no experiment's page shows. `runs`: the live ones of the experiment.
    """
    if not pair.alone or pair.a[0].experiment_id != pair.b[0].experiment_id or pair.b[0].is_control:
        return None
    return next(
        (
            comparison
            for comparison in compared_runs(experiment, runs)
            if comparison.baseline.id == pair.a[0].id
            and any(run.id == pair.b[0].id for run in comparison.candidates)
        ),
        None,
    )


def experiments_with_siblings(runs: Sequence[Run], experiments: Mapping[str, Experiment]) -> list[str]:
    """Ids of the experiments of which several runs are compared, where siblings count."""
    if min((e.launch_rules for e in experiments.values()), default=1) < RULES_2:
        return []
    counts = Counter(run.experiment_id for run in runs)
    return [
        id
        for id, experiment in experiments.items()
        if counts[id] > 1 and not is_search(experiment.definition)
    ]
