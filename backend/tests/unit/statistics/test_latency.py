"""Percentiles of all requests and their intervals by rounds."""

import numpy as np
import pytest

from backend.statistics.latency import curve_shares, share_points

SEED = 12


def test_rounds_add_up_to_the_percentiles_of_all_requests() -> None:
    """What averaging gets wrong: a round of few slow requests weighs as many as it has."""
    rounds = [{0.001: 9900.0, 0.002: 100.0}, {0.001: 50.0, 0.5: 50.0}]
    p50, p99, p99_9 = share_points(rounds, [0.5, 0.99, 0.999])
    assert (p50.value, p99.value, p99_9.value) == (0.001, 0.002, 0.5)
    assert (p99.low, p99.high) == (None, None)  # two rounds say nothing of their spread
    together = np.repeat([0.001, 0.002, 0.5], [9950, 100, 50])
    for point in share_points(rounds, [0.5, 0.9, 0.99, 0.999]):
        assert point.value == np.quantile(together, point.share, method="inverted_cdf")


def test_the_interval_is_that_of_rounds_and_not_of_requests() -> None:
    """Ten thousand requests a round, all alike within it: only twelve values are known."""
    medians = np.random.default_rng(SEED).lognormal(0, 0.2, 12)
    (point,) = share_points([{float(m): 10_000.0} for m in medians], [0.5])
    assert point.low is not None
    assert point.high is not None
    assert point.low < point.value < point.high
    assert point.high / point.low > 1.1
    alike = share_points([{1.0: 5000.0, 2.0: 5000.0 + n} for n in range(12)], [0.25, 0.9])
    assert [(p.low, p.value, p.high) for p in alike] == [(1.0, 1.0, 1.0), (2.0, 2.0, 2.0)]


def test_the_same_rounds_give_the_same_interval() -> None:
    rounds = [{float(m): 100.0} for m in range(1, 9)]
    assert share_points(rounds, [0.9]) == share_points(rounds, [0.9])


@pytest.mark.parametrize("rounds", [8, 20])
def test_it_covers_the_truth_about_as_often_as_it_says(rounds: int) -> None:
    """p90 of requests whose round is up to 10% slower or faster; the larger simulation is in e2e/bench."""
    random = np.random.default_rng(SEED)
    truth = np.quantile(random.lognormal(0, 0.1, 400_000) * random.lognormal(0, 0.3, 400_000), 0.9)
    hits = 0
    for _ in range(150):
        samples = [np.round(m * random.lognormal(0, 0.3, 1000), 2) for m in random.lognormal(0, 0.1, rounds)]
        counted = [
            dict(zip(*map(np.ndarray.tolist, np.unique(s, return_counts=True)), strict=True)) for s in samples
        ]
        (point,) = share_points(counted, [0.9])
        hits += (point.low or 0) <= truth <= (point.high or 0)
    assert 0.88 <= hits / 150 <= 0.995


def test_a_curve_ends_where_ten_requests_are_left() -> None:
    assert curve_shares(0) == []
    assert curve_shares(19) == [0.5]
    shares = curve_shares(1_000_000)
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.5, pytest.approx(1 - 1e-5))
    assert 0.99 in shares
    assert 0.9999 in shares


def test_nothing_measured_has_no_points() -> None:
    assert share_points([], [0.5]) == []
