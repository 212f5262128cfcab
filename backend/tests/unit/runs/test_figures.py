"""The interval of a mean, against SciPy."""

import pytest

from backend.runs.figures import interval


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # scipy.stats.t.interval(0.95, 3, mean, scipy.stats.sem(values))
        ([5.1, 4.9, 5.6, 5.8], (4.681181, 6.018819)),
        ([2.0, 2.0], (2.0, 2.0)),
        ([2.0], (None, None)),
        ([], (None, None)),
    ],
)
def test_interval(values: list[float], expected: tuple[float, float]) -> None:
    assert interval(values) == pytest.approx(expected, abs=1e-5)
