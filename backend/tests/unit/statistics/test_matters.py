"""What matters is declared: words follow it, not a control's luck; a control that differs is an alarm."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import numpy as np
import pytest

from backend.statistics.delta import Verdict, delta, deltas

ROUNDS = 12


def runs(*logs):
    return [[(r, float(np.exp(9 + v)), 0) for r, v in enumerate(of, 1)] for of in logs]


def scattered(seed, middle, sd):
    """Twelve values whose mean and standard deviation are exactly these."""
    x = np.random.default_rng(seed).normal(0, 1, ROUNDS)
    return middle + sd * (x - x.mean()) / x.std(ddof=1)


FLAT = np.zeros(ROUNDS)


def test_a_sure_change_of_four_percent_is_not_the_same_however_noisy_the_control():
    base, noisy, sure = runs(FLAT, scattered(1, 0.0, 0.07), scattered(2, np.log(1.041), 0.003))
    found = deltas(base, [noisy, sure], direction="higher", control=0)[1]
    assert 0.038 < found.low < found.change < found.high < 0.044
    assert found.verdict is Verdict.BETTER


def test_a_noisy_control_calls_nothing_the_same_that_is_wide_open():
    base, noisy, open_ = runs(FLAT, scattered(1, 0.0, 0.07), scattered(2, 0.02, 0.05))
    found = deltas(base, [noisy, open_], direction="higher", control=0)[1]
    assert found.verdict is Verdict.UNCLEAR


@pytest.mark.parametrize(
    ("min_effect", "verdict"), [(0.005, Verdict.BETTER), (0.01, Verdict.UNCLEAR), (0.03, Verdict.SAME)]
)
def test_what_matters_is_what_the_definition_says(min_effect, verdict):
    base, other = runs(FLAT, scattered(4, 0.008, 0.006))
    found = delta(base, other, direction="higher", min_effect=min_effect, rules=1)
    assert (found.verdict, found.min_effect) == (verdict, pytest.approx(min_effect))


def test_the_sentence_says_what_matters():
    base, other = runs(FLAT, scattered(4, 0.008, 0.006))
    reason = delta(base, other, direction="higher", rules=1).reason
    assert reason.startswith("Clear of chance (p ")
    assert "but smaller than what matters here, ±1.0%." in reason


def test_a_metric_that_can_be_zero_has_no_share_that_matters():
    none, some = [(r, 0.0) for r in range(8)], [(r, 3.0 + r % 2) for r in range(8)]
    found = delta(none, some, direction="lower", can_be_zero=True, min_effect=0.5)
    assert (found.verdict, found.min_effect) == (Verdict.WORSE, 0.0)


def test_beside_a_control_that_differs_nothing_has_a_word():
    base, control, other = runs(FLAT, scattered(1, 0.05, 0.01), scattered(2, 0.2, 0.01))
    found = deltas(base, [control, other], direction="higher", control=0)
    assert found[0].verdict is Verdict.BETTER
    assert found[1].verdict is Verdict.UNCLEAR
    assert found[1].change == pytest.approx(np.expm1(0.2), rel=0.02)
    assert "The control, a second copy of the baseline, came out different" in found[1].reason


def test_a_control_that_is_off_by_less_than_what_matters_is_no_alarm():
    base, control, other = runs(FLAT, scattered(1, 0.006, 0.002), scattered(2, 0.2, 0.01))
    found = deltas(base, [control, other], direction="higher", control=0)
    assert found[0].p < 0.001
    assert found[1].verdict is Verdict.BETTER
