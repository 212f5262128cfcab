"""SciPy's interval and p of trimmed rounds, with the degrees of freedom that they have here."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import stdtr, stdtrit

from backend.statistics.estimate import MIN_TRIMMED, cut, freedom


def as_here(v: Mapping[str, Any], rounds: int) -> dict[str, Any]:
    """`v`: mean, low, high and p of so many rounds by Yuen's degrees of freedom, those of the kept trials."""
    if rounds < MIN_TRIMMED:
        return dict(v)
    df, kept = float(freedom(np.array(rounds))), rounds - 2 * int(cut(np.array(rounds)))
    error = (v["high"] - v["mean"]) / stdtrit(kept - 1, 0.975)
    half = error * stdtrit(df, 0.975)
    p = 2 * stdtr(df, -abs(v["mean"] / error))
    return {**v, "low": v["mean"] - half, "high": v["mean"] + half, "p": p}
