"""Better, worse, same or unclear, and the sentence that says why."""

from enum import Enum
from typing import NamedTuple

import numpy as np

from agents.contract.metrics import Direction
from backend.statistics.estimate import ALPHA, Estimate
from backend.statistics.pairing import Floats, Ints
from backend.statistics.power import trials_needed
from backend.words import percent


class Verdict(str, Enum):
    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    UNCLEAR = "unclear"


SAME_WITHIN = 0.05
"""A noise floor above 5% hides changes that matter: being inside it is then `unclear`, not `same`."""

VERDICTS = (Verdict.UNCLEAR, Verdict.BETTER, Verdict.WORSE, Verdict.SAME)  # by code


def judge(
    e: Estimate, p_adjusted: Floats, margin: Floats | float, same_margin: Floats | float, direction: Direction
) -> Ints:
    """Codes into VERDICTS. `margin` is on the working scale, so on logs ±1% is ÷1.01 to ×1.01: swapping
    baseline and candidate then always mirrors the verdict."""
    gain = e.mean if direction == "higher" else -e.mean
    settled = (p_adjusted < ALPHA) & (np.abs(gain) >= margin)
    same = np.abs(gain) + e.ci_half_width <= same_margin
    return np.where(settled, np.where(gain > 0, 1, 2), np.where(same, 3, 0))


def needed(
    e: Estimate, codes: Ints, margin: Floats | float, same_margin: Floats | float, family: int
) -> Ints:
    """Trials per run that would settle an unclear verdict if change and spread stay as they are; else 0.

    A change beyond the margin is settled by showing that it is not 0, at Holm's strictest step; a smaller
    one by showing that it is inside the margin.
    """
    size = np.abs(e.mean)
    beyond = size >= margin
    strict = trials_needed(e.sd, size, ALPHA / max(family, 1))
    inside = trials_needed(e.sd, np.asarray(same_margin - size))
    wanted = np.where(beyond, strict, inside)
    wanted = np.where(wanted > 0, np.maximum(wanted, e.n + 1), 0)
    return np.where((codes == 0) & (e.n > 1), wanted, 0)


class Facts(NamedTuple):
    """What a reason is made of; margin as shown (0.01 = 1%, or in the metric's unit if `absolute`)."""

    verdict: Verdict
    p: float
    p_adjusted: float
    family: int
    margin: float
    beyond: bool  # the change itself reaches the margin
    trials_needed: int | None
    absolute: bool


def reason(f: Facts) -> str:
    """One or two short sentences in plain words for a delta that has an interval."""
    margin = f"{f.margin:.3g}" if f.absolute else percent(f.margin, sign=False)
    if f.verdict is Verdict.SAME:
        within = margin if f.absolute else percent(min(f.margin, SAME_WITHIN), sign=False)
        return "All values are equal." if f.margin == 0 else f"The whole 95% interval lies inside ±{within}."
    if f.verdict is not Verdict.UNCLEAR:
        return f"The change is clear of chance ({_chance(f)}) and not smaller than the margin of {margin}."
    return _why_unclear(f, margin) + _what_would(f)


def _why_unclear(f: Facts, margin: str) -> str:
    if f.p >= ALPHA:
        return f"The change could be chance (p {_p(f.p)})."
    if f.p_adjusted >= ALPHA:
        return (
            f"On its own it would stand out (p {_p(f.p)}), "
            f"but not among {f.family} candidates (p {_p(f.p_adjusted)})."
        )
    return f"Clear of chance ({_chance(f)}), but smaller than the margin of {margin}."


def _what_would(f: Facts) -> str:
    if f.trials_needed is None:
        return " More trials would hardly settle it."
    return f" About {f.trials_needed} trials per run would settle it."


def _chance(f: Facts) -> str:
    return f"p {_p(f.p_adjusted)}" + (f", adjusted for {f.family} candidates" if f.family > 1 else "")


def _p(p: float) -> str:
    if p < 0.001:
        return "< 0.001"
    return f"= {p:.2g}" if p < 0.99 else "> 0.99"
