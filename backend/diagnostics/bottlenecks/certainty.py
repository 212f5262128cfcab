"""Certainty of a bottleneck: the rules on a run's trials, drawn again and again. Pure.

A rule compares a mean with a border, and near the border equal runs come out on both sides of it. So trials
are drawn with replacement (whole starts of servers, where those were kept), and what does not come out alike
each time is near its limit: neither that it is one nor that it is not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from backend.diagnostics.bottlenecks.bottleneck import Bottleneck
from backend.diagnostics.bottlenecks.evidence import Measured, MeasuredTrial
from backend.statistics.units import units

DRAWS, SEED = 32, 20_261_125
"""All of 32 draws alike: the border lies outside an interval of about 95%."""

Find = Callable[[Measured], list[Bottleneck]]


def with_certainty(run: Measured, find: Find, find_last: Find) -> list[Bottleneck]:
    """Bottlenecks that `find` names; those that do not hold in every draw are near their limit.

    find_last  what the rule says of the whole run that `find` asks where none of the others holds: it stands
               once, beside what is only near, if none of them holds in some draw
    """
    of_all = find(run)
    of_draws = [find(replace(run, trials=trials)) for trials in _draws(run.trials)]
    always = {key(bottleneck) for bottleneck in of_all}.intersection(
        *({key(bottleneck) for bottleneck in bottlenecks} for bottlenecks in of_draws)
    )
    texts: dict[tuple[str, str, str], Bottleneck] = {}
    for bottleneck in (bottleneck for bottlenecks in [of_all, *of_draws] for bottleneck in bottlenecks):
        texts.setdefault(key(bottleneck), bottleneck)
    last_bottlenecks = find_last(run)
    last_codes = {bottleneck.code for bottleneck in last_bottlenecks}
    bottlenecks_of_run = [
        bottleneck if name in always else bottleneck.model_copy(update={"is_near": True})
        for name, bottleneck in texts.items()
        if bottleneck.code not in last_codes
    ]
    is_last_asked = any(bottleneck.code in last_codes for bottleneck in texts.values())
    if is_last_asked and all(bottleneck.is_near for bottleneck in bottlenecks_of_run):
        bottlenecks_of_run += last_bottlenecks
    return bottlenecks_of_run


def key(bottleneck: Bottleneck) -> tuple[str, str, str]:
    """Identity of a bottleneck: equal for those that are the same."""
    return bottleneck.code, bottleneck.role or "", bottleneck.title


def _draws(trials: Sequence[MeasuredTrial]) -> Iterator[list[MeasuredTrial]]:
    """None of fewer than two units. One draw has one unit less, which widens what few of them give."""
    unit = units([[trial.start] for trial in trials])
    count = int(unit[-1]) + 1 if len(unit) else 0
    rng = np.random.default_rng(SEED)
    for _ in range(DRAWS if count > 1 else 0):
        drawn_units = rng.integers(0, count, max(1, count - 1))
        yield [trials[i] for number in drawn_units for i in np.flatnonzero(unit == number).tolist()]
