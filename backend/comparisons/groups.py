"""Which runs stand side by side: two levels of a factor, or two lists. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backend.errors import Invalid, ProblemItem
from backend.runs.models import Run


@dataclass(frozen=True)
class Groups:
    """Pairs of runs (A, B) with a label each; `left_out` says in sentences what has no partner."""

    pairs: list[tuple[str, Run, Run]]
    factor: str | None = None
    level_a: str | None = None
    level_b: str | None = None
    left_out: list[str] = field(default_factory=list)


def wrong(place: str, message: str) -> Invalid:
    return Invalid(message, [ProblemItem(place=place, message=message)])


def of_lists(a: Sequence[Run], b: Sequence[Run]) -> Groups:
    """Run by run in the order given; the longer list's rest is left out."""
    left = [f"{r.name} has no partner on side B" for r in a[len(b) :]]
    left += [f"{r.name} has no partner on side A" for r in b[len(a) :]]
    pairs = [(_label(one, other), one, other) for one, other in zip(a, b, strict=False)]
    return Groups(pairs, left_out=left)


def _label(a: Run, b: Run) -> str:
    return a.name if a.name == b.name else f"{a.name} → {b.name}"


def of_factor(
    runs: Sequence[Run],
    factors: Mapping[str, Mapping[str, Mapping[str, Any]]],
    factor: str | None,
    level_a: str | None,
    level_b: str | None,
) -> Groups:
    """Runs of a grid that are equal but for one factor. `factors`: factor → level → knobs."""
    grid = [r for r in runs if r.factors and not r.is_control and r.deleted_at is None]
    if not grid or not factors:
        raise wrong("experiment", "this experiment is no grid of factors; choose runs for both sides")
    factor = _factor(factors, factor)
    a, b = _levels(grid, list(factors[factor]), factor, level_a, level_b)
    key = _key_without(factor)
    found = {level: {key(r): r for r in grid if (r.factors or {}).get(factor) == level} for level in (a, b)}
    label = _labels(grid, [f for f in factors if f != factor])
    pairs = [(label(r), r, found[b][k]) for k, r in found[a].items() if k in found[b]]
    left = [f"{r.name} has no partner" for r in found[a].values() if key(r) not in found[b]]
    left += [f"{r.name} has no partner" for r in found[b].values() if key(r) not in found[a]]
    if not pairs:
        raise wrong("factor", f"no run with {factor} “{a}” has a partner with {factor} “{b}”")
    return Groups(pairs, factor, a, b, left)


def pins(levels: Mapping[str, Mapping[str, Any]]) -> bool:
    """A factor that does nothing but pin processes to CPUs."""
    knobs = {name for level in levels.values() for name in level}
    return bool(knobs) and all(name.startswith("pin.") for name in knobs)


def _factor(factors: Mapping[str, Mapping[str, Mapping[str, Any]]], asked: str | None) -> str:
    names = ", ".join(factors)
    if asked is not None:
        if asked not in factors:
            raise wrong("factor", f"there is no factor “{asked}”; there is: {names}")
        return asked
    pinning = [name for name, levels in factors.items() if pins(levels) and len(levels) > 1]
    several = pinning or [name for name, levels in factors.items() if len(levels) > 1]
    if len(several) == 1 or pinning:
        return several[0]
    raise wrong("factor", f"split by which factor? There is: {names}")


def _levels(
    grid: Sequence[Run], levels: list[str], factor: str, level_a: str | None, level_b: str | None
) -> tuple[str, str]:
    """By default the baseline's level against the first other one."""
    for place, level in (("level_a", level_a), ("level_b", level_b)):
        if level is not None and level not in levels:
            raise wrong(place, f"“{level}” is not a level of {factor}; its levels are {', '.join(levels)}")
    own = next(((r.factors or {}).get(factor) for r in grid if r.is_baseline), None)
    a = level_a or next(x for x in (own, *levels) if x is not None and x != level_b)
    b = level_b or next((x for x in levels if x != a), None)
    if b is None or a == b:
        raise wrong("level_b", f"{factor} needs two different levels; it has {', '.join(levels)}")
    return a, b


def _key_without(factor: str) -> Callable[[Run], tuple[Any, ...]]:
    """What has to be equal in a pair: the other factors, the workload, the topology."""

    def key(run: Run) -> tuple[Any, ...]:
        others = {f: level for f, level in (run.factors or {}).items() if f != factor}
        return (*sorted(others.items()), run.workload["name"], run.topology)

    return key


def _labels(grid: Sequence[Run], others: Sequence[str]) -> Callable[[Run], str]:
    """`workers 16 · log off`, with the workload where there are several."""
    several = len({r.workload["name"] for r in grid}) > 1

    def label(run: Run) -> str:
        parts = [f"{f} {(run.factors or {})[f]}" for f in others]
        parts += [run.workload["name"]] if several or not parts else []
        return " · ".join(parts)

    return label
