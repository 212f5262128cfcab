"""System calls by name for each request, of a run and of the one that it is compared with. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

MIN_SHARE = 0.005
"""Calls for each request that a table shows as 0.01: rarer names are left out."""
CALLS_OF_A_CONNECTION = 2
"""Of one name, before its first answer: a proxy calls accept4 once, and epoll_ctl for either side."""


class Counted(Protocol):
    """What was counted of one setup in one diagnostic."""

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


@dataclass(frozen=True)
class CallRow:
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


def tables(
    run_counts: Sequence[Counted], baseline: Sequence[Counted] = (), connections: int = 0
) -> list[CallTable]:
    """A table for each role of a run; the difference is of the rounds in which both were counted."""
    call_tables = []
    for role in dict.fromkeys(entry.role for entry in run_counts):
        by_round, baseline_by_round = _by_round(run_counts, role), _by_round(baseline, role)
        common_rounds = [number for number in by_round if number in baseline_by_round]
        if not by_round:
            continue
        value, against = _mean(by_round.values()), _mean([baseline_by_round[n] for n in common_rounds])
        value_in_common = _mean([by_round[n] for n in common_rounds])
        names = sorted({*value, *against}, key=lambda n: (-max(value.get(n, 0), against.get(n, 0)), n))
        rows = [_row(n, value, against, value_in_common, bool(common_rounds)) for n in names]
        total = CallRow("all", *_sums(rows, bool(common_rounds)))
        is_exact = not any(entry.lost for entry in (*run_counts, *baseline) if entry.role == role)
        visible_rows = [row for row in rows if max(row.value, row.baseline or 0) >= MIN_SHARE]
        requests = [
            n for n in (entry.requests for entry in (*run_counts, *baseline) if entry.role == role) if n
        ]
        open_calls = CALLS_OF_A_CONNECTION * connections / min(requests, default=1.0)
        call_tables.append(CallTable(role, total, visible_rows, is_exact, open_calls))
    return call_tables


def _row(
    name: str,
    value: Mapping[str, float],
    against: Mapping[str, float],
    value_in_common: Mapping[str, float],
    is_paired: bool,
) -> CallRow:
    if not is_paired:
        return CallRow(name, value.get(name, 0.0), None, None)
    baseline = against.get(name, 0.0)
    return CallRow(name, value.get(name, 0.0), baseline, value_in_common.get(name, 0.0) - baseline)


def _sums(rows: Sequence[CallRow], is_paired: bool) -> tuple[float, float | None, float | None]:
    value = sum(row.value for row in rows)
    if not is_paired:
        return value, None, None
    return value, sum(row.baseline or 0 for row in rows), sum(row.difference or 0 for row in rows)


def _by_round(entries: Iterable[Counted], role: str) -> dict[int, Mapping[str, float]]:
    """Round → name → calls for each request; rounds in which nothing was served are left out."""
    counts: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    requests: dict[int, float] = defaultdict(float)
    for entry in entries:
        if entry.role == role and entry.requests is not None and entry.requests >= 1:
            requests[entry.round] += entry.requests
            for name, count in entry.counts.items():
                counts[entry.round][name] += count
    return {n: {name: c / requests[n] for name, c in of.items()} for n, of in counts.items()}


def _mean(rounds: Iterable[Mapping[str, float]]) -> dict[str, float]:
    all_counts = list(rounds)
    names = {name for counts in all_counts for name in counts}
    return {name: sum(counts.get(name, 0.0) for counts in all_counts) / len(all_counts) for name in names}
