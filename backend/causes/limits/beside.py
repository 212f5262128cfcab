"""What stands beside a verdict whose two sides were limited by different things, or by the load tool."""

from collections.abc import Sequence

from backend.causes.limits import generator
from backend.causes.limits.limit import Limit


def beside(base: Sequence[Limit], own: Sequence[Limit], a: str = "the baseline") -> str:
    """In few words, empty where there is nothing to say. `a`: what the first side is called."""
    before, after = (limits[0] if limits else None for limits in (base, own))
    if _is_load(before) and _is_load(after):
        return "the load tool was the limit on both sides"
    if before is None or after is None:
        either = _is_load(before) or _is_load(after)
        either = _is_load(before) or _is_load(after)
        return "the load tool was the limit on one side" if either else ""
    return "" if _same(before, after) else f"limited by {after.title}, {a} by {before.title}"


def common(of_runs: Sequence[Sequence[Limit]]) -> list[Limit]:
    """The limit of several runs on one side, where they have the same; the load tool, where it is one's."""
    first = [limits[0] for limits in of_runs if limits]
    load = [one for one in first if _is_load(one)]
    if load:
        return load[:1]
    return first[:1] if first and all(_same(one, first[0]) for one in first) else []


def _is_load(one: Limit | None) -> bool:
    return one is not None and one.code == generator.RULE.code


def _same(one: Limit, other: Limit) -> bool:
    return (one.code, one.role, one.title) == (other.code, other.role, other.title)
