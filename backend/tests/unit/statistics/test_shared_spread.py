"""Spreads that lean on each other: in worlds without a difference little is called, however they scatter."""

import numpy as np
import pytest

from backend.statistics.estimate import estimate_pairs
from backend.statistics.holm import holm
from backend.statistics.pairing import Floats
from backend.statistics.shared_spread import estimate_moderated

ROWS, WORLDS = 40, 400


def world(rng: np.random.Generator, rounds: int, samples: float, scatter: float, less: float = 0.0):
    """Differences, what counting alone gives them, and sizes: sampled parts whose own scatter differs widely.

    `less`: the share of its cost that the fourth part loses.
    """
    share = 1 / np.arange(1, ROWS + 1)
    share = share / share.sum()
    own = scatter * np.exp(rng.normal(0, 0.7, ROWS))
    drift = np.exp(rng.normal(0, 0.05, rounds))
    spent, units = [], []
    for side in range(2):
        level = samples * share[:, None] * np.exp(rng.normal(0, 1, (ROWS, rounds)) * own[:, None])
        level[3] *= 1 - side * less
        counts = rng.poisson(level)
        cost = 40 * drift * np.exp(rng.normal(0, scatter / 2, rounds)) * level.sum(axis=0) / samples
        units.append(cost / counts.sum(axis=0))
        spent.append(counts * units[-1])
    size = (spent[0] / units[0] + spent[1] / units[1]).sum(axis=1)
    kept = size >= 10
    counting = (spent[0] + spent[1])[kept] / 2 * (units[0] + units[1])
    return (spent[1] - spent[0])[kept], counting, size[kept]


def called(p: Floats) -> bool:
    return bool((holm(p) < 0.05).any())


@pytest.mark.parametrize(
    ("rounds", "samples", "scatter"), [(3, 3e4, 0.03), (3, 3e3, 0.1), (4, 3e4, 0.1), (6, 300, 0.03)]
)
def test_among_equals_at_most_one_in_twenty_calls_anything(
    rounds: int, samples: float, scatter: float
) -> None:
    rng = np.random.default_rng(14)
    wrong = sum(called(estimate_moderated(*world(rng, rounds, samples, scatter)).p) for _ in range(WORLDS))
    assert wrong / WORLDS <= 0.05


def test_three_rounds_find_what_single_spreads_do_not() -> None:
    rng = np.random.default_rng(14)
    worlds = [world(rng, 3, 3e4, 0.03, less=0.4) for _ in range(100)]
    assert sum(called(estimate_moderated(*w).p) for w in worlds) >= 80
    assert sum(called(estimate_pairs(w[0]).p) for w in worlds) <= 40


def test_a_variance_is_never_below_that_of_counting() -> None:
    d = np.full((10, 3), 1.0)
    e = estimate_moderated(d, np.full((10, 3), 4.0), np.full(10, 30.0))
    assert e.se == pytest.approx(np.sqrt(4 / 3))


def test_two_rounds_say_nothing() -> None:
    e = estimate_moderated(np.ones((2, 2)), np.ones((2, 2)), np.ones(2))
    assert np.isnan(e.p).all()
    assert np.isnan(e.ci_half_width).all()
    assert e.mean == pytest.approx([1.0, 1.0])
