"""Limits of p at each analysis: as published for equal steps, and kept by simulated experiments."""

import numpy as np
import pytest

from backend.statistics.estimate import estimate_pairs
from backend.statistics.group_sequential import analysis_rounds, limit, pocock


@pytest.mark.parametrize(
    ("least", "most", "at"),
    [
        (8, 40, (8, 12, 18, 27, 40)),
        (8, 20, (8, 12, 18, 20)),
        (8, 8, (8,)),
        (8, 12, (8, 12)),
        (3, 9, (3, 4, 6, 9)),
        (8, 100, (8, 12, 18, 27, 40, 60, 90, 100)),
    ],
)
def test_looks_grow_by_half_and_end_at_the_most(least, most, at):
    assert analysis_rounds(least, most) == at


def test_many_rounds_are_not_looked_at_more_than_a_few_times():
    assert len(analysis_rounds(3, 20_000)) <= 31
    assert analysis_rounds(3, 20_000)[-1] == 20_000


@pytest.mark.parametrize(
    ("n", "published"), [(2, 0.0294), (3, 0.0221), (4, 0.0182), (5, 0.0158), (10, 0.0106)]
)
def test_limits_of_equal_steps_are_those_of_pocock(n, published):
    assert pocock(tuple(range(1, n + 1)), 0.05) == pytest.approx(published, abs=5e-5)


def test_one_look_needs_no_smaller_limit():
    assert limit((12,)) == 0.05


@pytest.mark.parametrize(
    "at", [analysis_rounds(8, 40), analysis_rounds(8, 20), analysis_rounds(8, 12), analysis_rounds(3, 20)]
)
def test_equal_runs_are_called_at_any_look_in_at_most_five_percent(at):
    d = np.random.default_rng(3).standard_normal((10_000, at[-1]))
    p = np.array([estimate_pairs(d[:, :n]).p for n in at])
    assert (p < 0.05).any(axis=0).mean() > 0.07  # what looking costs without it
    assert 0.035 < (p < limit(at)).any(axis=0).mean() <= 0.055
