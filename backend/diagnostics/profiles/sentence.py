"""What made the difference in CPU time, as one sentence. Pure.

How much it is comes from the exact counters of the measured trials; which functions and system calls make it
up comes from the profiles of extra, unmeasured ones. What those do not explain is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agents.catalog.roles import ROLES, Role
from backend.diagnostics import system_call_words
from backend.diagnostics.profiles.changes import Changes, PartChange
from backend.diagnostics.profiles.frames import Part
from backend.diagnostics.system_calls import CallTable
from backend.presentation.figures import MINUS
from backend.statistics import estimate
from backend.statistics.estimate import ALPHA, Estimate
from backend.statistics.holm import holm
from backend.statistics.pairing import usable

WHO: dict[Role, str] = {"load": "The load tool", "proxy": "The proxy", "backend": "The backend"}
MAX_NAMED = 3
MIN_REST = 0.05  # of the difference: a rest below is not worth a word

Values = Mapping[int, float]
"""Round → µs of CPU a request, of measured trials."""


@dataclass(frozen=True)
class Spent:
    """The exact difference of one host, µs of CPU a request: B − A with its 95% interval by rounds.

    `clear`: not 0, counting all hosts that are looked at.
    """

    role: Role
    a: float
    b: float
    change: float
    low: float | None
    high: float | None
    clear: bool


def compare_cpu(sides: Mapping[Role, tuple[Values, Values]], is_paired: bool = True) -> dict[Role, Spent]:
    """Role → difference. Paired by round, of the rounds that both have; else Welch's, of all trials."""
    rows: dict[Role, tuple[np.ndarray, np.ndarray]] = {}
    for role in ROLES:
        a, b = sides.get(role, ({}, {}))
        rounds = sorted(a.keys() & b.keys())
        rounds_of_sides = (rounds, rounds) if is_paired else (sorted(a), sorted(b))
        if all(rounds_of_sides):
            rows[role] = (
                np.array([a[r] for r in rounds_of_sides[0]]),
                np.array([b[r] for r in rounds_of_sides[1]]),
            )
    compare = _compare_pairs if is_paired else _compare_groups
    estimates: dict[Role, Estimate] = {role: compare(a, b) for role, (a, b) in rows.items()}
    p_values = holm([float(e.p[0]) for e in estimates.values()])
    return {
        role: Spent(
            role=role,
            a=float(rows[role][0].mean()),
            b=float(rows[role][1].mean()),
            change=float(e.mean[0]),
            low=_finite_or_none(e.mean[0] - e.ci_half_width[0]),
            high=_finite_or_none(e.mean[0] + e.ci_half_width[0]),
            clear=bool(p < ALPHA),
        )
        for (role, e), p in zip(estimates.items(), p_values, strict=True)
    }


def _compare_pairs(a: np.ndarray, b: np.ndarray) -> Estimate:
    return estimate.estimate_pairs((b - a)[None, :], scale=float(np.max([a, b])))


def _compare_groups(a: np.ndarray, b: np.ndarray) -> Estimate:
    of_a, of_b = (usable([list(enumerate(side.tolist()))], can_be_zero=True) for side in (a, b))
    return estimate.welch(of_a, of_b, scale=float(max(a.max(), b.max())))


def clear_parts(changes: Changes | None) -> list[PartChange]:
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
        return f"{'; '.join([text, ', '.join(moves)]) if moves else text}."
    more = exact.change > 0
    text = f"{WHO[exact.role]} spends {figures.interval(exact)} {_way(more)} CPU a request"
    if changes is None:
        return f"{text}."
    if not moves:
        diagnostics = f"{changes.rounds} profile{'s' if changes.rounds > 1 else ''} of each side"
        return f"{text}; no function or system call stands out in {diagnostics}."
    rest = exact.change - sum(p.change.change for p in parts)
    if abs(rest) >= MIN_REST * abs(exact.change) and figures.plain(rest).strip("0."):
        moves.append(f"{figures.plain(rest)} µs {_way(rest > 0)} not explained")
    return f"{text}: {', '.join(moves)}."


def _is_apart(exact: Spent) -> bool:
    """Its own interval is without 0: who looks at it has to know why that is not enough."""
    return exact.low is not None and exact.high is not None and exact.low * exact.high > 0


def _moves(parts: Sequence[PartChange], figures: "_Figures") -> list[str]:
    """`4.6 µs less in openat and close`, for each direction, the larger one first."""
    moves = []
    for more in (False, True):
        group = [p for p in parts if (p.change.change > 0) == more]
        if group:
            total = sum(p.change.change for p in group)
            moves.append(
                (abs(total), f"{figures.plain(total)} µs {_way(more)} in {_names([p.part for p in group])}")
            )
    return [text for _, text in sorted(moves, key=lambda move: -move[0])]


def _names(parts: Sequence[Part]) -> str:
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


def _finite_or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
