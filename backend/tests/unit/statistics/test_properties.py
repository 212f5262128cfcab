"""What must hold for any trials."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.statistics.delta import Verdict, delta, deltas
from backend.statistics.spread import compare_spread
from backend.tests.unit.statistics.pooling import pool

VALUE = st.floats(1e-3, 1e7)
ODD = st.none() | st.sampled_from([0.0, -1.0, math.nan, math.inf, 1e308, 5e-324]) | st.floats()
MIRROR = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
INTERLEAVED = st.booleans()


@st.composite
def two_runs(draw):
    n = draw(st.integers(1, 12))
    a, b = (draw(st.lists(VALUE, min_size=n, max_size=n)) for _ in range(2))
    return list(enumerate(a)), list(enumerate(b))


@given(two_runs(), INTERLEAVED)
def test_swapping_inverts_the_change_and_the_verdict(runs, interleaved):
    a, b = runs
    there = delta(a, b, direction="higher", is_interleaved=interleaved)
    back = delta(b, a, direction="higher", is_interleaved=interleaved)
    assert math.log1p(back.change) == pytest.approx(-math.log1p(there.change), rel=1e-6, abs=1e-9)
    assert back.p == there.p or back.p == pytest.approx(there.p, rel=1e-6)
    assert back.verdict == MIRROR.get(there.verdict, there.verdict)


@given(two_runs(), st.sampled_from([0.125, 2.0, 1024.0]), INTERLEAVED)
def test_another_unit_changes_nothing(runs, factor, interleaved):
    a, b = runs
    scaled = [[(r, v * factor) for r, v in run] for run in runs]
    one = delta(a, b, direction="higher", is_interleaved=interleaved)
    two = delta(*scaled, direction="higher", is_interleaved=interleaved)
    assert two.change == pytest.approx(one.change, rel=1e-9, abs=1e-12)
    assert two.verdict == one.verdict


@given(two_runs(), INTERLEAVED)
def test_direction_only_turns_the_verdict(runs, interleaved):
    up = delta(*runs, direction="higher", is_interleaved=interleaved)
    down = delta(*runs, direction="lower", is_interleaved=interleaved)
    assert (up.change, up.low, up.high, up.p) == (down.change, down.low, down.high, down.p)
    assert down.verdict == MIRROR.get(up.verdict, up.verdict)


@given(two_runs(), st.randoms(), INTERLEAVED)
def test_order_of_the_trials_does_not_matter(runs, random, interleaved):
    shuffled = [random.sample(run, len(run)) for run in runs]
    one = delta(*runs, direction="higher", is_interleaved=interleaved)
    two = delta(*shuffled, direction="higher", is_interleaved=interleaved)
    assert two.change == pytest.approx(one.change, rel=1e-9, abs=1e-12)
    assert two.verdict == one.verdict


@given(
    st.lists(st.lists(st.tuples(st.integers(1, 4), VALUE | ODD)), min_size=1, max_size=5),
    st.booleans(),
    INTERLEAVED,
    st.sampled_from(["higher", "lower"]),
)
def test_nothing_odd_ever_comes_out(runs, can_be_zero, interleaved, direction):
    how = {"direction": direction, "can_be_zero": can_be_zero, "is_interleaved": interleaved}
    found = deltas(runs[0], runs[1:], control=0 if len(runs) > 1 else None, **how)
    found.append(pool([(runs[0], run) for run in runs[1:]], **how))
    for d in found:
        figures = (d.change, d.difference, d.low, d.high, d.p, d.p_adjusted, d.min_effect)
        together = (d.simultaneous_low, d.simultaneous_high)
        means = (d.baseline_mean, d.candidate_mean, d.mean_change, *together)
        assert all(x is None or math.isfinite(x) for x in (*figures, *means, *(c for _, c in d.pairs)))
        assert d.reason.endswith(".")
        assert "nan" not in d.reason
        if d.p is None:
            assert (d.verdict, d.low, d.high) == (Verdict.UNCLEAR, None, None)
    s = compare_spread(runs[0], runs[-1])
    assert all(x is None or math.isfinite(x) for x in (s.cv_a, s.cv_b, s.ratio, s.p))
