"""Deltas: how a candidate differs from the baseline in one metric, how sure that is, and why.

Interleaved runs are paired by round on logs; others are compared by Welch's t on logs; metrics that can
be zero get an absolute difference. Pure: trials in, frozen results out, never NaN or infinity.
"""

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from backend.statistics import pairing
from backend.statistics.assemble import LARGEST_LOG, Delta, Dots, Method, Sides, assemble, judged, shown
from backend.statistics.estimate import choose, paired, welch
from backend.statistics.pairing import Floats, Ints, Trials, TrialValues
from backend.statistics.verdict import Direction, Verdict

__all__ = [
    "Delta",
    "Direction",
    "Method",
    "TrialValues",
    "Verdict",
    "delta",
    "deltas",
    "noise_floor",
]

LEAST_MARGIN = 0.01


def delta(
    baseline: TrialValues,
    candidate: TrialValues,
    *,
    direction: Direction,
    can_be_zero: bool = False,
    interleaved: bool = True,
    margin: float | None = None,
) -> Delta:
    """One candidate against the baseline; arguments as for `deltas`."""
    return deltas(
        baseline,
        [candidate],
        direction=direction,
        can_be_zero=can_be_zero,
        interleaved=interleaved,
        margin=margin,
    )[0]


def deltas(
    baseline: TrialValues,
    candidates: Sequence[TrialValues],
    *,
    direction: Direction,
    can_be_zero: bool = False,
    interleaved: bool | Sequence[bool] = True,
    control: int | None = None,
    margin: float | None = None,
) -> list[Delta]:
    """A Delta for each candidate, in order.

    interleaved  trial i of baseline and candidate is in the same round (one value, or one per candidate)
    control      index of the candidate that is a copy of the baseline: left out of Holm's family, and its
                 half-interval is the margin of the others where that is larger than `margin`
    margin       smallest change that counts: default 1%, or 0 in the metric's unit if `can_be_zero`
    """
    if not candidates:
        return []
    base, cand = pairing.usable([baseline], can_be_zero), pairing.usable(candidates, can_be_zero)
    together = np.broadcast_to(np.asarray(interleaved, dtype=bool), len(candidates))
    scale = value_scale(base, cand) if can_be_zero else 1.0
    rounds, d = pairing.differences(base, cand)
    e = paired(d, scale)
    if not together.all():
        e = choose(together, e, welch(base, cand, scale))
    sides = Sides(
        dots=_dots(rounds, d, base, cand, together, can_be_zero),
        baseline_mean=np.repeat(base.mean(base.value), len(candidates)),
        candidate_mean=cand.mean(cand.value),
        left_out=cand.left_out + base.left_out,
        methods=["difference" if can_be_zero else "paired" if t else "welch" for t in together.tolist()],
    )
    return assemble(
        judged(e, work_margin(margin, can_be_zero), control, direction, can_be_zero), sides, can_be_zero
    )


class Compared(Protocol):
    """A delta, as computed or as the API says it."""

    @property
    def change(self) -> float | None: ...
    @property
    def difference(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


def noise_floor(control: Compared) -> float | None:
    """Half of the control's 95% interval: as a ratio (0.045 = ±4.5%), or in the unit of a difference."""
    if control.high is None:
        return None
    if control.change is None:
        return control.high - (control.difference or 0.0)
    if control.change <= -1:  # too far down for a ratio in floating point
        return None
    half = math.log1p(control.high) - math.log1p(control.change)
    return math.expm1(min(half, LARGEST_LOG))


def value_scale(*sides: Trials) -> float:
    """The largest value of all, against which rounding errors of differences are judged."""
    return float(max(np.abs(side.value).max(initial=0.0) for side in sides))


def work_margin(margin: float | None, can_be_zero: bool) -> float:
    """A margin as given by a caller, or its default, on the working scale."""
    if can_be_zero:
        return margin or 0.0
    return float(np.log1p(LEAST_MARGIN if margin is None else margin))


def _dots(
    rounds: Ints, d: Floats, base: Trials, cand: Trials, together: np.ndarray, can_be_zero: bool
) -> list[Dots]:
    """Per candidate the change of each round; without pairing, of each trial against the baseline's mean."""
    numbers, values = rounds.tolist(), shown(d, can_be_zero).tolist()
    dots = [tuple(zip(numbers, row, strict=True)) for row in values]
    for i in np.flatnonzero(np.isnan(d).any(axis=1)).tolist():
        dots[i] = tuple(dot for dot in dots[i] if dot[1] == dot[1])
    centre = base.mean(base.work)[0]
    for i in np.flatnonzero(~together).tolist():
        own = cand.run == i
        alone = [] if np.isnan(centre) else shown(cand.work[own] - centre, can_be_zero).tolist()
        dots[i] = tuple(zip(cand.round[own].tolist(), alone, strict=False))
    return dots
