"""What stands beside a verdict whose two sides were limited by different things, or by the load tool."""

from collections.abc import Sequence

from backend.diagnostics.bottlenecks.bottleneck import Bottleneck
from backend.diagnostics.bottlenecks.cpus import generator


def beside(base: Sequence[Bottleneck], run_bottlenecks: Sequence[Bottleneck], a: str = "the baseline") -> str:
    """In few words, empty where there is nothing to say. `a`: what the first side is called."""
    before, after = (bottlenecks[0] if bottlenecks else None for bottlenecks in (base, run_bottlenecks))
    if _is_load(before) and _is_load(after):
        is_near = any(bottleneck.is_near for bottleneck in (before, after) if bottleneck)
        return f"the load tool was {'near its' if is_near else 'the'} limit on both sides"
    if before is None or after is None:
        has_load = any(_is_load(side) and not side.is_near for side in (before, after) if side)
        return "the load tool was the limit on one side" if has_load else ""
    return "" if _may_be_alike(base, run_bottlenecks) else f"limited by {after.title}, {a} by {before.title}"


def _may_be_alike(a: Sequence[Bottleneck], b: Sequence[Bottleneck]) -> bool:
    """The first of both is the same, or one side may be at the other's limit: near it, nobody knows."""
    nears = [bottleneck for bottleneck in (*a, *b) if bottleneck.is_near]
    firsts = (a[0], b[0])
    return _is_same(*firsts) or any(_is_same(near, first) for near in nears for first in firsts)


def common(of_runs: Sequence[Sequence[Bottleneck]]) -> list[Bottleneck]:
    """The limit of several runs on one side, where they have the same; the load tool, where it is one's."""
    first = [bottlenecks[0] for bottlenecks in of_runs if bottlenecks]
    load = [bottleneck for bottleneck in first if _is_load(bottleneck)]
    if load:
        return load[:1]
    return first[:1] if first and all(_is_same(bottleneck, first[0]) for bottleneck in first) else []


def _is_load(bottleneck: Bottleneck | None) -> bool:
    return bottleneck is not None and bottleneck.code == generator.code


def _is_same(a: Bottleneck, b: Bottleneck) -> bool:
    return (a.code, a.role, a.title) == (b.code, b.role, b.title)
