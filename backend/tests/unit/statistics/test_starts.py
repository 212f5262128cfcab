"""Starts of servers: t over them where they are fewer than rounds, and how much they differ."""

from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.special import stdtrit

from backend.statistics.delta import delta, deltas
from backend.statistics.estimate import estimate_pairs
from backend.statistics.pairing import TrialValue
from backend.statistics.power import round_sd
from backend.statistics.promise import Design, smallest_effect
from backend.statistics.starts import count_starts, luck_of_one_start, start_spread
from backend.tests.unit.statistics.pooling import pool


def trials(values, starts=None, positions=None) -> list[TrialValue]:
    """Rounds from 1 on; `starts` one a round."""
    starts = starts if starts is not None else [None] * len(values)
    return [
        (i + 1, float(v), positions[i] if positions else i, s)
        for i, (v, s) in enumerate(zip(values, starts, strict=True))
    ]


BASE = [100, 103, 99, 101, 98, 104, 102, 97, 100, 105, 96, 101]
CAND = [104, 106, 101, 107, 99, 109, 103, 100, 106, 108, 97, 108]
FOUR = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
UP: Any = {"direction": "higher"}


def ttest(d):
    found: Any = stats.ttest_1samp(d, 0.0)
    low, high = found.confidence_interval(0.95)
    return np.expm1(low), np.expm1(high), found.pvalue


def test_t_goes_over_starts_where_they_are_fewer_than_rounds():
    found = delta(trials(BASE, FOUR), trials(CAND, FOUR), **UP)
    d = np.log(np.array(CAND) / np.array(BASE)).reshape(4, 3).mean(axis=1)
    assert (found.low, found.high, found.p) == pytest.approx(ttest(d), rel=1e-9)
    assert found.n == 4
    assert found.change == pytest.approx(np.expm1(d.mean()))
    assert len(found.pairs) == 12  # the dots stay rounds


@pytest.mark.parametrize(
    "starts",
    [
        list(range(1, 13)),  # a new one for each round
        [1] * 12,  # started once
        None,  # of an old experiment, or an import
        [1] * 7 + [2] * 5,  # ended once by itself: two starts say nothing
    ],
)
def test_t_goes_over_rounds_otherwise(starts):
    found = delta(trials(BASE, starts), trials(CAND, starts), **UP)
    plain = delta(trials(BASE), trials(CAND), **UP)
    assert found == plain
    assert found.n == 12


def test_a_start_lasts_until_both_sides_have_another():
    """The baseline's server ended in the second round: the candidate's is still the same one."""
    died = [1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]
    assert delta(trials(BASE, died), trials(CAND, FOUR), **UP) == delta(
        trials(BASE, FOUR), trials(CAND, FOUR), **UP
    )


def test_rounds_that_one_side_lacks_are_left_out_of_their_start():
    missing = [t for t in trials(CAND, FOUR) if t[0] not in (2, 7)]
    found = delta(trials(BASE, FOUR), missing, **UP)
    d = np.log(np.array(CAND) / np.array(BASE))
    means = [d[[0, 2]].mean(), d[3:6].mean(), d[7:9].mean(), d[9:].mean()]
    assert (found.low, found.high, found.p) == pytest.approx(ttest(means), rel=1e-9)


def test_each_candidate_by_its_own_starts():
    both = deltas(trials(BASE, FOUR), [trials(CAND, FOUR), trials(CAND, range(1, 13))], **UP)
    assert [one.n for one in both] == [4, 4]  # the baseline's are shared
    assert both[0].p == both[1].p


def test_runs_one_after_the_other_are_compared_by_their_starts_too():
    found = delta(trials(BASE, FOUR), trials(CAND, FOUR), is_interleaved=False, **UP)
    a, b = (np.log(np.array(side)).reshape(4, 3).mean(axis=1) for side in (BASE, CAND))
    known: Any = stats.ttest_ind(b, a, equal_var=False)
    assert found.p == pytest.approx(known.pvalue, rel=1e-9)
    assert found.baseline_mean == pytest.approx(np.mean(BASE))


def test_several_pairs_as_one_go_by_starts():
    pair = (trials(BASE, FOUR), trials(CAND, FOUR))
    alone = delta(*pair, **UP)
    assert pool([pair, pair], **UP).p == pytest.approx(alone.p)


# ---- how much starts differ ----------------------------------------------------------------------


def simulated(rng, runs, starts, each, between, within, drift=0.0):
    """Runs of one workload whose servers are started anew every `each` rounds, on logs around 1,000."""
    shared = np.cumsum(rng.normal(0, drift, starts * each))
    out = []
    for _ in range(runs):
        luck = np.repeat(rng.normal(0, between, starts), each)
        y = np.log(1000) + shared + luck + rng.normal(0, within, starts * each)
        out.append(trials(np.exp(y), np.repeat(np.arange(1, starts + 1), each).tolist()))
    return out


