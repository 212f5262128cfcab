"""Steadier or not, and one delta over several pairs."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import numpy as np
import pytest

from backend.statistics.delta import Verdict, delta
from backend.statistics.spread import SpreadVerdict, compare_spread, spread
from backend.tests.unit.statistics.pooling import pool

WILD = [80.0, 120.0, 95.0, 110.0, 70.0, 130.0, 100.0, 90.0]
CALM = [100.0, 100.5, 99.5, 100.2, 99.8, 100.1, 99.9, 100.0]


def run(values):
    return list(enumerate(values, 1))


def test_steadier_and_back():
    there, back = compare_spread(run(WILD), run(CALM)), compare_spread(run(CALM), run(WILD))
    assert there.verdict is SpreadVerdict.STEADIER
    assert back.verdict is SpreadVerdict.LESS_STEADY
    assert there.ratio == pytest.approx(1 / back.ratio)
    assert there.p == pytest.approx(back.p)


def test_too_few_trials_cannot_be_steadier():
    found = compare_spread(run([1.0, 2.0]), run([1.0, 1.1]))
    assert (found.verdict, found.p) == (SpreadVerdict.UNCLEAR, None)


def test_no_spread_at_all():
    assert compare_spread(run([5.0] * 4), run([7.0] * 4)).verdict is SpreadVerdict.SAME
    one = compare_spread(run(WILD), run([7.0] * 8))
    assert (one.verdict, one.ratio, one.cv_b) == (SpreadVerdict.STEADIER, None, 0.0)


def test_equal_spread_is_the_same_from_some_ten_trials_on():
    few, enough = WILD[:5], WILD * 2
    assert compare_spread(run(few), run([v * 3 for v in few])).verdict is SpreadVerdict.UNCLEAR
    assert compare_spread(run(enough), run([v * 3 for v in enough])).verdict is SpreadVerdict.SAME


def test_spreads_that_differ_by_two_are_called_the_same_in_no_more_than_a_twentieth():
    rng = np.random.default_rng(7)
    found = [
        compare_spread(*(run(np.exp(rng.normal(9, sd, 12)).tolist()) for sd in (0.02, 0.04)))
        for _ in range(300)
    ]
    assert sum(one.verdict is SpreadVerdict.SAME for one in found) / 300 <= 0.08  # 5%, and its deviation


def test_spread_of_one_run():
    assert spread([(1, 100.0), (2, None), (3, 110.0)]).cv == pytest.approx(0.0673435)
    assert (spread(run(WILD)).low, spread(run(WILD)).high) == (70.0, 130.0)
    assert spread([]).mean is None


def test_one_pair_pooled_is_its_delta():
    a, b = run(WILD), run([v * 1.1 for v in reversed(WILD)])
    for interleaved in (True, False):
        one = delta(a, b, direction="higher", is_interleaved=interleaved)
        many = pool([(a, b)], direction="higher", is_interleaved=interleaved)
        assert (many.change, many.low, many.high, many.p) == pytest.approx(
            (one.change, one.low, one.high, one.p)
        )


def test_pairs_with_other_rounds_are_combined_without_losing_trials():
    a, b = [(r, 100.0 + r) for r in range(1, 7)], [(r, 120.0 + r % 3) for r in range(1, 7)]
    c, d = [(r, 50.0 + r) for r in range(20, 26)], [(r, 61.0 + r % 2) for r in range(20, 26)]
    found = pool([(a, b), (c, d)], direction="higher")
    assert found.n == 12
    assert "each pair by rounds, then combined" in found.reason


def test_a_round_that_lacks_one_pair_is_left_out():
    a, b = run(WILD), run([v * 1.3 + i for i, v in enumerate(WILD)])
    hollow = [(r, None if r == 3 else v) for r, v in b]
    found = pool([(a, b), (a, hollow)], direction="higher")
    assert [r for r, _ in found.pairs] == [1, 2, 4, 5, 6, 7, 8]


def test_one_thin_pair_does_not_take_the_interval_of_all_away():
    a, b = run(WILD), run([v * 1.3 + i for i, v in enumerate(WILD)])
    thin = [(20, 100.0)], [(20, 130.0)]
    for interleaved in (True, False):
        alone = pool([(a, b)], direction="higher", is_interleaved=interleaved)
        found = pool([(a, b), thin], direction="higher", is_interleaved=interleaved)
        assert (found.n, found.low, found.high) == (8, pytest.approx(alone.low), pytest.approx(alone.high))
        assert "left out for having one trial on a side: 1 pair" in found.reason
        assert "One trial:" not in found.reason


def test_many_trials_against_one_are_not_called_one_trial():
    found = delta([(1, 100.0)], run(WILD), direction="higher", is_interleaved=False)
    assert found.reason == "One trial on a side: the change alone, without an interval."


def test_pairs_without_trials_are_counted_out():
    found = pool([(run(WILD), run(CALM)), ([], run(CALM))], direction="higher")
    assert "Over 1 of 2 pairs" in found.reason


def test_no_failures_over_all_pairs():
    nothing = run([0, 0, 0])
    found = pool([(nothing, nothing)] * 3, direction="lower", can_be_zero=True)
    assert (found.verdict, found.difference) == (Verdict.SAME, 0.0)


def test_the_half_interval_of_a_mean_is_students():
    found = spread([(1, 10.0), (2, 12.0), (3, 14.0)])
    assert found.ci_half_width == pytest.approx(4.302653 * 2 / 3**0.5)
    assert spread([(1, 10.0)]).ci_half_width is None
