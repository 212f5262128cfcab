"""Write scipy.json: seeded trials and what SciPy's own test objects say of them. Run: python make.py"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import scipy
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import brentq

rng = np.random.default_rng(20240607)


def trials(n: int, cv: float) -> list[float]:
    return [float(x) for x in rng.lognormal(np.log(9000), cv, n)]


def figures(test) -> dict:
    low, high = test.confidence_interval(0.95)
    return {"low": float(low), "high": float(high), "p": float(test.pvalue)}


def cut(n: int) -> int:
    """Trials at either end that do not enter the middle."""
    return n // 6 if n >= 8 else 0


def one_sample(d) -> dict:
    """Yuen's t of one sample, from SciPy's trimmed mean and winsorised values; else Student's."""
    d = np.asarray(d, dtype=float)
    n, ends = len(d), cut(len(d))
    if not ends:
        return figures(stats.ttest_1samp(d, 0)) | {"mean": float(d.mean())}
    kept = n - 2 * ends
    mean = float(stats.trim_mean(d, (ends + 1e-9) / n))
    held = np.asarray(stats.mstats.winsorize(d, limits=((ends + 1e-9) / n, (ends + 1e-9) / n)))
    se = float(((held - held.mean()) ** 2).sum() / (kept * (kept - 1))) ** 0.5
    half = float(stats.t.ppf(0.975, kept - 1)) * se
    p = float(2 * stats.t.sf(abs(mean) / se, kept - 1))
    return {"low": mean - half, "high": mean + half, "p": p, "mean": mean}


def two_samples(a, b) -> dict:
    """SciPy's own Yuen's t, or Welch's of few trials. Sizes are such that one share fits both."""
    ends = {cut(len(x)) / len(x) for x in (a, b)}
    trim = (max(ends) + 1e-9) if max(ends) else 0.0
    assert all(int(trim * len(x)) == cut(len(x)) for x in (a, b)), (len(a), len(b))
    test: Any = stats.ttest_ind(b, a, equal_var=False, trim=trim)  # pyright: ignore[reportArgumentType]
    mean = [float(stats.trim_mean(x, trim)) for x in (a, b)]
    if trim:
        se = (mean[1] - mean[0]) / float(test.statistic)
        half = float(stats.t.ppf(0.975, test.df)) * abs(se)
        middle = mean[1] - mean[0]
        return {"low": middle - half, "high": middle + half, "p": float(test.pvalue), "mean": middle}
    return figures(test) | {"mean": mean[1] - mean[0]}


def stalling(n: int, shift: float) -> list[float]:
    """Trials of which some stall."""
    return [
        float(x) for x in np.exp(9 + shift + rng.normal(0, 0.02, n) + np.log(0.6) * (rng.random(n) < 0.1))
    ]


def pair(n_a: int, n_b: int, cv_a: float, cv_b: float) -> dict:
    a, b = trials(n_a, cv_a), trials(n_b, cv_b)
    la, lb = np.log(a), np.log(b)
    out = {"a": a, "b": b, "welch": two_samples(la, lb)}
    if n_a == n_b:
        out["paired"] = one_sample(lb - la)
        d = np.subtract(b, a)
        out["difference"] = {**figures(stats.ttest_1samp(d, 0)), "mean": float(d.mean())}
    if min(n_a, n_b) > 2:
        out["brown_forsythe_p"] = float(stats.levene(la, lb, center="median").pvalue)
    out["cv_a"], out["cv_b"] = (float(stats.variation(x, ddof=1)) for x in (a, b))
    return out


def smallest_effect(n: int) -> float:
    """In units of sd: R's power.t.test(n, power = 0.8, type = "one.sample")$delta.

    The noncentral t as it is defined, a normal over a chi, integrated numerically: not by the function that
    the product uses.
    """
    critical = stats.t.ppf(0.975, n - 1)

    def power(shift: float) -> float:
        def above(s: float) -> float:
            return float(stats.chi.pdf(s, n - 1) * stats.norm.sf(critical * s / (n - 1) ** 0.5 - shift))

        low, high = (float(stats.chi.ppf(q, n - 1)) for q in (1e-17, 1 - 1e-16))
        return quad(above, low, high, epsabs=1e-14, epsrel=1e-13, limit=500)[0]

    return float(brentq(lambda shift: power(shift) - 0.8, 0.5, 60, xtol=1e-13) / n**0.5)


def holm(p: list[float]) -> list[float]:
    """By its definition: the least level at which each hypothesis is rejected, one step after another."""
    adjusted, so_far = [0.0] * len(p), 0.0
    for step, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        so_far = max(so_far, (len(p) - step) * p[i])
        adjusted[i] = min(1.0, so_far)
    return adjusted


