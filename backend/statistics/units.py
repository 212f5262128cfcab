"""Independent units of results: starts of servers, where one start is measured several times. Pure.

Trials of one start share what it happened to get (memory layout, CPUs of its connections), so they are not
independent. Every interval and every p goes over what `units` says.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from backend.statistics.pairing import Floats, Ints

MIN_UNITS = 3
"""Below this an interval says nothing; a server that ended once by itself makes two of one."""


def units(rows: Sequence[Sequence[int]] | NDArray[np.int64]) -> Ints:
    """Unit of each row, counted from 0. `rows`: in order of time, for each the starts that it rests on.

    A row of a pair rests on one start of each side. A unit ends where all sides have another start: until
    then one of them is shared. Where any start is not known (0), each row is a unit.
    """
    if not len(rows) or not np.all(rows):
        return np.arange(len(rows))
    starts = np.asarray(rows, dtype=np.int64).reshape(len(rows), -1)
    return np.concatenate([[0], np.cumsum((np.diff(starts, axis=0) != 0).all(axis=1))])


def mean_by_unit(values: Floats, unit: Ints) -> Floats:
    """Mean over the columns of each unit: one column for each."""
    if not len(unit) or unit[-1] + 1 == len(unit):
        return values
    member = unit[:, None] == np.arange(unit[-1] + 1)
    return values @ (member / member.sum(axis=0))


def sum_by_unit(rows: Floats, unit: Ints) -> Floats:
    """Sum over the rows of each unit: one row for each."""
    sums = np.zeros((int(unit[-1]) + 1 if len(unit) else 0, *rows.shape[1:]))
    np.add.at(sums, unit, rows)
    return sums


def units_of_rounds(rounds: Sequence[int], *sides: Mapping[int, int]) -> Ints:
    """Units of these rounds; `sides`: round → start, of each run that they rest on."""
    return units([[side.get(number, 0) for side in sides] for number in rounds])


def too_few(unit: Ints) -> int:
    """Number of units where rounds of kept servers make too few of them for an interval, else 0."""
    count = int(unit[-1]) + 1 if len(unit) else 0
    return count if count < min(MIN_UNITS, len(unit)) else 0


def too_few_words(count: int, least: int = MIN_UNITS) -> str:
    """Reason for a missing interval."""
    times = "once" if count == 1 else f"{count} times"
    return f"its servers were started {times}, and an interval needs {least} starts"
