"""What stands beside a verdict whose two sides were limited by different things, or by the load tool."""

from collections.abc import Sequence

from backend.diagnostics.bottlenecks import generator
from backend.diagnostics.bottlenecks.limit import Limit


def beside(base: Sequence[Limit], run_limits: Sequence[Limit], a: str = "the baseline") -> str:
    """In few words, empty where there is nothing to say. `a`: what the first side is called."""
    before, after = (limits[0] if limits else None for limits in (base, run_limits))
    if _is_load(before) and _is_load(after):
        return "the load tool was the limit on both sides"
    if before is None or after is None:
        has_load = _is_load(before) or _is_load(after)
        has_load = _is_load(before) or _is_load(after)
        return "the load tool was the limit on one side" if has_load else ""
    return "" if _is_same(before, after) else f"limited by {after.title}, {a} by {before.title}"


def common(of_runs: Sequence[Sequence[Limit]]) -> list[Limit]:
    """The limit of several runs on one side, where they have the same; the load tool, where it is one's."""
    first = [limits[0] for limits in of_runs if limits]
    load = [limit for limit in first if _is_load(limit)]
    if load:
        return load[:1]
    return first[:1] if first and all(_is_same(limit, first[0]) for limit in first) else []


def _is_load(limit: Limit | None) -> bool:
    return limit is not None and limit.code == generator.RULE.code


def _is_same(a: Limit, b: Limit) -> bool:
    return (a.code, a.role, a.title) == (b.code, b.role, b.title)
