"""One stall must not decide: what is found among stalled trials, and both figures where they disagree."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import json
from pathlib import Path

import numpy as np
import pytest

from backend.statistics.delta import Verdict, delta
from backend.statistics.estimate import cut, estimate_pairs
from backend.tests.unit.statistics.trimmed_vectors import as_here

TRIMMED = json.loads((Path(__file__).parent / "vectors" / "trimmed.json").read_text())


def run(values):
    return list(enumerate(values, 1))


def near(x):
    return pytest.approx(x, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("v", TRIMMED["paired"], ids=lambda v: len(v["a"]))
def test_paired_rounds_equal_scipys_trimmed_mean(v):
    want = as_here(v, len(v["a"]))
    d = delta(run(v["a"]), run(v["b"]), direction="higher")
    assert (d.change, d.low, d.high) == near(tuple(np.expm1([want["mean"], want["low"], want["high"]])))
    assert d.p == near(want["p"])


@pytest.mark.parametrize("v", TRIMMED["yuen"], ids=lambda v: f"{len(v['a'])}x{len(v['b'])}")
def test_unpaired_trials_equal_scipys_yuen(v):
    d = delta(run(v["a"]), run(v["b"]), direction="higher", is_interleaved=False)
    assert (d.change, d.low, d.high) == near(tuple(np.expm1([v["mean"], v["low"], v["high"]])))
    assert d.p == near(v["p"])


def test_few_trials_are_all_in_the_middle():
    assert cut(np.array([1, 5, 7])).tolist() == [0, 0, 0]
    assert np.all(cut(np.arange(8, 60)) > 0)


def stalled(rng, experiments, rounds, shift):
    x = rng.normal(0, 0.01, (2, experiments, rounds))
    x += np.where(rng.random(x.shape) < 0.05, np.log(0.6), 0)
    return x[1] - x[0] + shift


@pytest.mark.parametrize("rounds", [12, 20])
def test_three_percent_is_found_twice_as_often_where_a_twentieth_of_trials_stall(rounds):
    d = stalled(np.random.default_rng(5), 2000, rounds, np.log(1.03))
    found, mean = ((estimate_pairs(d, trim=trim).p < 0.05).mean() for trim in (True, False))
    assert found >= 2 * mean
    assert found > 0.6


@pytest.mark.parametrize("rounds", [8, 12, 20])
def test_equal_runs_with_stalls_stay_equal_and_are_covered(rounds):
    e = estimate_pairs(stalled(np.random.default_rng(6), 4000, rounds, 0.0))
    assert (e.p < 0.05).mean() <= 0.05 + 0.011
    assert (np.abs(e.mean) <= e.ci_half_width).mean() >= 0.93


STEADY = [0.001, -0.002, 0.0, 0.002, -0.001, 0.001, -0.001, 0.0, 0.002, -0.002, 0.001, 0.0]


def with_stalls(middle, *rounds):
    base = run([100.0] * 12)
    other = [100 * np.exp(middle + w) * (0.6 if r in rounds else 1.0) for r, w in enumerate(STEADY, 1)]
    return delta(base, run(other), direction="higher")


def test_both_figures_stand_where_they_disagree_and_the_rounds_that_do_it_are_named():
    found = with_stalls(0.03, 4, 9)
    assert found.verdict is Verdict.BETTER
    assert found.change == pytest.approx(0.03, abs=0.003)
    assert found.mean_change == pytest.approx(np.expm1(0.03 + np.log(0.6) / 6), abs=0.001)
    assert found.far_rounds == (4, 9)
    assert found.reason.endswith(" The mean of all rounds is −5.4%: rounds 4, 9 lie far from the others.")


def test_stalls_alone_are_neither_worse_nor_the_same():
    found = with_stalls(0.0, 4)
    assert (found.verdict, found.far_rounds) == (Verdict.UNCLEAR, (4,))
    assert found.reason.startswith(
        "It would be the same, but for a few rounds. The mean of all rounds is −4.2%"
    )
    assert with_stalls(0.0).verdict is Verdict.SAME


def test_figures_that_agree_are_told_once():
    found = with_stalls(0.03)
    assert (found.mean_change, found.far_rounds) == (None, ())


def test_failures_of_few_trials_are_not_trimmed_away():
    burst = [0.0] * 10 + [900.0, 900.0]
    found = delta(run([0.0] * 12), run(burst), direction="lower", can_be_zero=True)
    assert found.difference == pytest.approx(150.0)
    assert found.verdict is Verdict.UNCLEAR
