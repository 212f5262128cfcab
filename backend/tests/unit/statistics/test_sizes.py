"""From rules 2 on a verdict says that a difference is clear of chance, and the size says how large it is."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false

import numpy as np
import pytest

from backend.statistics.delta import Group, Verdict, deltas_together
from backend.statistics.verdict import Size

ROUNDS = 12


def run_of(logs):
    return [(r, float(np.exp(9 + v)), 0) for r, v in enumerate(logs, 1)]


def scattered(seed, middle, sd):
    """Twelve values whose mean and standard deviation are exactly these."""
    x = np.random.default_rng(seed).normal(0, 1, ROUNDS)
    return run_of(middle + sd * (x - x.mean()) / x.std(ddof=1))


FLAT = run_of(np.zeros(ROUNDS))


def judged(*candidates, rules=2, control=None, **more):
    group = Group(FLAT, list(candidates), control=control)
    return deltas_together([group], direction="higher", rules=rules, **more)[0]


@pytest.mark.parametrize(
    ("middle", "sd", "verdict", "size", "says"),
    [
        (0.05, 0.01, Verdict.BETTER, Size.AT_LEAST, "It is at least what matters here, ±1.0%."),
        (-0.05, 0.01, Verdict.WORSE, Size.AT_LEAST, "It is at least what matters here, ±1.0%."),
        (0.014, 0.01, Verdict.BETTER, Size.OPEN, "Its size is open: the interval holds what matters here"),
        (0.008, 0.006, Verdict.BETTER, Size.OPEN, "Its size is open"),
        (-0.008, 0.006, Verdict.WORSE, Size.OPEN, "Its size is open"),
        (0.004, 0.002, Verdict.SAME, Size.SMALL, "A real difference, too small to matter (p "),
        (0.0, 0.004, Verdict.SAME, None, "The whole 95% interval lies inside what matters here"),
        (0.01, 0.05, Verdict.UNCLEAR, None, "could be chance"),
    ],
)
def test_sure_and_relevant_are_two_things(middle, sd, verdict, size, says):
    (delta,) = judged(scattered(4, middle, sd))
    assert (delta.verdict, delta.size) == (verdict, size)
    assert says in delta.reason


def test_rules_1_keep_their_verdicts_and_give_no_size():
    for middle, sd, verdict in [(0.05, 0.01, Verdict.BETTER), (0.008, 0.006, Verdict.UNCLEAR)]:
        (delta,) = judged(scattered(4, middle, sd), rules=1)
        assert (delta.verdict, delta.size) == (verdict, None)
    (delta,) = judged(scattered(4, 0.004, 0.002), rules=1)
    assert (delta.verdict, delta.size) == (Verdict.SAME, None)
    assert delta.reason == "The whole 95% interval lies inside what matters here, ±1.0%."


def test_where_any_difference_matters_there_is_no_size():
    none, some = [(r, 0.0, 0) for r in range(8)], [(r, 3.0 + r % 2, 0) for r in range(8)]
    (delta,) = deltas_together([Group(none, [some])], direction="lower", can_be_zero=True, rules=2)[0]
    assert (delta.verdict, delta.size) == (Verdict.WORSE, None)


def test_a_simultaneous_interval_decides_on_the_size():
    sure = scattered(4, 0.02, 0.012)
    assert judged(sure)[0].size is Size.AT_LEAST
    crowd = judged(sure, *(scattered(seed, 0.0, 0.02) for seed in range(40)))
    assert crowd[0].size is Size.OPEN
    assert crowd[0].simultaneous_low < 0.01 < crowd[0].simultaneous_high


def test_a_control_that_differs_by_less_than_what_matters_is_no_alarm():
    control, other = judged(scattered(4, 0.008, 0.006), scattered(2, 0.2, 0.01), control=0)
    assert control.verdict is Verdict.BETTER
    assert other.verdict is Verdict.BETTER


def test_an_alarm_takes_word_and_size():
    control, other = judged(scattered(4, 0.05, 0.01), scattered(2, 0.2, 0.01), control=0)
    assert control.verdict is Verdict.BETTER
    assert (other.verdict, other.size) == (Verdict.UNCLEAR, None)


def alarms(seed, rules, experiments=400, workloads=8):
    """Share of experiments with a control in each workload in which any of them takes verdicts away."""
    noise = np.random.default_rng(seed).normal(0, 0.05, (experiments, workloads, 3, ROUNDS))
    count = 0
    for experiment in noise:
        groups = [Group(run_of(a), [run_of(b), run_of(c)], control=0) for a, b, c in experiment]
        found = deltas_together(groups, direction="higher", rules=rules)
        count += any("came out different" in other.reason for _, other in found)
    return count / experiments


@pytest.mark.exhaustive
@pytest.mark.slow
def test_controls_of_eight_workloads_alarm_in_5_of_100_experiments_in_all():
    assert alarms(11, rules=2) <= 0.075  # 5% and twice the error of 400 experiments
    assert alarms(11, rules=1) >= 0.10
