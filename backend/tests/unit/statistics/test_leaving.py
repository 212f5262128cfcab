"""The chance that the rounds that are left bring a candidate a word."""

import numpy as np
import pytest
from scipy import special

from backend.statistics.estimate import estimate_pairs
from backend.statistics.leaving import NEGLIGIBLE_CHANCE, chance_of_word

MATTERS, ALPHA = float(np.log1p(0.01)), 0.01
NOISE = np.tile([0.04, -0.04], 6)  # of twelve rounds; 4% of a round


def chance(change: float, most: float = 40.0, spread: float = 1.0) -> float:
    e = estimate_pairs((change + spread * NOISE)[None, :])
    return float(chance_of_word(e, np.array([most]), MATTERS, ALPHA)[0])


def test_what_is_clear_already_is_nearly_sure_of_its_word() -> None:
    assert chance(0.1) > 0.99
    assert chance(-0.1) > 0.99


def test_what_shows_nothing_is_hopeless_where_the_rounds_are_too_few_for_the_same() -> None:
    assert chance(0.0, most=18) < NEGLIGIBLE_CHANCE
    assert chance(0.0, most=2000) > 0.9  # whose intervals lie inside what matters


def test_what_is_near_a_word_is_waited_for() -> None:
    assert NEGLIGIBLE_CHANCE < chance(0.025) < 0.99
    assert chance(0.001, spread=0.1) > 0.9


def test_after_the_last_round_there_is_a_word_or_none() -> None:
    assert chance(0.1, most=12) == pytest.approx(1.0)
    assert chance(0.0, most=12) == pytest.approx(0.0)


def test_without_a_spread_there_is_no_chance_to_speak_of() -> None:
    e = estimate_pairs(np.array([[0.01]]))
    assert np.isnan(chance_of_word(e, np.array([40.0]), MATTERS, ALPHA)).all()


def test_the_chance_is_about_what_simulated_experiments_come_to() -> None:
    rng = np.random.default_rng(7)
    d = rng.normal(0.01, 0.06, (4000, 40))
    e = estimate_pairs(d[:, :18])
    chances = chance_of_word(e, np.full(4000, 40.0), MATTERS, ALPHA)
    whole = estimate_pairs(d)
    half = special.stdtrit(whole.df, 1 - ALPHA / 2) * whole.se
    got_a_word = (whole.p < ALPHA) | (np.abs(whole.mean) + half < MATTERS)
    for low, high in ((0.0, 0.05), (0.2, 0.6)):
        of = (chances >= low) & (chances < high)
        assert of.sum() > 200
        assert got_a_word[of].mean() < 3 * chances[of].mean() + 0.02
