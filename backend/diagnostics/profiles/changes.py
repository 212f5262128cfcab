"""Where a difference in CPU time comes from: two runs' diagnostics, paired by round, part by part. Pure.

What is named, and what is coloured, has to be clear among all that is shown: Holm goes over the parts of all
subjects of a comparison, and over every function and box of its pictures. Among equals something is named in
5% of comparisons at most (`backend/tests/unit/diagnostics/test_equal_profiles.py` simulates it).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from agents.catalog.roles import Role
from backend.diagnostics.profiles.costs import (
    Costs,
    Diagnostic,
    Hashed,
    Rows,
    Tree,
    costs,
    own_costs,
    parts,
    totals,
    tree,
)
from backend.diagnostics.profiles.figures import ChangeFunction, ChangeNode, ChangePart, CpuChange
from backend.diagnostics.profiles.frames import Frame, Part
from backend.statistics.estimate import ALPHA, Estimate
from backend.statistics.holm import holm
from backend.statistics.pairing import Floats
from backend.statistics.shared_spread import estimate_moderated
from backend.statistics.units import mean_by_unit, too_few, too_few_words, units

MIN_SHOWN = 0.005
"""Of both sides' CPU time: what is smaller is not in a table, and has no interval."""
MIN_COLOURED = 0.02
"""Of a picture: smaller boxes can hardly be seen, and each that is judged makes the others less clear."""
MIN_SAMPLES = 10


@dataclass(frozen=True)
class Changes:
    """One subject, such as the proxy. Largest changes first; `nodes` in the order of `costs.Tree`.

    A change has no interval below three rounds, or of too few samples. `too_few`: why nothing has one, where
    its rounds had too few starts of the servers.
    """

    rounds: int
    whole: CpuChange
    parts: list[ChangePart]
    functions: list[ChangeFunction]
    nodes: list[ChangeNode]
    too_few: str = ""


Pairs = tuple[Sequence[Diagnostic], Sequence[Diagnostic]]


def changes(subjects: Mapping[Role, Pairs]) -> dict[Role, Changes]:
    """Role → its changes from A to B. Those without a usable diagnostic on both sides are left out."""
    tables: dict[Role, _Table] = {}
    for role, sides in subjects.items():
        a, b = in_pairs(*sides)
        if a:
            tables[role] = _Table(a, b)
    if not tables:
        return {}
    of_parts = _clear([table.judge(table.parts, MIN_SHOWN) for table in tables.values()])
    of_boxes = _clear([table.judge(table.boxes(), MIN_COLOURED) for table in tables.values()])
    by_role: dict[Role, Changes] = {}
    for (role, table), part, box in zip(tables.items(), of_parts, of_boxes, strict=True):
        by_role[role] = table.result(part, box)
    return by_role


