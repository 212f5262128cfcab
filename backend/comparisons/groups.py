"""An experiment split in two: by two levels of a factor, or what is pinned against what is not."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from backend.comparisons.matching import Matched, Pair, cell_label
from backend.errors import Invalid
from backend.records.runs import Run


def of_factor(
    runs: Sequence[Run],
    factors: Mapping[str, Mapping[str, Mapping[str, Any]]],
    factor: str | None,
    level_a: str | None,
    level_b: str | None,
) -> Matched:
    """Runs of a grid that are equal but for one factor. `factors`: factor → level → knobs.

    A list of variants that differ only in pins is split by these.
    """
    grid = [r for r in runs if r.factors and not r.is_control and r.deleted_at is None]
    if not grid or not factors:
        return of_pins(runs)
    factor = _factor(factors, factor)
    a, b = _levels(grid, list(factors[factor]), factor, level_a, level_b)
    key = _key_without(factor)
    by_level = {
        level: {key(r): r for r in grid if (r.factors or {}).get(factor) == level} for level in (a, b)
    }
    other_factors = [f for f in factors if f != factor]
    several = len({r.workload["name"] for r in grid}) > 1
    common = [(r, by_level[b][k]) for k, r in by_level[a].items() if k in by_level[b]]
    pairs = [Pair(cell_label(r, other_factors, several), (r,), (partner,)) for r, partner in common]
    remarks = [f"{r.name} has no partner" for r in by_level[a].values() if key(r) not in by_level[b]]
    remarks += [f"{r.name} has no partner" for r in by_level[b].values() if key(r) not in by_level[a]]
    if not pairs:
        raise Invalid.at("factor", f"no run with {factor} “{a}” has a partner with {factor} “{b}”")
    equal = ", ".join([*other_factors, "workload"])
    return Matched(pairs, "factor", f"the same {equal}", factor, a, b, remarks)


def of_pins(runs: Sequence[Run]) -> Matched:
    """Each pinned run of a list beside the unpinned one that is equal in every other knob."""
    live_runs = [r for r in runs if not r.is_control and r.deleted_at is None]
    free = {_without_pins(r): r for r in reversed(live_runs) if not is_pinned(r)}
    pinned_runs = [r for r in live_runs if is_pinned(r)]
    pairs = [Pair(r.name, (free[k],), (r,)) for r in pinned_runs if (k := _without_pins(r)) in free]
    if not pairs:
        raise Invalid.at("experiment", "this experiment is not a grid of factors; choose runs for both sides")
    matched_ids = {r.id for pair in pairs for r in (*pair.a, *pair.b)}
    remarks = [f"{r.name} has no partner" for r in live_runs if r.id not in matched_ids]
    return Matched(pairs, "pins", "the same knobs but for CPU pins, and the same workload", left_out=remarks)


def is_pinned(run: Run) -> bool:
    return any(name.startswith("pin.") for name in run.knobs)


def _without_pins(run: Run) -> tuple[Any, ...]:
    knobs = {name: value for name, value in run.knobs.items() if not name.startswith("pin.")}
    return (tuple(sorted((k, str(v)) for k, v in knobs.items())), run.workload["name"], run.topology)


def pins(levels: Mapping[str, Mapping[str, Any]]) -> bool:
    """A factor that does nothing but pin processes to CPUs."""
    knobs = {name for level in levels.values() for name in level}
    return bool(knobs) and all(name.startswith("pin.") for name in knobs)


def _factor(factors: Mapping[str, Mapping[str, Mapping[str, Any]]], factor: str | None) -> str:
    names = ", ".join(factors)
    if factor is not None:
        if factor not in factors:
            raise Invalid.at("factor", f"there is no factor “{factor}”; there is: {names}")
        return factor
    pinning = [name for name, levels in factors.items() if pins(levels) and len(levels) > 1]
    several = pinning or [name for name, levels in factors.items() if len(levels) > 1]
    if len(several) == 1 or pinning:
        return several[0]
    raise Invalid.at("factor", f"split by which factor? There is: {names}")


def _levels(
    grid: Sequence[Run], levels: list[str], factor: str, level_a: str | None, level_b: str | None
) -> tuple[str, str]:
    """By default the baseline's level against the first other one."""
    for place, level in (("level_a", level_a), ("level_b", level_b)):
        if level is not None and level not in levels:
            level_names = ", ".join(levels)
            raise Invalid.at(place, f"“{level}” is not a level of {factor}; its levels are {level_names}")
    baseline_level = next(((r.factors or {}).get(factor) for r in grid if r.is_baseline), None)
    a = level_a or next(x for x in (baseline_level, *levels) if x is not None and x != level_b)
    b = level_b or next((x for x in levels if x != a), None)
    if b is None or a == b:
        raise Invalid.at("level_b", f"{factor} needs two different levels; it has {', '.join(levels)}")
    return a, b


def _key_without(factor: str) -> Callable[[Run], tuple[Any, ...]]:
    """What has to be equal in a pair: the other factors, the workload, the topology."""

    def key(run: Run) -> tuple[Any, ...]:
        other_levels = {f: level for f, level in (run.factors or {}).items() if f != factor}
        return (*sorted(other_levels.items()), run.workload["name"], run.topology)

    return key
