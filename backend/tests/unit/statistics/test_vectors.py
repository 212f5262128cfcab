"""Closed forms against SciPy's test objects and R's printed figures; see vectors/README.md."""

import json
from pathlib import Path

import numpy as np
import pytest

from backend.statistics.delta import delta, deltas
from backend.statistics.estimate import MIN_TRIMMED
from backend.statistics.holm import holm
from backend.statistics.promise import Design, smallest_effect
from backend.statistics.spread import compare_spread, spread
from backend.tests.unit.statistics.pooling import pool
from backend.tests.unit.statistics.trimmed_vectors import as_here

VECTORS = Path(__file__).parent / "vectors"
SCIPY = json.loads((VECTORS / "scipy.json").read_text())
R = json.loads((VECTORS / "r.json").read_text())
PAIRS = pytest.mark.parametrize("v", SCIPY["pairs"], ids=lambda v: f"{len(v['a'])}x{len(v['b'])}")


def run(values):
    return list(enumerate(values, 1))


def near(x, rel=1e-9):
    return pytest.approx(x, rel=rel, abs=1e-12)


@PAIRS
def test_change_interval_and_p_equal_scipy(v):
    for method, interleaved in (("paired", True), ("welch", False)):
        if method not in v:
            continue
        d = delta(run(v["a"]), run(v["b"]), direction="higher", is_interleaved=interleaved)
        want = as_here(v[method], len(v["a"])) if interleaved else v[method]
        assert d.method == method
        assert d.change == near(np.expm1(want["mean"]))
        assert d.low == near(np.expm1(want["low"]))
        assert d.high == near(np.expm1(want["high"]))
        assert d.p == near(want["p"])


@pytest.mark.parametrize("v", [v for v in SCIPY["pairs"] if "difference" in v], ids=lambda v: len(v["a"]))
def test_absolute_difference_equals_scipy(v):
    d = delta(run(v["a"]), run(v["b"]), direction="lower", can_be_zero=True)
    want = v["difference"]
    assert d.change is None
    assert (d.difference, d.low, d.high, d.p) == near((want["mean"], want["low"], want["high"], want["p"]))


@PAIRS
def test_spread_equals_scipy(v):
    s = compare_spread(run(v["a"]), run(v["b"]))
    assert spread(run(v["a"])).cv == near(v["cv_a"])
    if "brown_forsythe_p" in v:
        assert s.p == near(v["brown_forsythe_p"])
        assert (s.cv_a, s.cv_b, s.ratio) == near((v["cv_a"], v["cv_b"], v["cv_b"] / v["cv_a"]))
    else:
        assert s.p is None


@pytest.mark.parametrize("method", ["paired", "welch"])
def test_r_sleep(method):
    v, want = R["sleep"], R["sleep"][method]
    d = delta(
        run(v["a"]), run(v["b"]), direction="higher", can_be_zero=True, is_interleaved=method == "paired"
    )
    assert (d.difference, d.low, d.high) == pytest.approx((want["mean"], want["low"], want["high"]), abs=6e-8)
    assert d.p == pytest.approx(want["p"], rel=2e-4)


@pytest.mark.parametrize("v", R["holm"])
def test_holm_equals_r(v):
    assert holm(v["p"]).tolist() == near(v["adjusted"])


def test_holm_leaves_unknown_p_out_of_the_family():
    assert holm([0.02, float("nan"), 0.03])[[0, 2]].tolist() == near([0.04, 0.04])


@pytest.mark.parametrize(("n", "effect"), SCIPY["smallest_effect"].items())
def test_smallest_effect_equals_the_noncentral_t(n, effect):
    """Where nothing is trimmed; test_promise.py holds the others against simulated experiments."""
    found = smallest_effect(0.01, Design((int(n),)))
    if int(n) < MIN_TRIMMED:
        assert found == near(np.expm1(0.01 * effect))
    else:
        assert 1 < found / np.expm1(0.01 * effect) < 1.2


def changes(d):
    return (d.change, d.low, d.high, d.p)


def wanted(v):
    return near((*np.expm1([v["mean"], v["low"], v["high"]]).tolist(), v["p"]))


@pytest.mark.parametrize("v", SCIPY["families"], ids=lambda v: f"{len(v['runs']) - 2}x{len(v['runs'][0])}")
def test_a_whole_experiment_equals_scipy_and_holm_by_hand(v):
    baseline, *others = map(run, v["runs"])
    found = deltas(baseline, others, direction="higher", control=0, rules=1)
    want = [as_here(one, one["n"]) for one in v["deltas"]]
    adjusted = [want[0]["p"], *holm([one["p"] for one in want[1:]])]  # the control is no part of the family
    for d, one, p in zip(found, want, adjusted, strict=True):
        assert changes(d) == wanted(one)
        assert (d.n, d.p_adjusted) == (one["n"], near(p))
    assert [d.min_effect for d in found] == near([0.01] * len(found))
    assert [d.family for d in found] == [1, *[len(found) - 1] * (len(found) - 1)]


@pytest.mark.parametrize("v", SCIPY["long_rounds"], ids=lambda v: len(v["candidates"][0]["trials"]))
def test_a_repeated_baseline_equals_the_definition(v):
    candidates = [[tuple(t) for t in c["trials"]] for c in v["candidates"]]
    found = deltas([tuple(t) for t in v["baseline"]], candidates, direction="higher")
    for d, want in zip(found, v["candidates"], strict=True):
        assert changes(d) == wanted(as_here(want, d.n))


@pytest.mark.parametrize("v", SCIPY["pooled"], ids=lambda v: f"{len(v['runs'])} pairs")
def test_several_pairs_as_one_equal_scipy(v):
    found = pool([(run(a), run(b)) for a, b in v["runs"]], direction="higher")
    assert changes(found) == wanted(as_here(v, found.n))


@pytest.mark.parametrize("v", SCIPY["zeros"], ids=lambda v: len(v["a"]))
@pytest.mark.parametrize("method", ["paired", "welch"])
def test_counts_with_zeros_equal_scipy(v, method):
    d = delta(
        run(v["a"]), run(v["b"]), direction="lower", can_be_zero=True, is_interleaved=method == "paired"
    )
    want = v[method]
    assert d.change is None
    assert (d.difference, d.low, d.high, d.p) == near((want["mean"], want["low"], want["high"], want["p"]))


@pytest.mark.parametrize("interleaved", [True, False])
def test_one_trial_is_the_change_alone(interleaved):
    d = delta(run([8000.0]), run([10_000.0]), direction="higher", is_interleaved=interleaved)
    assert changes(d) == (near(0.25), None, None, None)
    assert (d.method, d.verdict.value, d.trials_needed) == ("single", "unclear", None)
    assert d.reason.startswith("One trial")
