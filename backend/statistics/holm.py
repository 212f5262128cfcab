"""Holm's step-down adjustment: the chance of any false call stays below 5%, however many candidates."""

from collections.abc import Sequence

import numpy as np

from backend.statistics.pairing import Floats


def holm(p: Sequence[float] | Floats, began: int = 0) -> Floats:
    """Adjusted p values in the order given (R's p.adjust(p, "holm")). NaN stays NaN and is not counted.

    began  of how many hypotheses these are those that are left, where that is more: the others count as if
           their p were 1
    """
    p = np.asarray(p, dtype=np.float64)
    adjusted_p = np.full(p.shape, np.nan)
    with_p = np.flatnonzero(~np.isnan(p))
    order = with_p[np.argsort(p[with_p], kind="stable")]
    step_values = np.maximum.accumulate(p[order] * (max(len(order), began) - np.arange(len(order))))
    adjusted_p[order] = np.minimum(step_values, 1.0)
    return adjusted_p
