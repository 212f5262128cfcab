"""The fate of each directive of a paste. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.policy.directives.refused import Reason
from backend.own_conf.reading import Node
from backend.own_conf.writing import Line

_REASONS = frozenset(Reason)
FateKind = Literal["knob", "kept", "replaced", "left_out"]


@dataclass(frozen=True)
class Fate:
    """`kept` stays as it is, as a raw line or as a block that Dynoboard renders.

    `count` is the number of directives that it stands for: those of a block that is left out as a whole.
    """

    kind: FateKind
    became: str = ""
    reason: str = ""
    knob: str = ""
    count: int = 1


@dataclass
class Ledger:
    """The fate of every directive, by the directive."""

    fates: dict[Node, Fate] = field(default_factory=dict)

    def keep(self, node: Node) -> None:
        self.fates[node] = Fate("kept")

    def set_knob(self, node: Node, knob: str, became: str, reason: str = "") -> None:
        self.fates[node] = Fate("knob", became, reason, knob)

    def replace(self, node: Node, became: str, reason: str) -> None:
        self.fates[node] = Fate("replaced", became, reason)

    def leave_out(self, node: Node, reason: str) -> None:
        """The whole block, where it is one."""
        nodes = list(node.walk())
        for part in nodes:
            self.fates.pop(part, None)
        self.fates[node] = Fate("left_out", "", _as_fact(reason), count=len(nodes))

    def drop(self, line: Line, reason: str) -> None:
        """Leave out what a line came from."""
        if line.source is not None:
            self.leave_out(line.source, reason)

    def fate_of(self, nodes: Sequence[Node]) -> Fate | None:
        """Fate of the last of these nested directives: its own, or that of a block around it."""
        return next((self.fates[node] for node in reversed(nodes) if node in self.fates), None)


def _as_fact(reason: str) -> str:
    """A reason of the policy without its advice: the directive is left out already."""
    return reason.partition("; ")[0] if reason in _REASONS else reason


def without(lines: Iterable[Line], removals: set[Line]) -> list[Line]:
    """The lines that are not dropped, at any depth."""
    kept_lines = [line for line in lines if line not in removals]
    for line in kept_lines:
        if line.block is not None:
            line.block = without(line.block, removals)
    return kept_lines
