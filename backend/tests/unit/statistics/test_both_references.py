"""Candidates against the baseline and its control: what is found, and when the baseline alone counts."""

import numpy as np
import pytest

from backend.statistics.both_references import estimate_against_both
from backend.statistics.delta import Group, deltas_together
from backend.statistics.estimate import estimate_pairs
from backend.statistics.holm import holm
from backend.statistics.shared_spread import lean_on_others

SEED, EXPERIMENTS, CANDIDATES, ROUNDS = 20261125, 1500, 6, 16
SPREAD = 0.06 / 2**0.5  # of a trial; a round's change has two of them


def simulate_logs(effect=0.0, rounds=ROUNDS):
    x = np.random.default_rng(SEED).standard_normal((EXPERIMENTS, CANDIDATES + 2, rounds)) * SPREAD
    x[:, 2] += np.log1p(effect)
    return x


def estimate_both(x):
    return lean_on_others(estimate_against_both(x[:, 2:] - x[:, :1], x[:, 2:] - x[:, 1:2]))


def adjusted_p(e):
    return np.apply_along_axis(holm, 1, e.p)


def runs_of(x):
    return [list(enumerate(np.exp(run).tolist(), 1)) for run in x]


def judge(runs, rules=2, control: int | None = 0):
    group = Group(runs[0], runs[1:], control=control)
    return deltas_together([group], direction="higher", rules=rules)[0]


def test_a_change_is_found_in_more_experiments_than_beside_the_baseline_alone() -> None:
    x = simulate_logs(0.05)
    alone = adjusted_p(estimate_pairs(x[:, 2:] - x[:, :1]))[:, 0] < 0.05
    both = adjusted_p(estimate_both(x))[:, 0] < 0.05
    assert alone.mean() < 0.55
    assert both.mean() > 0.70


@pytest.mark.parametrize("rounds", [8, 12, 20])
def test_equal_candidates_are_called_in_at_most_5_per_cent_also_where_one_is_noisier(rounds) -> None:
    x = simulate_logs(rounds=rounds)
    assert (adjusted_p(estimate_both(x)) < 0.05).any(axis=1).mean() < 0.06
    x[:, 2] *= 3
    assert (adjusted_p(estimate_both(x)) < 0.05).any(axis=1).mean() < 0.065


@pytest.mark.parametrize("candidates", [3, 4, 8])
def test_few_or_many_candidates_are_called_as_rarely_where_one_is_noisier(candidates) -> None:
    x = np.random.default_rng(SEED).standard_normal((3000, candidates + 2, 8)) * SPREAD
    x[:, 2] *= 3
    assert (adjusted_p(estimate_both(x)) < 0.05).any(axis=1).mean() < 0.065


@pytest.mark.parametrize("kept_runs", [[0], [2]])
def test_servers_kept_for_all_rounds_are_compared_with_the_baseline_alone(kept_runs) -> None:
    """Their luck is no spread: what finds more calls it more often."""
    x = simulate_logs()[0]
    runs = [
        [(n, v, n, 1 if i in kept_runs else n) for n, v in run]
        for i, run in enumerate(runs_of(x[[0, 2, 3, 4, 5, 1]]))
    ]
    fresh_runs = [[(n, v, n, n) for n, v, *_ in run] for run in runs]

    def intervals(of, rules):
        return [(d.low, d.high) for d in judge(of, rules=rules, control=4)]

    rules_1, rules_2, of_fresh = intervals(runs, 1), intervals(runs, 2), intervals(fresh_runs, 2)
    kept_candidates = range(4) if 0 in kept_runs else [1]
    for i in range(4):
        assert (rules_2[i] == rules_1[i]) == (i in kept_candidates)
        assert of_fresh[i] != rules_1[i]


def test_intervals_hold_the_truth() -> None:
    e = estimate_both(simulate_logs())
    assert 0.93 < (np.abs(e.mean) <= e.ci_half_width).mean() < 0.975


def test_rules_1_compare_with_the_baseline_alone() -> None:
    x = simulate_logs()[0]
    before, now = judge(runs_of(x), rules=1), judge(runs_of(x))
    expected = estimate_pairs(x[2:] - x[:1])
    assert [d.change for d in before[1:]] == pytest.approx(np.expm1(expected.mean).tolist())
    assert [d.change for d in now[1:]] != pytest.approx([d.change for d in before[1:]])
    assert now[0].change == pytest.approx(before[0].change)  # the control itself


@pytest.mark.parametrize(("runs", "rounds"), [(4, 16), (8, 7)])
def test_the_baseline_alone_counts_for_two_candidates_and_in_few_rounds(runs, rounds) -> None:
    trials = runs_of(simulate_logs()[0][:runs, :rounds])
    assert [d.change for d in judge(trials)] == [d.change for d in judge(trials, rules=1)]


def test_a_round_without_its_control_counts_with_the_baseline() -> None:
    runs = runs_of(simulate_logs()[0])
    runs[1] = [(number, None if number == 3 else value) for number, value in runs[1]]
    assert [d.n for d in judge(runs)[1:]] == [ROUNDS] * CANDIDATES


def test_without_a_control_candidates_lean_on_one_another() -> None:
    x = simulate_logs()[0]
    runs = runs_of(np.delete(x, 1, axis=0))
    before, now = judge(runs, rules=1, control=None), judge(runs, control=None)
    assert [d.change for d in now] == [d.change for d in before]
    assert [d.p for d in now] != [d.p for d in before]


def test_candidates_without_any_spread_lean_on_none() -> None:
    runs = [[(number, value) for number in range(1, 11)] for value in (100.0, 100.0, 110.0, 110.0, 110.0)]
    assert {round(d.change or 0, 9) for d in judge(runs)[1:]} == {0.1}
    assert {d.p for d in judge(runs)[1:]} == {d.p for d in judge(runs, rules=1)[1:]}


def test_runs_without_a_trial_have_no_change() -> None:
    assert [d.change for d in judge([[]] * 8)] == [None] * 7
