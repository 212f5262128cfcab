"""A run's figures: means of its valid trials with their 95% intervals. Pure."""

from collections.abc import Mapping, Sequence

from agents.catalog.metrics import METRICS, PERCENTILES, Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.trial_values import MeasuredTrial, values_of
from backend.runs.schemas import MetricFigure
from backend.statistics.pairing import TrialValues
from backend.statistics.spread import spread


def figures_of(trials: Sequence[MeasuredTrial], deltas: Mapping[str, DeltaOut]) -> list[MetricFigure]:
    """One figure per metric that was measured in the trials of one run, in the order of the metric table."""
    figures = [
        _figure(metric, values, deltas.get(name))
        for name, metric in METRICS.items()
        for values in values_of(trials, name).values()
    ]
    return [figure for figure in figures if figure.n]


def _figure(metric: Metric, values: TrialValues, delta: DeltaOut | None) -> MetricFigure:
    summary = spread(values, metric.can_be_zero)
    is_constant = summary.n > 1 and summary.low == summary.high  # without a share, where all are 0
    mean, half = summary.mean, 0.0 if is_constant else summary.ci_half_width
    low, high = (None, None) if mean is None or half is None else (mean - half, mean + half)
    return MetricFigure(
        metric=metric.name, mean=mean, low=low, high=high, cv=summary.cv, n=summary.n, delta=delta
    )


def percentiles_of(means: Mapping[str, float]) -> dict[str, float]:
    """Metric → mean over valid trials of that percentile, s; the longest request at the end."""
    return {name: means[name] for name in (*PERCENTILES, "latency_max") if name in means}
