"""Where the CPU time of one run goes: µs a request by function and path, with intervals. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.diagnostics.profiles.changes import node_widths
from backend.diagnostics.profiles.costs import Diagnostic, Rows, costs, own_costs, parts, totals, tree
from backend.diagnostics.profiles.figures import CostFunction, CostNode, CostPart, CpuCost
from backend.diagnostics.profiles.frames import Frame, Part
from backend.statistics.estimate import estimate_pairs
from backend.statistics.pairing import Floats, Ints
from backend.statistics.units import MIN_UNITS, mean_by_unit, units

MIN_SHOWN = 0.005


@dataclass(frozen=True)
class Spending:
    """One subject; the largest first, `nodes` in the order of `costs.Tree`."""

    diagnostics: int
    samples: int
    whole: CpuCost
    parts: list[CostPart]
    functions: list[CostFunction]
    nodes: list[CostNode]


def spending(diagnostics: Sequence[Diagnostic]) -> Spending | None:
    """None where no diagnostic has samples, requests and CPU time."""
    usable = [diagnostic for diagnostic in diagnostics if diagnostic.is_usable]
    if not usable:
        return None
    result = costs(usable)
    whole = float(result.whole.mean())

    unit = units([[diagnostic.start] for diagnostic in usable])

    def costs_of(samples: Floats) -> list[CpuCost]:
        return _costs(samples * result.unit, unit)

    node_tree = tree(result)
    nodes = costs_of(node_tree.samples)
    widths = node_widths(node_tree.parent, [c.mean for c in nodes])
    of_own, of_all = own_costs(result), totals(result)
    own_by_frame = dict(zip(of_own.names, costs_of(of_own.samples), strict=True))
    no_cost = CpuCost(mean=0.0, low=None, high=None)
    functions = [
        CostFunction(name=frame.name, kind=frame.kind, own=own_by_frame.get(frame, no_cost), total=cost)
        for frame, cost in zip(of_all.names, costs_of(of_all.samples), strict=True)
        if isinstance(frame, Frame) and cost.mean / whole >= MIN_SHOWN
    ]
    return Spending(
        diagnostics=len(usable),
        samples=int(result.samples.sum()),
        whole=nodes[0],
        parts=_parts(parts(result), costs_of, whole),
        functions=sorted(functions, key=lambda f: (-f.own.mean, -f.total.mean)),
        nodes=[
            CostNode(name=frame.name, kind=frame.kind, parent=parent, width=width, cost=cost)
            for frame, parent, width, cost in zip(
                node_tree.frames, node_tree.parent, widths, nodes, strict=True
            )
        ],
    )


def _parts(rows: Rows, costs_of, whole: float) -> list[CostPart]:
    part_costs = zip(rows.names, costs_of(rows.samples), strict=True)
    visible_parts = [
        CostPart(name=part.name, kind=part.kind, cost=c)
        for part, c in part_costs
        if isinstance(part, Part) and c.mean / whole >= MIN_SHOWN
    ]
    return sorted(visible_parts, key=lambda p: -p.cost.mean)


def _costs(us_per_request: Floats, unit: Ints) -> list[CpuCost]:
    by_unit = mean_by_unit(us_per_request, unit)
    half = (
        estimate_pairs(by_unit, trim=False).ci_half_width
        if by_unit.shape[1] >= MIN_UNITS
        else np.full(len(us_per_request), np.nan)
    )
    means = us_per_request.mean(axis=1)
    return [
        CpuCost(
            mean=float(mean),
            low=max(float(mean - h), 0.0) if np.isfinite(h) else None,
            high=float(mean + h) if np.isfinite(h) else None,
        )
        for mean, h in zip(means, half, strict=True)
    ]
