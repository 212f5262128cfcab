"""What a user reads of a delta: the verdict, its reason, and what would settle it."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import math

import numpy as np
import pytest

from backend.statistics.delta import Verdict, delta, deltas
from backend.statistics.spread import log_ratio_sd

BASE = [100.0, 104.0, 98.0, 101.0, 103.0, 99.0]


def run(values):
    return list(enumerate(values, 1))


def times(factor, wobble=(0.0, 0.01, -0.01, 0.005, -0.005, 0.0)):
    return run([v * factor * (1 + w) for v, w in zip(BASE, wobble, strict=True)])


def test_better_by_direction():
    assert delta(run(BASE), times(1.2), direction="higher").verdict is Verdict.BETTER
    assert delta(run(BASE), times(1.2), direction="lower").verdict is Verdict.WORSE


def test_same_needs_the_whole_interval_inside_the_margin():
    close = times(1.001, (0.001, -0.001, 0.001, -0.001, 0.0, 0.0))
    found = delta(run(BASE), close, direction="higher", rules=1)
    assert found.verdict is Verdict.SAME
    assert found.reason == "The whole 95% interval lies inside what matters here, ±1.0%."
    assert delta(run(BASE), times(1.004), direction="higher", rules=1).verdict is Verdict.UNCLEAR


def test_under_rules_1_a_change_below_the_margin_is_not_better_however_sure():
    tiny = times(1.009, (0.001, -0.001, 0.001, -0.001, 0.001, -0.001))
    found = delta(run(BASE), tiny, direction="higher", rules=1)
    assert found.p_adjusted < 0.001
    assert found.verdict is Verdict.UNCLEAR
    assert "smaller than what matters here, ±1.0%" in found.reason
    assert delta(run(BASE), tiny, direction="higher").verdict is Verdict.BETTER


def test_the_control_is_not_in_holms_family():
    candidates = [times(1.0, np.roll((0.0, 0.01, -0.01, 0.005, -0.005, 0.0), i)) for i in range(4)]
    with_control = deltas(run(BASE), candidates, direction="higher", control=2)
    without = deltas(run(BASE), candidates[:2] + candidates[3:], direction="higher")
    assert [d.p_adjusted for i, d in enumerate(with_control) if i != 2] == [d.p_adjusted for d in without]
    assert with_control[2].p_adjusted == with_control[2].p


def test_identical_trials_are_the_same():
    found = delta(run(BASE), run(BASE), direction="higher")
    assert (found.change, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    assert found.verdict is Verdict.SAME


@pytest.mark.parametrize(("n", "verdict"), [(2, Verdict.UNCLEAR), (5, Verdict.UNCLEAR), (6, Verdict.WORSE)])
def test_trials_without_any_spread_need_six_rounds_that_agree(n, verdict):
    found = delta(run([0.001] * n), run([0.002] * n), direction="lower")
    assert found.change == found.low == found.high == pytest.approx(1.0)
    assert found.p == 2.0 ** (1 - n)
    assert found.verdict is verdict
    assert found.trials_needed == (6 if verdict is Verdict.UNCLEAR else None)


def test_one_trial_is_a_change_and_nothing_more():
    found = delta([(1, 100.0)], [(1, 192.19)], direction="higher")
    assert (found.change, found.low, found.p, found.method) == (pytest.approx(0.9219), None, None, "single")
    assert found.verdict is Verdict.UNCLEAR
    assert found.reason.startswith("One trial")


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ([], [(1, 1.0)], "The baseline has no valid trial."),
        ([(1, 1.0)], [(1, None)], "The candidate has no valid trial."),
        ([(1, 1.0)], [(2, 1.0)], "No round has a valid trial of both."),
    ],
)
def test_nothing_to_compare(a, b, reason):
    found = delta(a, b, direction="higher")
    assert (found.change, found.verdict, found.n, found.reason) == (None, Verdict.UNCLEAR, 0, reason)


def test_only_rounds_with_both_are_paired_and_means_use_all():
    a = [(1, 100.0), (2, None), (3, 100.0), (4, 102.0)]
    b = [(1, 110.0), (2, 500.0), (3, None), (4, 112.0)]
    found = delta(a, b, direction="higher")
    assert [r for r, _ in found.pairs] == [1, 4]
    assert found.n == 2
    assert (found.baseline_mean, found.candidate_mean) == (pytest.approx(302 / 3), pytest.approx(722 / 3))


def test_values_that_cannot_be_are_left_out_and_said():
    odd = [(1, 0.0), (2, math.nan), (3, -1.0), (4, 103.0), (5, 101.0), (6, None)]
    found = delta(run(BASE), odd, direction="higher")
    assert found.n == 2
    assert "Left out: 3 values (zero, negative or not a number)." in found.reason


def test_metrics_that_can_be_zero_get_a_difference_in_their_unit():
    found = delta(run([0, 0, 1, 0]), run([30, 31, 29, 33]), direction="lower", can_be_zero=True)
    assert (found.method, found.change, found.difference) == ("difference", None, 30.5)
    assert found.low < 30.5 < found.high
    assert found.verdict is Verdict.WORSE
    assert found.candidate_mean == 30.75


def test_no_failures_on_both_sides_is_the_same():
    found = delta(run([0] * 5), run([0] * 5), direction="lower", can_be_zero=True)
    assert (found.difference, found.verdict, found.reason) == (0.0, Verdict.SAME, "All values are equal.")


def test_one_bad_trial_among_zeros_is_not_worse():
    found = delta(run([0] * 5), run([0, 0, 900, 0, 0]), direction="lower", can_be_zero=True)
    assert found.verdict is Verdict.UNCLEAR


def test_in_long_rounds_the_baselines_just_before_and_after_are_the_reference():
    drift = [100.0, 110.0, 120.0, 130.0, 140.0]
    a = [(r, drift[i], 5 * r + i) for r in (1, 2) for i in (0, 2, 4)]
    near_start, near_end = ([(r, drift[i], 5 * r + i) for r in (1, 2)] for i in (1, 3))
    for i, candidate in ((1, near_start), (3, near_end)):
        found = delta(a, candidate, direction="higher")
        want = drift[i] / math.sqrt(drift[i - 1] * drift[i + 1]) - 1
        assert [c for _, c in found.pairs] == pytest.approx([want, want])


def test_several_baselines_in_a_round_without_positions_are_averaged():
    found = delta([(1, 100.0), (1, 121.0), (2, 110.0)], run([110.0, 110.0]), direction="higher")
    assert found.change == pytest.approx(0.0, abs=1e-12)


# One long round: the baseline at 1, 4 and 7, candidates between. The machine slows down by a third.
LONG = [(1, 120.0, 1), (1, 100.0, 4), (1, 80.0, 7)]


@pytest.mark.parametrize(
    ("baseline", "position", "reference"),
    [
        (LONG, 2, (120 * 100) ** 0.5),
        (LONG, 6, (100 * 80) ** 0.5),
        ([LONG[0], (1, None, 4), LONG[2]], 3, (120 * 80) ** 0.5),  # the one beside it is invalid
        (LONG[:2], 6, 100.0),
        ([*LONG, (2, 50.0, 8)], 6, (100 * 80) ** 0.5),  # another round's is nearer in place, not in round
    ],
)
def test_a_candidate_is_paired_with_the_baselines_just_before_and_after_it(baseline, position, reference):
    found = delta(baseline, [(1, 90.0, position)], direction="higher")
    assert found.change == pytest.approx(90 / reference - 1, rel=1e-12)
    back = delta([(1, 90.0, position)], baseline, direction="higher")
    assert back.change == pytest.approx(reference / 90 - 1, rel=1e-12)
    assert found.baseline_mean == pytest.approx(np.mean([v for _, v, _ in baseline if v]))


def test_the_noise_of_a_trial_is_the_same_with_repeated_baselines():
    rng = np.random.default_rng(5)
    x = np.exp(rng.normal(9, 0.05, (400, 3)))
    twice = [(r, x[r, i], 3 * r + i) for r in range(400) for i in (0, 2)]
    once = [(r, x[r, 0], 3 * r) for r in range(400)]
    candidate = [(r, x[r, 1], 3 * r + 1) for r in range(400)]
    assert log_ratio_sd(twice, candidate) == pytest.approx(log_ratio_sd(once, candidate), rel=0.1)
    assert log_ratio_sd(twice, candidate) == pytest.approx(0.05 * 2**0.5, rel=0.1)


def test_interleaved_and_imported_candidates_side_by_side():
    found = deltas(
        run(BASE), [times(1.2), run([120.0, 121.0])], direction="higher", is_interleaved=[True, False]
    )
    assert [d.method for d in found] == ["paired", "welch"]
    assert found[1].pairs[1][1] == pytest.approx(121 / np.exp(np.log(BASE).mean()) - 1)


def test_no_candidates():
    assert deltas(run(BASE), [], direction="higher") == []
