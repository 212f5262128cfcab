"""Noise by the length of trials, from what was served in each second of every trial. Pure.

A shorter trial is what was served in so many seconds in a row. Its noise is how much that differs from trial
to trial of one start, averaged over all such stretches, so what changes between trials counts and not only
what changes within one. Longer trials than the measured ones are not guessed at.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis.calibration.trials import EqualTrial, by_run
from backend.statistics.starts import start_spread

SECONDS = (1, 2, 3, 5, 10, 20, 30, 60)
MAX_STRETCHES = 12
"""Of one length, evenly over the trial: more hardly say more."""
ENOUGH = 0.9
"""Share of the trials that were sampled to that length."""


@dataclass(frozen=True, slots=True)
class OfLength:
    """`within`: spread of trials of one start; `is_measured`: by the load tool, else by the server."""

    seconds: float
    within: float
    is_measured: bool


def noise_by_length(
    trials: Sequence[EqualTrial], length_s: float | None, within: float | None
) -> list[OfLength]:
    """For some lengths up to the measured one, which has `within`; empty where that is not known.

    `length_s` None: trials end by a number of requests, so that only their own noise is known.
    """
    if within is None or length_s is None:
        return []
    short = [OfLength(s, noise, False) for s in SECONDS if s < length_s and (noise := _within(trials, s))]
    return [*short, OfLength(length_s, within, True)]


def at_length(lengths: Sequence[OfLength], seconds: float) -> OfLength:
    """The longest that is not longer, whose noise such trials do not exceed; else the shortest."""
    fitting = [length for length in lengths if length.seconds <= seconds] or lengths[:1]
    return fitting[-1]


def _within(trials: Sequence[EqualTrial], seconds: int) -> float | None:
    long_enough = [t for t in trials if len(t.rates) >= seconds and all(r > 0 for r in t.rates)]
    if len(long_enough) < ENOUGH * len(trials):
        return None
    places = min(len(t.rates) for t in long_enough) - seconds + 1
    step = max(1, -(-places // MAX_STRETCHES))
    squares = []
    for first in range(0, places, step):
        values = [sum(t.rates[first : first + seconds]) / seconds for t in long_enough]
        within = start_spread([by_run(long_enough, values)]).within
        if within is not None:
            squares.append(within**2)
    return (sum(squares) / len(squares)) ** 0.5 if squares else None
