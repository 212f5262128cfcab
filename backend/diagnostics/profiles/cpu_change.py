"""Exact difference in CPU time a request between two runs, by the counters of their measured trials. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from agents.catalog.roles import ROLES, Role
from backend.statistics import estimate
from backend.statistics.estimate import ALPHA, Estimate
from backend.statistics.holm import holm
from backend.statistics.pairing import Floats, Ints, usable
from backend.statistics.units import mean_by_unit, too_few, too_few_words, units_of_rounds

Values = Mapping[int, float]
"""Round → µs of CPU a request, of measured trials."""
Starts = Mapping[int, int]
"""Round → start of the servers."""


@dataclass(frozen=True)
class Spent:
    """The exact difference of one host, µs of CPU a request: B − A with its 95% interval by units.

    `clear`: not 0, counting all hosts that are looked at. `too_few`: why there is no interval, where servers
    were kept for too many rounds.
    """

    role: Role
    a: float
    b: float
    change: float
    low: float | None
    high: float | None
    clear: bool
    too_few: str = ""


def compare_cpu(
    sides: Mapping[Role, tuple[Values, Values]],
    is_paired: bool = True,
    starts: tuple[Starts, Starts] = ({}, {}),
) -> dict[Role, Spent]:
    """Role → difference. Paired by round, of the rounds that both have; else Welch's, of all trials.

    `starts` of A's and of B's servers: t goes over the units that they make. Without them over rounds.
    """
    tables: dict[Role, _Table] = {}
    for role in ROLES:
        table = _table(*sides[role], is_paired, starts) if role in sides else None
        if table is not None:
            tables[role] = table
    compare = _compare_pairs if is_paired else _compare_groups
    estimates: dict[Role, Estimate] = {role: _compare(table, compare) for role, table in tables.items()}
    p_values = holm([float(e.p[0]) for e in estimates.values()])
    return {
        role: Spent(
            role=role,
            a=float(tables[role].a.mean()),
            b=float(tables[role].b.mean()),
            change=float(e.mean[0]),
            low=_finite_or_none(e.mean[0] - e.ci_half_width[0]),
            high=_finite_or_none(e.mean[0] + e.ci_half_width[0]),
            clear=bool(p < ALPHA),
            too_few=tables[role].too_few,
        )
        for (role, e), p in zip(estimates.items(), p_values, strict=True)
    }


@dataclass(frozen=True)
class _Table:
    """Values of both sides, one for each unit."""

    a: Floats
    b: Floats
    too_few: str


def _table(a: Values, b: Values, is_paired: bool, starts: tuple[Starts, Starts]) -> _Table | None:
    common = sorted(a.keys() & b.keys())
    rounds = (common, common) if is_paired else (sorted(a), sorted(b))
    if not all(rounds):
        return None
    unit_lists: list[Ints] = (
        [units_of_rounds(common, *starts)] * 2
        if is_paired
        else [units_of_rounds(numbers, side) for numbers, side in zip(rounds, starts, strict=True)]
    )
    of_a, of_b = (
        mean_by_unit(np.array([values[number] for number in numbers]), unit)
        for values, numbers, unit in zip((a, b), rounds, unit_lists, strict=True)
    )
    counts = [count for unit in unit_lists if (count := too_few(unit))]
    return _Table(of_a, of_b, too_few_words(min(counts)) if counts else "")


def _compare(table: _Table, compare) -> Estimate:
    e: Estimate = compare(table.a, table.b)
    no_values = np.full_like(e.mean, np.nan)
    return replace(e, p=no_values, ci_half_width=no_values) if table.too_few else e


def _compare_pairs(a: np.ndarray, b: np.ndarray) -> Estimate:
    return estimate.estimate_pairs((b - a)[None, :], scale=float(np.max([a, b])))


def _compare_groups(a: np.ndarray, b: np.ndarray) -> Estimate:
    of_a, of_b = (usable([list(enumerate(side.tolist()))], can_be_zero=True) for side in (a, b))
    return estimate.welch(of_a, of_b, scale=float(max(a.max(), b.max())))


def _finite_or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
