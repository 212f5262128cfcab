"""All that is judged together: one family, and an interval that never contradicts the word."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import numpy as np
import pytest

from backend.statistics.delta import Group, Verdict, deltas, deltas_together
from backend.statistics.holm import holm
from backend.statistics.rules import RULES_VERSION

WORKLOADS, CANDIDATES, ROUNDS = 8, 5, 12
SETTLED = (Verdict.BETTER, Verdict.WORSE)


def group(rng, rounds=ROUNDS, candidates=CANDIDATES, shifts=(), sd=0.02):
    """A baseline, its control and candidates, all equal but for `shifts` of the first ones."""
    x = rng.normal(9, sd, (candidates + 2, rounds))
    for i, shift in enumerate(shifts):
        x[i + 2] += shift
    runs = [list(enumerate(row)) for row in np.exp(x).tolist()]
    return Group(runs[0], runs[1:], control=0)


@pytest.mark.exhaustive
def test_equal_runs_of_eight_workloads_are_called_different_in_no_more_than_a_twentieth():
    rng = np.random.default_rng(8)
    experiments, together, alone = 150, 0, 0
    for _ in range(experiments):
        groups = [group(rng) for _ in range(WORKLOADS)]
        found = deltas_together(groups, direction="higher", rules=RULES_VERSION)
        together += any(d.verdict in SETTLED for of in found for d in of[1:])
        each = [deltas(g.baseline, g.candidates, direction="higher", control=0) for g in groups]
        alone += any(d.verdict in SETTLED for of in each for d in of[1:])
    assert together / experiments <= 0.09  # 5%, and what 150 experiments may deviate
    assert alone / experiments > 0.15


def test_the_family_is_every_candidate_of_every_workload_without_the_controls():
    rng = np.random.default_rng(1)
    found = deltas_together([group(rng), group(rng, candidates=2)], direction="higher", rules=RULES_VERSION)
    candidates = [d for of in found for d in of[1:]]
    assert [d.p_adjusted for d in candidates] == pytest.approx(holm([d.p for d in candidates]).tolist())
    assert {d.family for d in candidates} == {7}
    assert {of[0].family for of in found} == {2}


def test_an_alarm_silences_its_own_workload_alone():
    rng = np.random.default_rng(2)
    quiet, loud = group(rng, shifts=[0.2]), group(rng, shifts=[0.2])
    loud = Group(
        loud.baseline,
        [[(t[0], 1.3 * (t[1] or 0.0)) for t in loud.candidates[0]], *loud.candidates[1:]],
        True,
        0,
    )
    found = deltas_together([quiet, loud], direction="higher", rules=RULES_VERSION)
    assert found[0][1].verdict is Verdict.BETTER
    assert {d.verdict for d in found[1][1:]} == {Verdict.UNCLEAR}


def test_one_candidate_has_one_interval():
    rng = np.random.default_rng(3)
    (_, one), *_ = deltas_together([group(rng, candidates=1)], direction="higher", rules=RULES_VERSION)
    assert (one.simultaneous_low, one.simultaneous_high) == pytest.approx((one.low, one.high))


@pytest.mark.parametrize("rounds", [3, 8, 20])
def test_no_word_contradicts_the_interval_that_is_drawn(rounds):
    rng = np.random.default_rng(rounds)
    words = set()
    for _ in range(60):
        groups = [group(rng, rounds, shifts=rng.choice([0, 0.01, 0.02, 0.05], 4), sd=0.015) for _ in range(2)]
        for d in (
            d for of in deltas_together(groups, direction="higher", rules=RULES_VERSION) for d in of[1:]
        ):
            low, high = d.simultaneous_low, d.simultaneous_high
            assert low <= d.change <= high
            assert low <= d.low or low == 0.0
            if d.verdict is Verdict.BETTER:
                assert low >= 0
                assert high >= 0.01
            if d.verdict is Verdict.SAME:
                assert -0.01 <= low <= high <= 0.01
            words.add(d.verdict)
    assert Verdict.BETTER in words


def test_nothing_to_compare_beside_something():
    rng = np.random.default_rng(4)
    found = deltas_together([Group([], []), group(rng)], direction="higher", rules=RULES_VERSION)
    assert (found[0], len(found[1])) == ([], CANDIDATES + 1)
