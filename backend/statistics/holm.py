"""Holm's step-down adjustment: the chance of any false call stays below 5%, however many candidates."""

from collections.abc import Sequence

import numpy as np

from backend.statistics.pairing import Floats


def holm(p: Sequence[float] | Floats) -> Floats:
    """Adjusted p values in the order given (R's p.adjust(p, "holm")). NaN stays NaN and is not counted."""
    p = np.asarray(p, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    stepped = np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1))
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
