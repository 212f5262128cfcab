"""Controls that came out different, for pages that are no experiment's own."""

from collections.abc import Mapping, Sequence

from agents.catalog.metrics import Metric
from backend.analysis.candidates.judged import is_interleaved, min_effect_of
from backend.analysis.candidates.stages import planned_analyses
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics import delta as statistics
from backend.statistics.pairing import TrialValues


def alarmed_workloads(
    experiment: Experiment,
    controls: Sequence[tuple[Run, Run]],
    values: Mapping[str, TrialValues],
    metric: Metric,
    metrics: int,
    rules: int,
) -> set[str]:
    """Names of the workloads whose control came out different, judged together as on the experiment's page.

    `controls`: of each workload that has one its baseline and its copy.
    """
    comparisons = statistics.deltas_together(
        [
            statistics.Group(
                values.get(baseline.id, []), [values.get(copy.id, [])], is_interleaved(experiment), control=0
            )
            for baseline, copy in controls
        ],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        min_effect=min_effect_of(experiment),
        analyses=planned_analyses(experiment),
        rules=rules,
        metrics=metrics,
    )
    pairs = zip(controls, comparisons, strict=True)
    return {copy.workload["name"] for (_, copy), (delta,) in pairs if statistics.is_alarming(delta, rules)}
