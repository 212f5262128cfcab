"""Write scipy.json: seeded trials and what SciPy's own test objects say of them. Run: python make.py"""

import json
from pathlib import Path

import numpy as np
import scipy
from scipy import stats
from scipy.optimize import brentq

rng = np.random.default_rng(20240607)


def trials(n: int, cv: float) -> list[float]:
    return [float(x) for x in rng.lognormal(np.log(9000), cv, n)]


def figures(test) -> dict:
    low, high = test.confidence_interval(0.95)
    return {"low": float(low), "high": float(high), "p": float(test.pvalue)}


def pair(n_a: int, n_b: int, cv_a: float, cv_b: float) -> dict:
    a, b = trials(n_a, cv_a), trials(n_b, cv_b)
    la, lb = np.log(a), np.log(b)
    out = {"a": a, "b": b, "welch": figures(stats.ttest_ind(lb, la, equal_var=False))}
    out["welch"]["mean"] = float(lb.mean() - la.mean())
    if n_a == n_b:
        out["paired"] = {**figures(stats.ttest_rel(lb, la)), "mean": float((lb - la).mean())}
        d = np.subtract(b, a)
        out["difference"] = {**figures(stats.ttest_1samp(d, 0)), "mean": float(d.mean())}
    if min(n_a, n_b) > 2:
        out["brown_forsythe_p"] = float(stats.levene(la, lb, center="median").pvalue)
    out["cv_a"], out["cv_b"] = (float(stats.variation(x, ddof=1)) for x in (a, b))
    return out


def smallest_effect(n: int) -> float:
    """In units of sd: R's power.t.test(n, power = 0.8, type = "one.sample")$delta."""
    critical = stats.t.ppf(0.975, n - 1)
    return float(brentq(lambda ncp: stats.nct.sf(critical, n - 1, ncp) - 0.8, 0.5, 60, xtol=1e-13) / n**0.5)


sizes = [(2, 2, 0.05, 0.02), (3, 3, 0.01, 0.1), (5, 5, 0.08, 0.02), (5, 9, 0.03, 0.03), (12, 12, 0.1, 0.1)]
vectors = {
    "scipy": scipy.__version__,
    "numpy": np.__version__,
    "pairs": [pair(*size) for size in [*sizes, (20, 20, 0.005, 0.004), (40, 3, 0.2, 0.1)]],
    "smallest_effect": {str(n): smallest_effect(n) for n in (2, 3, 5, 12, 20, 60, 200)},
}
Path(__file__).with_name("scipy.json").write_text(json.dumps(vectors, indent=1) + "\n")