@pytest.mark.parametrize("drift", [pytest.param(0.0, marks=pytest.mark.exhaustive), 0.03])
@pytest.mark.parametrize(
    ("between", "within"),
    [(0.03, 0.02), pytest.param(0.01, 0.01, marks=pytest.mark.exhaustive), (0.0, 0.05)],
)
def test_the_two_spreads_are_found_whatever_the_machine_drifts(between, within, drift):
    rng = np.random.default_rng(20261122)
    found = [start_spread([simulated(rng, 6, 5, 4, between, within, drift)]) for _ in range(60)]
    square = np.mean([((f.between or 0.0) ** 2, (f.within or 0.0) ** 2) for f in found], axis=0)
    near = 0.0006 if between == 0 else 0  # never below zero, so a little above on average
    assert square[0] == pytest.approx(between**2, rel=0.2, abs=near + 1e-5)
    assert square[1] == pytest.approx(within**2, rel=0.1)
    assert (found[0].starts, found[0].trials) == (30, 120)


def test_one_run_alone_and_several_workloads():
    rng = np.random.default_rng(7)
    runs = simulated(rng, 3, 5, 4, 0.03, 0.01)
    own = start_spread([runs], only=runs[1])
    assert (own.starts, own.trials) == (5, 20)
    assert own.between is not None
    two = start_spread([runs, simulated(rng, 2, 5, 4, 0.03, 0.01)])
    assert two.starts == 25


def test_the_components_are_those_of_the_textbook():
    """Balanced, one run: mean squares of SciPy's F test, and (MSB − MSW) / n."""
    groups = np.array([[4.1, 4.3, 4.2], [4.8, 4.9, 5.0], [4.5, 4.4, 4.6], [4.0, 4.2, 4.1]])
    flat = np.exp(groups).ravel()
    found = start_spread([[trials(flat, np.repeat([1, 2, 3, 4], 3).tolist())]])
    within = groups.var(axis=1, ddof=1).mean()
    square = 3 * groups.mean(axis=1).var(ddof=1)
    assert stats.f_oneway(*groups).statistic == pytest.approx(square / within)
    assert found.within == pytest.approx(within**0.5)
    assert found.between == pytest.approx(((square - within) / 3) ** 0.5)


@pytest.mark.parametrize("starts", [list(range(1, 13)), [1] * 12, None])
def test_starts_and_trials_that_cannot_be_told_apart_have_no_spread(starts):
    found = start_spread([[trials(BASE, starts), trials(CAND, starts)]])
    assert (found.between, found.within) == (None, None)


def test_nothing_measured_has_no_spread():
    assert start_spread([]) == start_spread([[]])
    assert start_spread([[[(1, None, 1, 1), (2, -4.0, 2, 1)]]]).trials == 0


# ---- what a plan can show ------------------------------------------------------------------------


def test_what_kept_servers_can_show_is_never_less_than_their_luck():
    sd = round_sd(0.05)
    fresh = shown(sd, 12, 1, 0.02)
    assert fresh == smallest_effect(sd, Design((12,))) == shown(sd, 12, 0, None)
    once = [shown(sd, rounds, 0, 0.02) for rounds in (12, 100, 1000)]
    assert once[0] > once[1] > once[2] > luck_of_one_start(0.02) > 0.05
    assert shown(sd, 12, 4, 0.0) > fresh  # three starts only


@pytest.mark.parametrize(
    "design",
    [
        Design((12,), min_effect=0.01, luck=0.02),
        pytest.param(Design((8, 12, 18), luck=0.02), marks=pytest.mark.exhaustive),
    ],
)
def test_a_promise_about_kept_servers_is_kept_in_simulated_experiments(design):
    """Found: clear of chance by its own trials, and of what two starts may differ by."""
    effect = np.log1p(smallest_effect(0.03, design) or 0.0)
    rng = np.random.default_rng(8)
    luck = rng.normal(0, design.luck, 4000)
    x = rng.normal(0, 0.03, (4000, design.at[-1])) + (effect + luck)[:, None]
    found = np.zeros(len(x), dtype=bool)
    for n in design.at:
        e = estimate_pairs(x[:, :n])
        clear = stdtrit(e.df, 1 - design.alpha / 2) * e.se
        found |= e.mean >= np.maximum(design.min_effect, np.hypot(clear, 1.959964 * design.luck))
    assert found.mean() == pytest.approx(0.8, abs=0.025)


def shown(sd: float, rounds: int, rounds_per_start: int, between: float | None) -> float:
    here = count_starts(sd, Design((rounds,)), rounds_per_start, between)
    return smallest_effect(here.sd, here.design) or 0.0


def test_the_luck_of_one_start_is_what_equal_runs_differ_by_in_five_of_a_hundred():
    rng = np.random.default_rng(3)
    ratio = np.abs(rng.normal(0, 0.02, 20_000) - rng.normal(0, 0.02, 20_000))
    assert np.mean(ratio > np.log1p(luck_of_one_start(0.02))) == pytest.approx(0.05, abs=0.006)


@pytest.mark.parametrize(
    ("each", "most", "least"),
    [(1, 0.075, 0), pytest.param(3, 0.075, 0, marks=pytest.mark.exhaustive), (12, 1, 0.3)],
)
def test_new_servers_take_their_luck_out_and_kept_ones_keep_it(each, most, least):
    """500 experiments of two equal runs: starts differ by 3%, trials by 2%, 12 rounds."""
    rng = np.random.default_rng(20261122)
    pairs = (simulated(rng, 2, 12 // each, each, 0.03, 0.02) for _ in range(500))
    called = np.mean([(delta(base, same, **UP).p or 0) < 0.05 for base, same in pairs])
    assert least <= called <= most
