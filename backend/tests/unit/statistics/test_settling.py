"""“About N trials would settle it” holds for most experiments, equal runs included."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import numpy as np
import pytest

from backend.statistics.delta import Verdict, delta, deltas

pytestmark = pytest.mark.slow


def experiment(rng, rounds, sd, shift=0.0):
    a, b = np.exp(rng.normal(9, sd, (2, rounds)))
    return list(enumerate(a.tolist())), list(enumerate((b * np.exp(shift)).tolist()))


@pytest.mark.parametrize(
    ("shift", "least"), [pytest.param(0.0, 0.32, marks=pytest.mark.exhaustive), (0.03, 0.95)]
)
def test_the_number_of_trials_that_is_named_settles_most(shift, least):
    """In 2,400 of each it settles 36% of equal runs (60% under rules 1) and 97.6% of changes of 3%; the
    bounds lie about three standard errors of this one sample (1.6 and 0.6%) below."""
    rng = np.random.default_rng(12)
    settled, asked = 0, 0
    for _ in range(1000):
        found = delta(*experiment(rng, 8, 0.03, shift), direction="higher")
        if found.verdict is Verdict.UNCLEAR and found.trials_needed:
            again = delta(*experiment(rng, found.trials_needed, 0.03, shift), direction="higher")
            settled, asked = settled + (again.verdict is not Verdict.UNCLEAR), asked + 1
    assert asked > 600
    assert least <= settled / asked


def test_it_is_more_trials_than_there_are_and_more_for_many_candidates():
    rng = np.random.default_rng(3)
    base, other = experiment(rng, 8, 0.03)
    one = delta(base, other, direction="higher")
    many = deltas(base, [other, *(experiment(rng, 8, 0.03)[1] for _ in range(9))], direction="higher")[0]
    assert (one.verdict, many.verdict) == (Verdict.UNCLEAR, Verdict.UNCLEAR)
    assert 8 < one.trials_needed < many.trials_needed
    assert f"About {one.trials_needed} trials per run would settle it." in one.reason


def test_noise_that_no_thousand_trials_take_away_is_said():
    x = np.random.default_rng(4).normal(0, 0.3, 60)
    base, other = (list(enumerate(np.exp(9 + of).tolist())) for of in (0 * x, x - x.mean()))
    found = delta(base, other, direction="higher")
    assert found.trials_needed is None
    assert found.reason.endswith("More trials would hardly settle it.")
