"""Independent units, and what equals with kept servers are called by them."""

import numpy as np
import pytest

from backend.statistics.latency import share_points
from backend.statistics.spread import spread
from backend.statistics.units import mean_by_unit, sum_by_unit, too_few, units, units_of_rounds
from e2e.bench.calibration.kept_starts import Servers, causes, percentiles, profiles

ONCE = Servers(12, 12)


@pytest.mark.parametrize(
    ("rows", "unit"),
    [
        ([(1, 1), (1, 1), (2, 2), (2, 2)], [0, 0, 1, 1]),
        ([(1, 1), (1, 2), (2, 2), (3, 3)], [0, 0, 0, 1]),  # until both sides have another start
        ([(1,), (2,), (3,)], [0, 1, 2]),
        ([(1,), (0,), (1,)], [0, 1, 2]),  # not known
        ([(), ()], [0, 1]),  # a server that is not started here
        ([], []),
    ],
)
def test_a_unit_lasts_until_all_sides_have_another_start(rows, unit) -> None:
    assert units(rows).tolist() == unit


def test_units_are_averaged_and_added() -> None:
    unit = units_of_rounds([1, 2, 3, 4], {1: 1, 2: 1, 3: 2, 4: 2})
    assert mean_by_unit(np.array([[1.0, 3.0, 5.0, 9.0]]), unit).tolist() == [[2.0, 7.0]]
    assert sum_by_unit(np.array([[1.0], [3.0], [5.0], [9.0]]), unit).tolist() == [[4.0], [14.0]]


@pytest.mark.parametrize(
    ("starts", "count"), [([1, 1, 2, 2], 2), ([1] * 9, 1), ([1, 2], 0), ([1, 1, 2, 3], 0)]
)
def test_two_starts_of_many_rounds_are_too_few(starts, count) -> None:
    assert too_few(units([[start] for start in starts])) == count


def test_percentiles_of_few_starts_have_no_interval() -> None:
    rounds = [{0.001: 900.0, 0.002 + n * 1e-4: 100.0} for n in range(12)]
    (once,) = share_points(rounds, [0.5], units([[1]] * 12))
    (fresh,) = share_points(rounds, [0.5], units([[n] for n in range(1, 13)]))
    assert (once.low, once.high) == (None, None)
    assert fresh == share_points(rounds, [0.5])[0]


def test_the_interval_of_a_mean_goes_over_starts() -> None:
    values = [10.0, 12.0, 20.0, 22.0, 15.0, 17.0]
    kept = spread([(n, value, n, 1 + n // 2) for n, value in enumerate(values)])
    means = spread([(n, value) for n, value in enumerate([11.0, 21.0, 16.0])])
    assert kept.ci_half_width == pytest.approx(means.ci_half_width)
    assert kept.n == 6


@pytest.mark.exhaustive
@pytest.mark.slow
def test_equals_with_kept_servers_are_not_told_apart() -> None:
    rng = np.random.default_rng(20261125)
    for part, servers in (
        (causes, Servers(12, 4)),
        (causes, ONCE),
        (profiles, Servers(12, 4)),
        (profiles, ONCE),
    ):
        rows = {row.figure: row for row in part(rng, servers, 60)}
        assert rows["equals told apart, by units"].ok, (part, servers)
        if part is causes:
            assert rows["equals told apart, by rounds"].value > 0.15
    rows = {row.figure: row for row in percentiles(rng, Servers(24, 4), 20)}
    assert rows["coverage by units"].ok
