"""Whether a run fails more than its baseline, by rounds and by starts of servers."""

import numpy as np
import pytest
from scipy import stats

from backend.statistics.failures import Attempt, FailureGroup, compare_failures, fisher_mid_p, sign_mid_p
from backend.statistics.tails import far_rounds

SEED = 20261125


def attempts(
    failing: set[int], rounds: int = 12, tries: int = 3, per_start: int = 1, loss: float = 0.0
) -> list[Attempt]:
    """One run: in the rounds of `failing` every attempt is dropped, in the others the first is valid."""
    return [
        Attempt(number, 1, attempt, (number - 1) // per_start + 1, loss, number in failing)
        for number in range(1, rounds + 1)
        for attempt in range(1, tries + 1 if number in failing else 2)
    ]


def compare(baseline: list[Attempt], *candidates: list[Attempt], **options):
    return compare_failures([FailureGroup(baseline, list(candidates))], **options)[0]


def test_mid_p_counts_half_of_what_was_observed():
    p = stats.hypergeom.sf(5, 24, 6, 12) + stats.hypergeom.pmf(5, 24, 6, 12) / 2
    assert fisher_mid_p(5, 12, 1, 12) == (pytest.approx(2 * p), True)
    assert fisher_mid_p(1, 12, 5, 12) == (pytest.approx(2 * p), False)
    assert sign_mid_p(8, 0) == (pytest.approx(2**-8), True)


def test_failing_in_half_of_the_rounds_fails_more():
    test = compare(attempts(set()), attempts({1, 3, 4, 7, 9, 12}))[0]
    assert test.word == "fails more"
    assert (test.p or 1) < 0.01
    assert compare(attempts({1, 3, 4, 7, 9, 12}), attempts(set()))[0].word == "fails less"


def test_repetitions_in_a_round_are_no_more_evidence_than_the_round():
    once, thrice = (compare(attempts(set()), attempts({2, 5, 8}, tries=n))[0] for n in (1, 3))
    assert once == thrice
    assert once.word == ""


def test_a_server_that_is_kept_is_one_unit():
    rounds = {1, 2, 3, 4, 9, 10, 11, 12}
    assert compare(attempts(set()), attempts(rounds))[0].word == "fails more"
    kept = compare(attempts(set(), per_start=4), attempts(rounds, per_start=4))[0]
    assert kept.word == ""
    assert kept.p == pytest.approx(0.2)


def test_where_all_rounds_have_failures_their_shares_are_compared():
    few, many = (attempts(set(), loss=loss) for loss in (0.0001, 0.0012))
    assert compare(few, many)[0].word == "fails more"
    assert compare(few, few)[0].word == ""


def test_failures_of_the_host_hit_all_alike_and_say_nothing():
    assert compare(attempts({3, 4, 5}), attempts({3, 4, 5}))[0].word == ""


def test_candidates_without_a_failure_are_no_hypotheses():
    fine = [attempts(set())] * 9
    alone = compare(attempts(set()), attempts({1, 3, 4, 7, 9, 12}))[0]
    among = compare(attempts(set()), attempts({1, 3, 4, 7, 9, 12}), *fine)[0]
    assert alone.p_adjusted == among.p_adjusted
    both = compare(attempts(set()), *[attempts({1, 3, 4, 7, 9, 12})] * 2)[0]
    assert both.p_adjusted == pytest.approx(2 * (alone.p or 0))


def test_planned_interim_analyses_need_a_smaller_p():
    plain, looked = (
        compare(attempts(set()), attempts({1, 3, 4, 7, 9}), analyses=at)[0] for at in ((), (8, 12, 18))
    )
    assert (looked.p or 0) > 2 * (plain.p or 1)


@pytest.mark.slow
@pytest.mark.parametrize("fails_with_server", [pytest.param(False, marks=pytest.mark.exhaustive), True])
@pytest.mark.parametrize(
    "share",
    [pytest.param(0.05, marks=pytest.mark.exhaustive), 0.3, pytest.param(0.6, marks=pytest.mark.exhaustive)],
)
def test_equal_runs_are_seldom_said_to_fail_more(fails_with_server, share):
    """5% of experiments at most, with five candidates; 600 of them may deviate by 2.9 points by chance."""
    rng = np.random.default_rng(SEED)
    wrong = sum(_any_word(rng, share, fails_with_server) for _ in range(600))
    assert wrong / 600 <= 0.05 + 0.029


def _any_word(rng, share, fails_with_server):
    chance = rng.random((6, 20, 3))
    if fails_with_server:
        chance[:] = chance[:, :, :1]
    runs = [_attempts_of(of_run < share) for of_run in chance]
    return any(test.word for test in compare(runs[0], *runs[1:]))


def _attempts_of(failing):
    counts = np.where(failing.all(axis=1), 3, failing.argmin(axis=1) + 1)
    return [
        Attempt(number + 1, 1, attempt + 1, number + 1, 0.0, bool(failing[number, attempt]))
        for number, count in enumerate(counts)
        for attempt in range(count)
    ]


def test_one_stall_brings_the_mean_beside_the_typical_round():
    changes = [0.05, 0.06, 0.04, 0.055, 0.045, 0.05, 0.05, -0.37, 0.052, 0.048]
    mean, rounds = far_rounds(list(enumerate(changes, 1))) or (0.0, ())
    assert rounds == (8,)
    assert mean == pytest.approx(-0.0023, abs=0.001)


def test_ordinary_rounds_have_no_far_one():
    rng = np.random.default_rng(SEED)
    spoken = [far_rounds(list(enumerate(rng.normal(0, 0.06, 12)))) is not None for _ in range(1000)]
    assert np.mean(spoken) <= 0.02
