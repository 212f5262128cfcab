"""A run that leaves work behind is found by who came before, and by that alone."""

import numpy as np
import pytest

from backend.statistics.carry_over import MAX_RUNS, SURE, carry_over


def trials(rng, runs, rounds, left=0.0, sd=0.01):
    """Rounds in random order; every trial right after run 1 is off by `left`."""
    order = np.concatenate([rng.permutation(runs) for _ in range(rounds)])
    logs = 9 + 0.1 * order + rng.normal(0, sd, len(order)) + np.repeat(rng.normal(0, 0.05, rounds), runs)
    logs[1:] += np.where(order[:-1] == 1, left, 0.0)
    return order.tolist(), np.repeat(np.arange(rounds), runs).tolist(), np.exp(logs).tolist()


@pytest.mark.parametrize("runs", [2, 3, 6])
def test_the_run_that_slows_its_followers_is_named(runs):
    found = carry_over(*trials(np.random.default_rng(1), runs, 20, left=np.log(0.95)))
    worst = min(found, key=lambda one: one.effect)
    assert worst.after == 1
    assert worst.p < SURE
    assert worst.effect == pytest.approx(-0.05, abs=0.015)


def test_every_run_that_has_followers_is_looked_at_whatever_the_rounding_errors():
    rng = np.random.default_rng(6)
    for runs in (3, 6, 12):
        assert {len(carry_over(*trials(rng, runs, 20))) for _ in range(40)} == {runs}


def test_equal_followers_are_named_in_no_more_than_one_in_a_hundred():
    rng = np.random.default_rng(2)
    named = sum(any(one.p < SURE for one in carry_over(*trials(rng, 4, 12))) for _ in range(300))
    assert named / 300 <= 0.03  # 1%, and what 300 experiments may deviate


def test_invalid_trials_still_come_before_others_but_are_no_figures():
    run, round_, value = trials(np.random.default_rng(3), 3, 20, left=np.log(0.9))
    hollow = [None if r == 1 else v for r, v in zip(run, value, strict=True)]
    assert min(carry_over(run, round_, hollow), key=lambda one: one.effect).after == 1


@pytest.mark.parametrize("runs", [1, MAX_RUNS + 1])
def test_one_run_and_too_many_say_nothing(runs):
    assert carry_over(*trials(np.random.default_rng(4), runs, 4)) == []


def test_a_fixed_order_says_nothing():
    order = [0, 1, 2] * 20
    values = np.exp(np.random.default_rng(6).normal(9, 0.01, 60)).tolist()
    assert carry_over(order, np.repeat(np.arange(20), 3).tolist(), values) == []
    assert carry_over([0, 1, 1, 0] * 10, np.repeat(np.arange(20), 2).tolist(), [5.0] * 40) == []


def test_too_few_trials_say_nothing():
    assert carry_over([], [], []) == []
    assert carry_over(*trials(np.random.default_rng(5), 3, 1)) == []
