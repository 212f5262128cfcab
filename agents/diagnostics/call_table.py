"""From the summary that `perf trace -s` prints to calls by name. Pure."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from agents.contract.diagnostics import MAX_CALLS, MAX_LOST

_ROW = re.compile(r"\s+([a-z_][a-z0-9_]{0,63})\s+(\d{1,15})(?:\s+[\d.%]+)*\s*")
_RULE = re.compile(r"\s+-{3,}.*")
_LOST = re.compile(r"LOST (\d{1,20}) events")


class CallTable(NamedTuple):
    counts: dict[str, int]
    lost_events: int  # events: with any of them the counts are too small


def call_table(lines: Iterable[str]) -> CallTable:
    """The tables of all threads together: their rows follow a rule, up to an empty line."""
    counts, lost_events, is_table = Counter[str](), 0, False
    for line in lines:
        if match := _LOST.search(line):
            lost_events = min(lost_events + int(match[1]), MAX_LOST)
        if _RULE.fullmatch(line.rstrip("\n")):
            is_table = True
        elif not line.strip():
            is_table = False
        elif is_table and (row := _ROW.fullmatch(line.rstrip("\n"))):
            counts[row[1]] += int(row[2])
    most = counts.most_common(MAX_CALLS)
    return CallTable({name: count for name, count in most if count}, lost_events)
