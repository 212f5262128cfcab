"""The search for the largest load without a failure: probes so far → the next one. Pure.

A load is a number of connections, or a rate.

Doubling from the first number, bisection between the last clean and the first failing one down to the
resolution, then a repeat on both sides. A repeat that says the opposite is settled by a third probe; where
it overturns a side, the search goes on from there. After a few such contradictions repeats end: the answer
is what the probes say then, and is called unsteady.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

MAX_CONTRADICTIONS = 3
"""Loads that were seen both clean and failing, before repeats are given up."""


@dataclass(frozen=True, slots=True)
class Search:
    """Loads from `start` to `to`; these and every probe are multiples of `unit` ≤ `resolution`."""

    start: int
    to: int
    resolution: int
    unit: int = 1
    confirm: bool = True


@dataclass(frozen=True, slots=True)
class Probe:
    load: int
    clean: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`clean`: the largest clean number below `failing`, the smallest failing one; None where there is none.

    `unsteady`: some number was seen both clean and failing, or a larger one than a failing one was clean.
    """

    clean: int | None
    failing: int | None
    unsteady: bool = False


@dataclass(slots=True)
class _Seen:
    clean: int = 0
    failures: int = 0

    @property
    def is_clean(self) -> bool:
        return self.clean > self.failures

    @property
    def total(self) -> int:
        return self.clean + self.failures

    @property
    def is_mixed(self) -> bool:
        return bool(self.clean and self.failures)


def search_result(probes: Iterable[Probe]) -> SearchResult:
    """Narrow the search by the probes so far; a number whose probes stand even counts as failing."""
    counts = _count_probes(probes)
    failing = min((n for n, s in counts.items() if not s.is_clean), default=None)
    clean = [n for n, s in counts.items() if s.is_clean]
    below = [n for n in clean if failing is None or n < failing]
    unsteady = any(s.is_mixed for s in counts.values()) or len(below) < len(clean)
    return SearchResult(max(below, default=None), failing, unsteady)


def next_probe(search: Search, probes: Sequence[Probe]) -> int | None:
    """Load of the next probe; None when the search has its answer."""
    counts = _count_probes(probes)
    mixed_count = sum(s.is_mixed for s in counts.values())
    repeats = search.confirm and mixed_count <= MAX_CONTRADICTIONS
    if repeats and (even := next((n for n, s in counts.items() if s.clean == s.failures), None)):
        return even
    result = search_result(probes)
    further = _further(search, result.clean, result.failing)
    if further is None and repeats:
        return next((n for n in _sides(result) if counts[n].total == 1), None)
    return further


def max_left(search: Search, probes: Sequence[Probe]) -> int:
    """Count the probes that follow at most, where no repeat contradicts; 0 only when the search is over."""
    following = next_probe(search, probes)
    if following is None:
        return 0
    result = search_result(probes)
    if _further(search, result.clean, result.failing) is None:
        counts = _count_probes(probes)
        return max(1, sum(counts[n].total == 1 for n in _sides(result)))
    return _most(search, result.clean, result.failing) + (2 if search.confirm else 0)


def max_probes(search: Search) -> int:
    """Count the probes of a whole search at most, where no repeat contradicts."""
    return max_left(search, [])


def is_repeat(probes: Sequence[Probe], index: int) -> bool:
    """Whether this probe confirmed, or contradicted, an earlier one."""
    return any(p.load == probes[index].load for p in probes[:index])


def _count_probes(probes: Iterable[Probe]) -> dict[int, _Seen]:
    counts: dict[int, _Seen] = {}
    for probe in probes:
        entry = counts.setdefault(probe.load, _Seen())
        entry.clean += probe.clean
        entry.failures += not probe.clean
    return counts


def _sides(result: SearchResult) -> Iterator[int]:
    yield from (n for n in (result.clean, result.failing) if n is not None)


def _further(search: Search, clean: int | None, failing: int | None) -> int | None:
    """A number not probed yet that narrows the gap; None when it is narrow enough."""
    if clean is None:
        return search.start if failing is None or failing > search.start else None
    if failing is None:
        return min(2 * clean, search.to) if clean < search.to else None
    if failing - clean <= search.resolution:
        return None
    return clean + _half(failing - clean, search.unit)


def _half(gap: int, unit: int) -> int:
    return gap // 2 // unit * unit


def _most(search: Search, clean: int | None, failing: int | None) -> int:
    """Probes to a narrow gap on the longest way."""
    if clean is not None and failing is not None:
        return _bisections(search, failing - clean)
    following = _further(search, clean, failing)
    if following is None:
        return 0
    fails = 0 if clean is None else _bisections(search, following - clean)
    return 1 + max(fails, _most(search, following, None))


def _bisections(search: Search, gap: int) -> int:
    for number in count():
        if gap <= search.resolution:
            return number
        gap -= _half(gap, search.unit)  # the larger part
    raise AssertionError
