"""A run's figures: means of its valid trials with their 95% intervals. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import special

from agents.catalog.metrics import METRICS, PERCENTILES
from agents.contract.states import TrialState
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.trial_values import MeasuredTrial
from backend.runs.schemas import MetricFigure
from backend.statistics.spread import spread


def figures_of(trials: Sequence[MeasuredTrial], deltas: Mapping[str, DeltaOut]) -> list[MetricFigure]:
    """One figure per metric that was measured, in the order of the metric table."""
    figures = [_figure(name, values_of_metric(trials, name), deltas.get(name)) for name in METRICS]
    return [figure for figure in figures if figure.n]


def values_of_metric(trials: Sequence[MeasuredTrial], metric: str) -> list[float]:
    """The values of valid trials, in their order."""
    values = (t.figures.get(metric) for t in trials if t.state == TrialState.DONE)
    return [v for v in values if v is not None]


def _figure(name: str, values: list[float], delta: DeltaOut | None) -> MetricFigure:
    low, high = interval(values)
    value_spread = spread(list(enumerate(values)), METRICS[name].can_be_zero)
    mean = float(np.mean(values)) if values else None
    return MetricFigure(
        metric=name, mean=mean, low=low, high=high, cv=value_spread.cv, n=len(values), delta=delta
    )


def interval(values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """95% interval of the mean by Student's t; (None, None) below two values."""
    n = len(values)
    if n < 2:
        return None, None
    mean, sd = float(np.mean(values)), float(np.std(values, ddof=1))
    half = float(special.stdtrit(n - 1, 0.975)) * sd / n**0.5
    return mean - half, mean + half


def percentiles_of(means: Mapping[str, float]) -> dict[str, float]:
    """Metric → mean over valid trials of that percentile, s; the longest request at the end."""
    return {name: means[name] for name in (*PERCENTILES, "latency_max") if name in means}
