"""Where the CPU time of one run goes: µs a request by function and path, with intervals. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.diagnostics.profiles.changes import node_widths
from backend.diagnostics.profiles.costs import Diagnostic, Rows, costs, own_costs, parts, totals, tree
from backend.diagnostics.profiles.frames import Frame, Part
from backend.statistics.estimate import estimate_pairs
from backend.statistics.pairing import Floats, Ints
from backend.statistics.units import MIN_UNITS, mean_by_unit, units

MIN_SHOWN = 0.005


@dataclass(frozen=True)
class Cost:
    """µs of CPU a request: the mean over diagnostics, its 95% interval from three on, share of the whole."""

    mean: float
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class PartCost:
    part: Part
    cost: Cost


@dataclass(frozen=True)
class FunctionCost:
    frame: Frame
    self_cost: Cost
    total: Cost


@dataclass(frozen=True)
class NodeCost:
    frame: Frame
    parent: int
    width: float
    cost: Cost


@dataclass(frozen=True)
class Spending:
    """One subject; the largest first, `nodes` in the order of `costs.Tree`."""

    diagnostics: int
    samples: int
    whole: Cost
    parts: list[PartCost]
    functions: list[FunctionCost]
    nodes: list[NodeCost]


def spending(diagnostics: Sequence[Diagnostic]) -> Spending | None:
    """None where no diagnostic has samples, requests and CPU time."""
    usable = [diagnostic for diagnostic in diagnostics if diagnostic.is_usable]
    if not usable:
        return None
    result = costs(usable)
    whole = float(result.whole.mean())

    unit = units([[diagnostic.start] for diagnostic in usable])

    def costs_of(samples: Floats) -> list[Cost]:
        return _costs(samples * result.unit, whole, unit)

    node_tree = tree(result)
    nodes = costs_of(node_tree.samples)
    widths = node_widths(node_tree.parent, [c.mean for c in nodes])
    of_own, of_all = own_costs(result), totals(result)
    own_by_frame = dict(zip(of_own.names, costs_of(of_own.samples), strict=True))
    no_cost = Cost(0.0, 0.0, None, None)
    functions = [
        FunctionCost(frame, own_by_frame.get(frame, no_cost), cost)
        for frame, cost in zip(of_all.names, costs_of(of_all.samples), strict=True)
        if isinstance(frame, Frame) and cost.share >= MIN_SHOWN
    ]
    return Spending(
        diagnostics=len(usable),
        samples=int(result.samples.sum()),
        whole=nodes[0],
        parts=_parts(parts(result), costs_of),
        functions=sorted(functions, key=lambda f: (-f.self_cost.mean, -f.total.mean)),
        nodes=[
            NodeCost(*node) for node in zip(node_tree.frames, node_tree.parent, widths, nodes, strict=True)
        ],
    )


def _parts(rows: Rows, costs_of) -> list[PartCost]:
    part_costs = zip(rows.names, costs_of(rows.samples), strict=True)
    visible_parts = [
        PartCost(part, c) for part, c in part_costs if isinstance(part, Part) and c.share >= MIN_SHOWN
    ]
    return sorted(visible_parts, key=lambda p: -p.cost.mean)


def _costs(us_per_request: Floats, whole: float, unit: Ints) -> list[Cost]:
    by_unit = mean_by_unit(us_per_request, unit)
    half = (
        estimate_pairs(by_unit, trim=False).ci_half_width
        if by_unit.shape[1] >= MIN_UNITS
        else np.full(len(us_per_request), np.nan)
    )
    means = us_per_request.mean(axis=1)
    return [
        Cost(
            mean=float(mean),
            share=float(mean) / whole,
            low=max(float(mean - h), 0.0) if np.isfinite(h) else None,
            high=float(mean + h) if np.isfinite(h) else None,
        )
        for mean, h in zip(means, half, strict=True)
    ]
