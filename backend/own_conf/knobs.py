"""Directives that are knobs, with the values that they set. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.catalog.knobs import KNOBS, Knob, Value, parse_value, value_text
from agents.policy.directives import RULES
from backend.own_conf.fates import Ledger
from backend.own_conf.reading import Node
from backend.own_conf.replacements import http_twin

_KNOB_OF = {
    (knob.directive, knob.context): knob
    for knob in KNOBS.values()
    if knob.directive and knob.context and knob.flavour is None
}


@dataclass(frozen=True)
class Level:
    """Directives that stand in one block, and the block's name: `http`, `server`, `location /`."""

    block: str
    nodes: list[Node]


def knob_of(name: str, context: str) -> Knob | None:
    """The knob that is rendered as this directive there."""
    return _KNOB_OF.get((name, context))  # pyright: ignore[reportArgumentType]


def value_of(knob: Knob, args: Sequence[str]) -> Value | None:
    """Canonical value of a directive's arguments; None where the knob does not take them."""
    rule = RULES.get((knob.directive, knob.context))  # pyright: ignore[reportArgumentType, reportCallIssue]
    if rule is not None and rule.pairs(list(args)) is None:
        return None  # two directives that lack a `;` between them, for one
    try:
        return parse_value(knob, " ".join(args))
    except ValueError:
        return None


def name_in_http(node: Node, context: str) -> str:
    """Name of a directive once its protocol is HTTP."""
    return http_twin(node, context) or node.name


def directive_text(knob: Knob, value: Value) -> str:
    return f"{knob.directive} {value_text(value)};"


def take_single(ledger: Ledger, nodes: list[Node], context: str) -> dict[str, Value]:
    """Knobs of main, events or upstream. What is there twice is left out, as nginx refuses it."""
    knobs: dict[str, Value] = {}
    for node in nodes:
        knob = knob_of(node.name, context)
        value = value_of(knob, node.args) if knob else None
        if knob is None or value is None:
            continue
        if knob.name in knobs:
            ledger.leave_out(node, f"{node.name} is there already")
        else:
            knobs[knob.name] = value
            ledger.set_knob(node, knob.name, directive_text(knob, value))
    return knobs


def take_nested(ledger: Ledger, levels: Sequence[Level], has_tls: bool) -> dict[str, Value]:
    """Knobs that are rendered in http {}, from there and from the blocks in it: the innermost one acts."""
    knobs: dict[str, Value] = {}
    for knob, places in _places(levels):
        if knob.family == "tls" and not has_tls:
            for _, node in places:
                ledger.leave_out(node, "the chosen server listens without TLS")
            continue
        block, acting_node = places[-1]
        for _, node in places[:-1]:
            ledger.leave_out(
                node, f"line {acting_node.line} of {acting_node.file}, in {block} {{}}, stands in its place"
            )
        value = value_of(knob, acting_node.args)
        if value is None:
            continue  # a raw line
        knobs[knob.name] = value
        reasons = [
            f"{acting_node.name} in the form of HTTP, which the testbed's backend speaks"
            if acting_node.name != knob.directive
            else "",
            f"from {block} {{}} to http {{}}: nothing else is left that it could change"
            if block != "http"
            else "",
        ]
        ledger.set_knob(acting_node, knob.name, directive_text(knob, value), "; ".join(filter(None, reasons)))
    return knobs


def _places(levels: Sequence[Level]) -> Iterator[tuple[Knob, list[tuple[str, Node]]]]:
    """Each knob with the directives that set it, from the outermost to the one that acts."""
    places: dict[str, list[tuple[str, Node]]] = {}
    for level in levels:
        context = level.block.partition(" ")[0]
        level_places: dict[str, list[tuple[str, Node]]] = {}
        for node in level.nodes:
            if node.block is None and (knob := knob_of(name_in_http(node, context), "http")):
                level_places.setdefault(knob.name, []).append((level.block, node))
        for name, pairs in level_places.items():  # the first of a block acts; nginx refuses others
            places[name] = [*places.get(name, []), *reversed(pairs)]
    for name, pairs in places.items():
        yield KNOBS[name], pairs