def family(n: int, shifts: list[float], cv: float) -> dict:
    """A baseline, a control and candidates in rounds that share a drift, two of their trials missing."""
    drift = rng.normal(0, 0.1, n)
    runs: list[list[float | None]] = [
        [float(x) for x in np.exp(9 + drift + s + rng.normal(0, cv, n))] for s in [0.0, 0.0, *shifts]
    ]
    runs[0][1] = runs[-1][3] = None
    found = []
    for run in runs[1:]:
        pairs = zip(run, runs[0], strict=True)
        both = [(np.log(x), np.log(b)) for x, b in pairs if x is not None and b is not None]
        one, base = zip(*both, strict=True)
        found.append({**one_sample(np.subtract(one, base)), "n": len(both)})
    adjusted = holm([f["p"] for f in found[1:]])
    for one, p in zip(found[1:], adjusted, strict=True):
        one["p_adjusted"] = p
    return {"runs": runs, "deltas": found}


def long_round(rounds: int) -> dict:
    """The baseline at places 0, 5 and 10 of each round, candidates between; one trial at 5 is missing."""
    places = range(11)
    values = np.exp(9 + np.cumsum(rng.normal(0, 0.02, rounds * 11)) + rng.normal(0, 0.02, rounds * 11))
    trials = [(r, float(values[11 * r + at]), 11 * r + at) for r in range(rounds) for at in places]
    baseline = [
        (r, None if (r, p - 11 * r) == (2, 5) else v, p) for r, v, p in trials if (p - 11 * r) % 5 == 0
    ]
    candidates = []
    for which in range(2):
        own = [t for t in trials if t[2] - 11 * t[0] == (1 + (t[0] + 3 * which) % 4 + 5 * (t[0] % 2))]
        d = []
        for r, v, p in own:
            before = max(q for s, b, q in baseline if s == r and q < p and b is not None)
            after = min(q for s, b, q in baseline if s == r and q > p and b is not None)
            beside = [np.log(b) for s, b, q in baseline if q in (before, after) and b is not None]
            d.append(np.log(v) - np.mean(beside))
        candidates.append({"trials": own, **one_sample(d)})
    return {"baseline": baseline, "candidates": candidates}


def pooled(pairs: int, n: int) -> dict:
    """Several pairs as one: the mean of their log ratios in each round, and t over the rounds."""
    runs = [[trials(n, 0.05), trials(n, 0.08)] for _ in range(pairs)]
    d = np.mean([np.subtract(np.log(b), np.log(a)) for a, b in runs], axis=0)
    return {"runs": runs, **one_sample(d)}


def zeros(n: int) -> dict:
    """Counts of failures, mostly none: differences in their own unit."""
    a, b = ([float(x) for x in rng.poisson(mean, n)] for mean in (0.4, 2.0))
    paired, welch = stats.ttest_rel(b, a), stats.ttest_ind(b, a, equal_var=False)
    mean = float(np.mean(b) - np.mean(a))
    return {
        "a": a,
        "b": b,
        "paired": figures(paired) | {"mean": mean},
        "welch": figures(welch) | {"mean": mean},
    }


sizes = [(2, 2, 0.05, 0.02), (3, 3, 0.01, 0.1), (5, 5, 0.08, 0.02), (5, 7, 0.03, 0.03), (12, 12, 0.1, 0.1)]
vectors = {
    "scipy": scipy.__version__,
    "numpy": np.__version__,
    "pairs": [pair(*size) for size in [*sizes, (20, 20, 0.005, 0.004), (40, 40, 0.2, 0.1)]],
    "families": [family(5, [0.2, 0.0, -0.1], 0.02), family(12, [0.05, 0.02, 0.0, -0.02, 0.3], 0.05)],
    "long_rounds": [long_round(6), long_round(15)],
    "pooled": [pooled(2, 5), pooled(6, 12)],
    "zeros": [zeros(8), zeros(20)],
    "smallest_effect": {str(n): smallest_effect(n) for n in (2, 3, 5, 12, 20, 60, 200)},
}
Path(__file__).with_name("scipy.json").write_text(json.dumps(vectors, indent=1) + "\n")

stalls = {
    "scipy": scipy.__version__,
    "paired": [],
    "yuen": [],
}
for n in (8, 12, 20, 41):
    a, b = stalling(n, 0.0), stalling(n, 0.03)
    stalls["paired"].append({"a": a, "b": b, **one_sample(np.subtract(np.log(b), np.log(a)))})
for n_a, n_b in ((8, 8), (12, 12), (12, 24), (30, 12), (5, 7)):
    a, b = stalling(n_a, 0.0), stalling(n_b, 0.03)
    stalls["yuen"].append({"a": a, "b": b, **two_samples(np.log(a), np.log(b))})
Path(__file__).with_name("trimmed.json").write_text(json.dumps(stalls, indent=1) + "\n")
