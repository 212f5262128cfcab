"""Throughput and CPU a request, judged together: Holm goes by the p of both."""

import numpy as np
import pytest

from backend.statistics.delta import Group, deltas_together

ROUNDS, EXPERIMENTS = 12, 400


def runs_of(rng, effect, control_effect=0.0, spread=0.02):
    """Baseline, control and one candidate, as (round, value)."""
    logs = rng.normal(0, spread, (3, ROUNDS)) + np.log1p([[0.0], [control_effect], [effect]])
    return [list(enumerate(np.exp(run).tolist(), 1)) for run in logs]


def judge(runs, other_runs=None):
    groups = [Group(runs[0], runs[1:], control=0)]
    other_groups = [Group(other_runs[0], other_runs[1:], control=0)] if other_runs else []
    return deltas_together(groups, direction="higher", rules=2, metrics=2, other_groups=other_groups)[0][1]


def test_a_clear_change_in_one_question_leaves_the_other_its_own_p() -> None:
    rng = np.random.default_rng(5)
    rate = runs_of(rng, 0.02)
    alone, beside = judge(rate), judge(rate, runs_of(rng, -0.3))
    assert alone.p is not None
    assert alone.p_adjusted == pytest.approx(2 * alone.p)
    assert beside.p_adjusted == pytest.approx(alone.p)
    assert judge(rate, runs_of(rng, 0.0)).p_adjusted == pytest.approx(2 * alone.p)


def test_a_question_whose_control_stands_out_gives_nothing_away() -> None:
    rng = np.random.default_rng(6)
    rate = runs_of(rng, 0.02)
    assert judge(rate, runs_of(rng, -0.3, control_effect=-0.3)).p_adjusted == judge(rate).p_adjusted


def test_equal_candidates_are_called_in_either_question_in_at_most_5_per_cent() -> None:
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(EXPERIMENTS):
        rate, cpu = runs_of(rng, 0.0), runs_of(rng, 0.0)
        wrong += any(d.verdict in ("better", "worse") for d in (judge(rate, cpu), judge(cpu, rate)))
    assert wrong / EXPERIMENTS < 0.05 + 3 * (0.05 * 0.95 / EXPERIMENTS) ** 0.5