def in_pairs(a: Sequence[Diagnostic], b: Sequence[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The usable diagnostics of rounds that both have; the last one where a round has several."""
    of_a = {diagnostic.round: diagnostic for diagnostic in a if diagnostic.is_usable}
    of_b = {diagnostic.round: diagnostic for diagnostic in b if diagnostic.is_usable}
    rounds = sorted(of_a.keys() & of_b.keys())
    return [of_a[r] for r in rounds], [of_b[r] for r in rounds]


def in_order(a: Sequence[Diagnostic], b: Sequence[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The usable diagnostics of two experiments, which share no rounds: the first of A beside the first of B.

    Nothing ties two of these together, so an interval of these pairs is right, if wider than it could be.
    """
    of_a, of_b = ([diagnostic for diagnostic in side if diagnostic.is_usable] for side in (a, b))
    pairs = min(len(of_a), len(of_b))
    first, second = (
        [replace(diagnostic, round=n) for n, diagnostic in enumerate(side[:pairs], start=1)]
        for side in (of_a, of_b)
    )
    return first, second


def _clear(estimates: Sequence[tuple[Estimate, Floats]]) -> list[list[CpuChange]]:
    """For each subject its rows as changes; all are judged together."""
    p = np.concatenate([e.p for e, _ in estimates])
    # Rows that are equal, such as a chain of callers, are one question.
    keys = [
        (i, *row)
        for i, (e, means) in enumerate(estimates)
        for row in np.round(np.column_stack([means, e.p]), 12)
    ]
    first: dict[tuple[float, ...], int] = {}
    question = [first.setdefault(tuple(key), len(first)) for key in keys]
    p_values = np.full(len(first), np.nan)
    p_values[question] = p
    is_clear = (holm(p_values) < ALPHA)[question]
    change_lists, at = [], 0
    for e, means in estimates:
        change_lists.append([_change(e, means, i, bool(is_clear[at + i])) for i in range(len(means))])
        at += len(means)
    return change_lists


def _change(e: Estimate, means: Floats, i: int, is_clear: bool) -> CpuChange:
    a, b = map(float, means[i])
    half = float(e.ci_half_width[i])
    low, high = (b - a - half, b - a + half) if np.isfinite(half) else (None, None)
    return CpuChange(a=a, b=b, change=b - a, low=low, high=high, clear=is_clear)


class _Table:
    """Both sides' diagnostics as one table: the first half of the columns is A."""

    def __init__(self, a: Sequence[Diagnostic], b: Sequence[Diagnostic]) -> None:
        self.rounds = len(a)
        self.unit = units([[of_a.start, of_b.start] for of_a, of_b in zip(a, b, strict=True)])
        self.costs: Costs = costs([*a, *b])
        self.parts: Rows = parts(self.costs)
        self.self_change, self.totals = own_costs(self.costs), totals(self.costs)
        self.tree: Tree = tree(self.costs)

    def boxes(self) -> Rows:
        """Everything that a picture colours or a table marks, besides the parts."""
        names: list[Hashed] = [*self.self_change.names, *self.totals.names, *self.tree.frames]
        return Rows(names, np.vstack([self.self_change.samples, self.totals.samples, self.tree.samples]))

    def judge(self, rows: Rows, least: float) -> tuple[Estimate, Floats]:
        """Estimates of all rows, without a p below `least` of the whole, and the means of both sides."""
        n, unit = self.rounds, self.costs.unit
        costs_us = rows.samples * unit
        a, b = costs_us[:, :n], costs_us[:, n:]
        means = np.column_stack([a.mean(axis=1), b.mean(axis=1)])
        size = rows.samples.sum(axis=1)
        share = means.sum(axis=1) / (2 * float(self.costs.whole.mean()))
        is_tested = (share >= MIN_SHOWN) & (size >= MIN_SAMPLES)
        # Under equal costs, counts on each side are those of the mean of both.
        counting = mean_by_unit((a + b)[is_tested] / 2 * (unit[:n] + unit[n:]), self.unit)
        counting = counting / np.bincount(self.unit)  # of a mean of so many
        e = estimate_moderated(mean_by_unit((b - a)[is_tested], self.unit), counting, size[is_tested])
        e = _spread_out(e, is_tested)
        return replace(e, p=np.where(share >= least, e.p, np.nan)), means

    def result(self, of_parts: list[CpuChange], of_boxes: list[CpuChange]) -> Changes:
        k, m = len(self.self_change.names), len(self.totals.names)
        own_changes = dict(zip(self.self_change.names, of_boxes[:k], strict=True))
        least = MIN_SHOWN * 2 * float(self.costs.whole.mean())
        no_change = CpuChange(a=0.0, b=0.0, change=0.0, low=None, high=None, clear=False)
        functions = [
            ChangeFunction(
                name=frame.name, kind=frame.kind, own=own_changes.get(frame, no_change), total=total
            )
            for frame, total in zip(self.totals.names, of_boxes[k : k + m], strict=True)
            if isinstance(frame, Frame) and total.a + total.b >= least
        ]
        part_changes = zip(self.parts.names, of_parts, strict=True)
        visible_parts = [
            ChangePart(name=part.name, kind=part.kind, change=c)
            for part, c in part_changes
            if isinstance(part, Part) and c.a + c.b >= least
        ]
        nodes = of_boxes[k + m :]
        return Changes(
            rounds=self.rounds,
            whole=nodes[0],
            parts=sorted(visible_parts, key=lambda p: -abs(p.change.change)),
            functions=sorted(functions, key=lambda f: (-abs(f.own.change), -abs(f.total.change))),
            nodes=_nodes(self.tree, nodes),
            too_few=too_few_words(count) if (count := too_few(self.unit)) else "",
        )


def _spread_out(e: Estimate, is_tested: np.ndarray) -> Estimate:
    """Estimates of the rows that were asked about, at their places among all."""

    def at(values: Floats) -> Floats:
        full = np.full(len(is_tested), np.nan)
        full[is_tested] = values
        return full

    return replace(e, p=at(e.p), ci_half_width=at(e.ci_half_width))


def _nodes(tree: Tree, node_changes: Sequence[CpuChange]) -> list[ChangeNode]:
    """A path that vanished stays as wide as it was, so a box may be wider than either of its sides."""
    widths = node_widths(tree.parent, [max(c.a, c.b) for c in node_changes])
    return [
        ChangeNode(name=frame.name, kind=frame.kind, parent=parent, width=width, change=change)
        for frame, parent, width, change in zip(tree.frames, tree.parent, widths, node_changes, strict=True)
    ]


def node_widths(parent: Sequence[int], least: Sequence[float]) -> list[float]:
    """The width of each node: at least `least`, and that of its children together."""
    widths, inside = list(least), [0.0] * len(least)
    for i in range(len(widths) - 1, -1, -1):
        widths[i] = max(widths[i], inside[i])
        if i:
            inside[parent[i]] += widths[i]
    return widths
