"""What made the difference in CPU time, as one sentence. Pure.

How much it is comes from the exact counters of the measured trials; which functions and system calls make it
up comes from the profiles of extra, unmeasured ones. What those do not explain is said.
"""

from collections.abc import Sequence

from agents.catalog.roles import Role
from backend.diagnostics import system_call_words
from backend.diagnostics.profiles.changes import Changes
from backend.diagnostics.profiles.cpu_change import Spent
from backend.diagnostics.profiles.figures import ChangePart
from backend.diagnostics.system_calls import CallTable
from backend.presentation.figures import MINUS

WHO: dict[Role, str] = {"load": "The load tool", "proxy": "The proxy", "backend": "The backend"}
MAX_NAMED = 3
MIN_REST = 0.05  # of the difference: a rest below is not worth a word


def clear_parts(changes: Changes | None) -> list[ChangePart]:
    """What may be named, the largest first."""
    return [p for p in changes.parts if p.change.clear] if changes else []


def explained_share(exact: Spent, changes: Changes | None) -> float | None:
    """The share of the exact difference that clear parts make up; None where there is no clear difference."""
    if not exact.clear or changes is None:
        return None
    return sum(p.change.change for p in clear_parts(changes)) / exact.change


def sentence(exact: Spent, changes: Changes | None, calls: CallTable | None = None) -> str:
    """“The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 4.6 µs less in openat and close, … The proxy
    makes two system calls a request fewer (openat, close).”

    `found`: the host's profiles compared; `calls`: its exact counts; None where there are none.
    """
    count_text = system_call_words.sentence(WHO[exact.role], calls) if calls else ""
    return f"{_of_time(exact, changes)} {count_text}".rstrip()


def _of_time(exact: Spent, changes: Changes | None) -> str:
    parts = clear_parts(changes)
    figures = _Figures(
        exact.change if exact.clear else max((abs(p.change.change) for p in parts), default=0.0)
    )
    moves = _moves(parts, figures)
    if not exact.clear:
        family = ", counting all hosts" if _is_apart(exact) else ""
        text = (
            f"{WHO[exact.role]}’s CPU a request does not differ clearly{family}: {figures.with_sign(exact)}"
        )
        if exact.too_few:
            text += f" ({exact.too_few})"
        return f"{'; '.join([text, ', '.join(moves)]) if moves else text}."
    more = exact.change > 0
    text = f"{WHO[exact.role]} spends {figures.interval(exact)} {_way(more)} CPU a request"
    if changes is None:
        return f"{text}."
    if not moves:
        diagnostics = f"{changes.rounds} profile{'s' if changes.rounds > 1 else ''} of each side"
        if changes.too_few:
            return f"{text}; no function or system call has an interval: {changes.too_few}."
        return f"{text}; no function or system call stands out in {diagnostics}."
    rest = exact.change - sum(p.change.change for p in parts)
    if abs(rest) >= MIN_REST * abs(exact.change) and figures.plain(rest).strip("0."):
        moves.append(f"{figures.plain(rest)} µs {_way(rest > 0)} not explained")
    return f"{text}: {', '.join(moves)}."


def _is_apart(exact: Spent) -> bool:
    """Its own interval is without 0: who looks at it has to know why that is not enough."""
    return exact.low is not None and exact.high is not None and exact.low * exact.high > 0


def _moves(parts: Sequence[ChangePart], figures: "_Figures") -> list[str]:
    """`4.6 µs less in openat and close`, for each direction, the larger one first."""
    moves = []
    for more in (False, True):
        group = [p for p in parts if (p.change.change > 0) == more]
        if group:
            total = sum(p.change.change for p in group)
            moves.append((abs(total), f"{figures.plain(total)} µs {_way(more)} in {_names(group)}"))
    return [text for _, text in sorted(moves, key=lambda move: -move[0])]


def _names(parts: Sequence[ChangePart]) -> str:
    first = [p.name.strip("[]") for p in parts[:MAX_NAMED]]
    rest = len(parts) - len(first)
    return _join([*first, f"{rest} other{'s' if rest > 1 else ''}"] if rest else first)


def _join(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _way(more: bool) -> str:
    return "more" if more else "less"


class _Figures:
    """µs with as many decimals throughout a sentence, so that its figures add up."""

    def __init__(self, largest: float) -> None:
        size = abs(largest)
        self.decimals = 0 if size >= 99.95 else 1 if size >= 0.995 else 2

    def plain(self, value: float) -> str:
        return f"{abs(value):.{self.decimals}f}"

    def _with_sign(self, value: float) -> str:
        text = self.plain(value)
        return f"{MINUS if value < 0 and text.strip('0.') else ''}{text}"

    def interval(self, exact: Spent) -> str:
        """The size of a change that has a direction, and its interval in that direction."""
        size = f"{self.plain(exact.change)} µs"
        if exact.low is None or exact.high is None:
            return size
        low, high = (exact.low, exact.high) if exact.change > 0 else (-exact.high, -exact.low)
        return f"{size} [{self._with_sign(low)}, {self._with_sign(high)}]"

    def with_sign(self, exact: Spent) -> str:
        mark = "+" if exact.change > 0 and self.plain(exact.change).strip("0.") else ""
        size = f"{mark}{self._with_sign(exact.change)} µs"
        if exact.low is None or exact.high is None:
            return size
        return f"{size} [{self._with_sign(exact.low)}, {self._with_sign(exact.high)}]"
