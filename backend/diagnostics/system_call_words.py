"""What differs between two sides' system calls, as a sentence. Pure."""

from collections.abc import Sequence

from backend.diagnostics.system_calls import CallRow, CallTable

MIN_NAMED = 0.5
"""Calls a request: rarer differences come from how many connections were ready at a time."""
WAITS = ("epoll_wait", "epoll_pwait", "epoll_pwait2", "poll", "select")
"""How often a worker waits depends on its speed, and counting changes that."""
MAX_NAMED = 4
_WHOLE = 0.05
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sentence(subject: str, table: CallTable) -> str:
    """“The proxy makes three system calls a request fewer (close, newfstatat, openat).”

    Empty where nothing differs, where there is no side to compare with, or where counts are not exact.
    """
    groups = [_group(table, more) for more in (False, True)] if table.is_exact else []
    filled_groups = sorted((g for g in groups if g), key=lambda group: -round(abs(_sum(group)), 1))
    if not filled_groups:
        return ""
    first, *rest = filled_groups
    calls = "system call" if _number(_sum(first)) == "one" else "system calls"
    parts = [f"{_number(_sum(first))} {calls} a request {_way(first)} ({_names(first)})"]
    parts += [f"{_number(_sum(group))} {_way(group)} ({_names(group)})" for group in rest]
    return f"{subject} makes {' and '.join(parts)}."


def _group(table: CallTable, more: bool) -> list[CallRow]:
    """Calls that are made more often, or less, the largest difference first."""
    least = max(MIN_NAMED, table.open)
    rows = [r for r in table.rows if r.name not in WAITS and abs(r.difference or 0.0) >= least]
    group = [r for r in rows if ((r.difference or 0.0) > 0) == more]
    return sorted(group, key=lambda r: (-round(abs(r.difference or 0.0), 1), r.name))


def _sum(group: Sequence[CallRow]) -> float:
    return sum(r.difference or 0.0 for r in group)


def _number(calls: float) -> str:
    size = abs(calls)
    whole = round(size)
    if abs(size - whole) > _WHOLE:
        return f"{size:.1f}"
    return _NUMBERS[whole] if whole < len(_NUMBERS) else str(whole)


def _way(group: Sequence[CallRow]) -> str:
    return "more" if _sum(group) > 0 else "fewer"


def _names(group: Sequence[CallRow]) -> str:
    first = [r.name for r in group[:MAX_NAMED]]
    rest = len(group) - len(first)
    return ", ".join([*first, f"{rest} other{'s' if rest > 1 else ''}"] if rest else first)
