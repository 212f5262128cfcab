"""What the planner promises is what simulated experiments find, judged by the product's own code."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false
# pyright: reportCallIssue=false

import numpy as np
import pytest

from backend.statistics.both_references import estimate_against_both
from backend.statistics.estimate import ALPHA, estimate_pairs
from backend.statistics.group_sequential import analysis_rounds, limit
from backend.statistics.holm import holm
from backend.statistics.power import round_sd
from backend.statistics.promise import (
    Design,
    power,
    rounds_for,
    rounds_to_find,
    smallest_effect,
    smallest_effect_at,
)
from backend.statistics.shared_spread import lean_on_others

SD, MIN_EFFECT = 0.06, float(np.log1p(0.01))


def found(rng, design, effect, n=6000):
    """The share of experiments that call the one true change, at each analysis: (analyses, experiments)."""
    most = design.at[-1]
    x = rng.normal(0, SD / 2**0.5, (n, design.family + 1, most))
    d = x[:, 1:] - x[:, :1]
    d[:, 0] += np.log1p(effect)
    hits = []
    for rounds in design.at:
        e = estimate_pairs(d[:, :, :rounds])
        p = np.apply_along_axis(holm, 1, e.p)[:, 0] * ALPHA / limit(design.at)
        hits.append((p < ALPHA) & (e.mean[:, 0] >= design.min_effect))
    return np.array(hits)


@pytest.mark.parametrize(
    "candidates",
    [
        pytest.param(1, marks=pytest.mark.exhaustive),
        3,
        *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (5, 11)),
    ],
)
@pytest.mark.parametrize("rounds", [5, 12])
def test_what_a_plan_can_show_is_found_in_80_of_100_experiments(candidates, rounds):
    design = Design((rounds,), candidates, MIN_EFFECT)
    effect = smallest_effect(SD, design)
    assert effect is not None
    share = found(np.random.default_rng(1), design, effect).mean()
    assert share == pytest.approx(0.8, abs=0.025)
    assert power(SD, effect, design) == pytest.approx(0.8, abs=1e-6)


def test_a_change_that_just_matters_needs_more_than_chance_says():
    """Half of the experiments measure it below what matters, however many rounds there are."""
    plain, counted = (smallest_effect(0.005, Design((40,), 1, m)) for m in (0.0, MIN_EFFECT))
    assert plain is not None
    assert counted is not None
    assert plain < 0.01 < counted
    share = found_with(0.005, Design((40,), 1, MIN_EFFECT), counted)
    assert share == pytest.approx(0.8, abs=0.025)


def found_with(sd, design, effect):
    d = np.random.default_rng(2).normal(np.log1p(effect), sd, (6000, design.at[-1]))
    e = estimate_pairs(d)
    return ((e.p < ALPHA) & (e.mean >= design.min_effect)).mean()


def test_looks_find_in_80_of_100_experiments_what_they_promise():
    design = Design(analysis_rounds(8, 40), 1, MIN_EFFECT)
    effect = smallest_effect(SD, design)
    hits = found(np.random.default_rng(4), design, effect)
    assert hits.any(axis=0).mean() == pytest.approx(0.8, abs=0.025)
    assert power(SD, effect, design) == pytest.approx(0.8, abs=0.001)
    at = np.asarray(design.at)
    ended = at[np.where(hits.any(axis=0), hits.argmax(axis=0), -1)].mean()
    assert rounds_to_find(SD, effect, design) == pytest.approx(ended, abs=0.7)


def test_of_several_candidates_the_last_look_is_what_is_promised():
    design = Design(analysis_rounds(8, 40), 5, MIN_EFFECT)
    effect = smallest_effect(SD, design)
    assert found(np.random.default_rng(5), design, effect)[-1].mean() == pytest.approx(0.8, abs=0.025)
    assert smallest_effect_at(0, SD, design) > effect


def test_rounds_for_a_change_are_the_fewest_that_show_it():
    needed = rounds_for(SD, 0.05, Design((), 5, MIN_EFFECT))
    assert needed is not None
    here, one_less = (smallest_effect(SD, Design((n,), 5, MIN_EFFECT)) or 0.0 for n in (needed, needed - 1))
    assert here <= 0.05 < one_less
    assert (rounds_for(SD, 0.05, Design(())) or 0) < needed
    assert rounds_for(SD / 60, 0.5, Design(())) == 2


def test_what_cannot_be_shown_has_no_number_of_rounds():
    assert rounds_for(SD, 0.01, Design((), 1, MIN_EFFECT)) is None  # not larger than what matters
    assert rounds_for(0.5, 0.01, Design(())) is None
    assert rounds_for(SD, -1.0, Design(())) is None
    assert rounds_for(0.0, 0.05, Design((), 5)) == 8  # the sign test of trials that agree
    assert smallest_effect(SD, Design((1,))) is None
    assert smallest_effect(float("nan"), Design((12,))) is None
    assert smallest_effect(0.0, Design((12,), 3, MIN_EFFECT)) == pytest.approx(0.01)


def test_a_plan_of_thousands_of_rounds_has_its_promise_too():
    design = Design(analysis_rounds(8, 20_000), 1, MIN_EFFECT)
    assert 0.01 < (smallest_effect(SD, design) or 0.0) < 0.02
    assert rounds_to_find(SD, 0.05, design) < 40


def test_halving_finds_smaller_changes_than_as_many_trials_of_a_fixed_number() -> None:
    """Held against whole simulated experiments in the calibration: halving, smallest effect."""
    fixed, halved = Design((20,), 11, MIN_EFFECT), Design((7, 18, 37), 11, MIN_EFFECT, stage_sizes=(11, 6, 3))
    assert power(0.06, 0.05, fixed) == pytest.approx(0.51, abs=0.03)
    assert power(0.06, 0.05, halved) == pytest.approx(0.90, abs=0.03)
    found, usual = smallest_effect(0.06, halved), smallest_effect(0.06, fixed)
    assert found
    assert usual
    assert found < 0.75 * usual
    assert power(0.06, found, halved) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(
    "candidates",
    [pytest.param(3, marks=pytest.mark.exhaustive), 6, pytest.param(10, marks=pytest.mark.exhaustive)],
)
@pytest.mark.parametrize("rounds", [8, 18])
def test_a_promise_counts_the_control_and_spreads_that_lean_on_one_another(candidates, rounds):
    sd = round_sd(SD / 2**0.5, has_two_references=True)
    design = Design((rounds,), candidates, MIN_EFFECT, leaning_spreads=candidates)
    effect = smallest_effect(sd, design)
    assert effect < smallest_effect(sd, Design((rounds,), candidates, MIN_EFFECT))
    x = np.random.default_rng(6).normal(0, SD / 2**0.5, (3000, candidates + 2, rounds))
    x[:, 2] += np.log1p(effect)
    e = lean_on_others(estimate_against_both(x[:, 2:] - x[:, :1], x[:, 2:] - x[:, 1:2]))
    p = np.array([holm(row)[0] for row in e.p])
    is_found = (p < ALPHA) & (e.mean[:, 0] > 0)
    assert is_found.mean() == pytest.approx(0.8, abs=0.045)
