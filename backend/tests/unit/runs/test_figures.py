"""Figures of a run: means of its trials, with intervals over what the statistics count."""

import pytest

from agents.contract.states import TrialState
from backend.records.trial_rows import TrialRow
from backend.runs.figures import figures_of
from backend.runs.schemas import MetricFigure

RATE = "requests_per_s"


def _trial(number: int, start: int | None, **figures: float | None) -> TrialRow:
    state = TrialState.DONE
    return TrialRow(
        f"t{number}", "e", "r", number, number, 0, 1, state, None, [], figures, None, None, None, start
    )


def _figure(metric: str, values: list[float], starts: list[int | None]) -> MetricFigure | None:
    trials = [
        _trial(n, start, **{metric: value})
        for n, (value, start) in enumerate(zip(values, starts, strict=True))
    ]
    return next(iter(figures_of(trials, {})), None)


@pytest.mark.parametrize(
    ("values", "starts", "expected"),
    [
        # scipy.stats.t.interval(0.95, 3, mean, scipy.stats.sem(values))
        ([5.1, 4.9, 5.6, 5.8], [1, 2, 3, 4], (4.681181, 6.018819)),
        ([2.0, 2.0], [None, None], (2.0, 2.0)),
        ([2.0], [1], (None, None)),
        # two trials of each of three starts: the interval of 5.0, 5.7, 6.1 around the mean of all
        ([5.1, 4.9, 5.6, 5.8, 6.0, 6.2], [1, 1, 2, 2, 3, 3], (4.216891, 6.983109)),
    ],
)
def test_an_interval_counts_starts_of_servers(
    values: list[float], starts: list[int | None], expected: tuple[float, float]
) -> None:
    figure = _figure(RATE, values, starts)
    assert figure is not None
    assert (figure.low, figure.high) == pytest.approx(expected, abs=1e-5)


def test_a_value_that_cannot_be_is_in_no_mean() -> None:
    figure = _figure("cpu_s_per_request", [0.0, 1e-4, 3e-4], [1, 2, 3])
    assert figure is not None
    assert (figure.n, figure.mean) == (2, pytest.approx(2e-4))
    assert _figure("cpu_s_per_request", [0.0], [1]) is None


def test_a_metric_that_is_always_zero_has_an_interval_without_width() -> None:
    figure = _figure("failed_requests", [0.0, 0.0, 0.0], [1, 2, 3])
    assert figure is not None
    assert (figure.low, figure.high) == (0.0, 0.0)
