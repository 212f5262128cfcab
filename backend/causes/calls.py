"""System calls by name for each request, of a run and of the one that it is compared with. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

LEAST = 0.005
"""Calls for each request that a table shows as 0.01: rarer names are left out."""
CALLS_OF_A_CONNECTION = 2
"""Of one name, before its first answer: a proxy calls accept4 once, and epoll_ctl for either side."""


class Counted(Protocol):
    """What was counted of one setup in one look."""

    @property
    def role(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def requests(self) -> float | None: ...
    @property
    def lost(self) -> int: ...
    @property
    def counts(self) -> Mapping[str, int]: ...


class CallRow(NamedTuple):
    """Calls of one name for each request; `baseline` and `difference` only where there is one to compare."""

    name: str
    value: float
    baseline: float | None
    difference: float | None


class CallTable(NamedTuple):
    """`is_exact`: no event was lost on either side. `open`: calls of one name for each request that
    connections account for which were opened and not answered while it was counted."""

    role: str
    total: CallRow
    rows: list[CallRow]
    is_exact: bool
    open: float = 0.0


def tables(own: Sequence[Counted], baseline: Sequence[Counted] = (), connections: int = 0) -> list[CallTable]:
    """A table for each role of a run; the difference is of the rounds in which both were counted."""
    found = []
    for role in dict.fromkeys(one.role for one in own):
        mine, other = _by_round(own, role), _by_round(baseline, role)
        both = [number for number in mine if number in other]
        if not mine:
            continue
        value, against = _mean(mine.values()), _mean([other[n] for n in both])
        paired = _mean([mine[n] for n in both])
        names = sorted({*value, *against}, key=lambda n: (-max(value.get(n, 0), against.get(n, 0)), n))
        rows = [_row(n, value, against, paired, bool(both)) for n in names]
        total = CallRow("all", *_sums(rows, bool(both)))
        is_exact = not any(one.lost for one in (*own, *baseline) if one.role == role)
        shown = [row for row in rows if max(row.value, row.baseline or 0) >= LEAST]
        served = [n for n in (one.requests for one in (*own, *baseline) if one.role == role) if n]
        unanswered = CALLS_OF_A_CONNECTION * connections / min(served, default=1.0)
        found.append(CallTable(role, total, shown, is_exact, unanswered))
    return found


def _row(
    name: str,
    value: Mapping[str, float],
    against: Mapping[str, float],
    paired: Mapping[str, float],
    both: bool,
) -> CallRow:
    if not both:
        return CallRow(name, value.get(name, 0.0), None, None)
    other = against.get(name, 0.0)
    return CallRow(name, value.get(name, 0.0), other, paired.get(name, 0.0) - other)


def _sums(rows: Sequence[CallRow], both: bool) -> tuple[float, float | None, float | None]:
    value = sum(row.value for row in rows)
    if not both:
        return value, None, None
    return value, sum(row.baseline or 0 for row in rows), sum(row.difference or 0 for row in rows)


def _by_round(seen: Iterable[Counted], role: str) -> dict[int, Mapping[str, float]]:
    """Round → name → calls for each request; rounds in which nothing was served are left out."""
    counts: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    requests: dict[int, float] = defaultdict(float)
    for one in seen:
        if one.role == role and one.requests is not None and one.requests >= 1:
            requests[one.round] += one.requests
            for name, count in one.counts.items():
                counts[one.round][name] += count
    return {n: {name: c / requests[n] for name, c in of.items()} for n, of in counts.items()}


def _mean(rounds: Iterable[Mapping[str, float]]) -> dict[str, float]:
    each = list(rounds)
    names = {name for one in each for name in one}
    return {name: sum(one.get(name, 0.0) for one in each) / len(each) for name in names}
