"""Profiles of a run as one table: what each stack cost a request in each diagnostic, in µs of CPU time. Pure.

Samples are shares of the exact CPU seconds of the processes meanwhile, divided by its requests:
raw samples of two sides would compare equal CPU time, not equal work.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from agents.contract.diagnostics import OTHER_STACKS, Profile
from backend.diagnostics.profiles.frames import Frame, Part, frames_of, part_of
from backend.statistics.pairing import Floats

MAX_STACKS = 10_000
"""Different stacks over all diagnostics; the samples of rarer ones are put together."""
MAX_NODES = 1_500
MIN_NODE = 0.001  # of all samples
MIN_CPU_S = 1e-9  # counters count nanoseconds

Hashed = Frame | Part


@dataclass(frozen=True)
class Diagnostic:
    """One profile of one subject, the requests that were answered meanwhile, and the start of its servers."""

    round: int
    requests: float
    profile: Profile
    start: int = 0

    @property
    def is_usable(self) -> bool:
        return bool(self.profile.stacks) and self.requests >= 1 and self.profile.cpu_s >= MIN_CPU_S


@dataclass(frozen=True)
class Costs:
    """`samples`: stacks by diagnostics; `unit`: what a sample stands for in each, µs of CPU a request."""

    stacks: list[tuple[Frame, ...]]
    samples: Floats
    unit: Floats

    @property
    def whole(self) -> Floats:
        """µs a request of each diagnostic."""
        return self.samples.sum(axis=0) * self.unit


@dataclass(frozen=True)
class Rows:
    """Named sums over stacks: `samples` has a row for each name, a column for each diagnostic."""

    names: list[Hashed]
    samples: Floats


@dataclass(frozen=True)
class Tree:
    """Nodes with their parents before them, the heaviest child first; the root is node 0, its own parent."""

    frames: list[Frame]
    parent: list[int]
    samples: Floats  # nodes by diagnostics, each with all beneath it


def costs(diagnostics: Sequence[Diagnostic]) -> Costs:
    """All diagnostics in one table; every diagnostic has to be usable."""
    weights: Counter[str] = Counter()
    for diagnostic in diagnostics:
        weights.update(diagnostic.profile.stacks)
    row = {stack: i for i, (stack, _) in enumerate(weights.most_common(MAX_STACKS))}
    if len(row) < len(weights):
        row.setdefault(OTHER_STACKS, len(row))
    samples = np.zeros((len(row), len(diagnostics)))
    for column, diagnostic in enumerate(diagnostics):
        for stack, n in diagnostic.profile.stacks.items():
            samples[row.get(stack, row.get(OTHER_STACKS, 0)), column] += n
    frames: dict[str, Frame] = {}
    us_per_request = np.array(
        [1e6 * diagnostic.profile.cpu_s / diagnostic.requests for diagnostic in diagnostics]
    )
    return Costs([frames_of(stack, frames) for stack in row], samples, us_per_request / samples.sum(axis=0))


def parts(costs: Costs) -> Rows:
    """System calls and innermost functions; they add up to the whole."""
    return _sum_rows(([part_of(stack)] for stack in costs.stacks), costs.samples)


def own_costs(costs: Costs) -> Rows:
    """Functions, with what they spent themselves."""
    return _sum_rows(([stack[-1]] for stack in costs.stacks), costs.samples)


def totals(costs: Costs) -> Rows:
    """Functions, with all that they called; recursion counts once."""
    return _sum_rows((set(stack) for stack in costs.stacks), costs.samples)


def tree(costs: Costs) -> Tree:
    """The paths of all stacks, at most `MAX_NODES`, none below `MIN_NODE` of all samples."""
    ids: dict[tuple[int, Frame], int] = {}
    parent, frames = [0], [Frame("all", "user")]
    paths: list[list[int]] = []
    for stack in costs.stacks:
        at, path = 0, [0]
        for frame in stack:
            child = ids.get((at, frame))
            if child is None:
                child = ids[at, frame] = len(frames)
                frames.append(frame)
                parent.append(at)
            at = child
            path.append(at)
        paths.append(path)
    within = _incidence(paths, len(frames))
    # Each diagnostic counts alike: one with more samples is not worth more of the picture.
    weight = within @ (costs.samples / costs.samples.sum(axis=0)).mean(axis=1)
    heaviest = sorted(range(len(frames)), key=lambda i: (-weight[i], i))[:MAX_NODES]
    nodes = [i for i in heaviest if weight[i] >= MIN_NODE]
    order = _preorder(nodes, parent)
    place = {node: i for i, node in enumerate(order)}
    return Tree([frames[i] for i in order], [place[parent[i]] for i in order], within[order] @ costs.samples)


def _preorder(nodes: Sequence[int], parent: Sequence[int]) -> list[int]:
    """Depth first, children in the order given. A parent weighs no less than its child, so it is kept."""
    children: dict[int, list[int]] = {}
    for node in nodes:
        if node:
            children.setdefault(parent[node], []).append(node)
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(reversed(children.get(node, ())))
    return order


def _sum_rows(of_stacks: Iterable[Collection[Hashed]], samples: Floats) -> Rows:
    ids: dict[Hashed, int] = {}
    rows = [[ids.setdefault(name, len(ids)) for name in sorted(names)] for names in of_stacks]
    return Rows(list(ids), _incidence(rows, len(ids)) @ samples)


def _incidence(of_stacks: Sequence[Sequence[int]], rows: int) -> "scipy.sparse.csr_array":
    """Rows by stacks, 1 where a stack counts for a row."""
    stack = np.repeat(np.arange(len(of_stacks)), [len(indexes) for indexes in of_stacks])
    row = np.array([i for indexes in of_stacks for i in indexes], dtype=np.int64)
    values = np.ones(len(row))
    return scipy.sparse.csr_array((values, (row, stack)), shape=(rows, len(of_stacks)))
