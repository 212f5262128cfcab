"""Logs of a paste: the level and the buffer are knobs, the places are the testbed's. Pure."""

from collections.abc import Sequence

from agents.catalog.knobs import KNOBS, Value, parse_knob
from backend.own_conf.fates import Ledger
from backend.own_conf.knobs import Level
from backend.own_conf.reading import Node

_WHY = "logs of a test lie in logs/"


def take_access_log(ledger: Ledger, levels: Sequence[Level]) -> dict[str, Value]:
    """The knobs of the access log, by the innermost block that has one."""
    node = _acting(ledger, levels, "access_log")
    if node is None or not node.args:
        return {}
    if node.args[0] == "off":
        ledger.set_knob(node, "nginx.access_log", "access_log off;")
        return {"nginx.access_log": "off"}
    options = {name: value for name, _, value in (word.partition("=") for word in node.args[1:])}
    knobs: dict[str, Value] = {}
    for option in ("buffer", "flush") if "buffer" in options else ():
        try:
            knobs[f"nginx.access_log_{option}"] = parse_knob(
                f"nginx.access_log_{option}", options.get(option)
            )
        except ValueError:
            continue
    option_words = "".join(f" {name.rpartition('_')[2]}={value}" for name, value in knobs.items())
    formats = [word for word in node.args[1:] if "=" not in word and word != "combined"]
    reason = _WHY + (f", in nginx's combined format instead of {formats[0]}" if formats else "")
    ledger.replace(
        node, f"access_log logs/access.log{' combined' if option_words else ''}{option_words};", reason
    )
    return knobs


def take_error_log(ledger: Ledger, levels: Sequence[Level]) -> dict[str, Value]:
    """The level of the error log, by the innermost block that has one."""
    node = _acting(ledger, levels, "error_log")
    if node is None:
        return {}
    severity = next((w for w in node.args[1:2] if w in KNOBS["nginx.error_log"].choices), "")
    ledger.replace(node, f"error_log logs/error.log{severity and f' {severity}'};", _WHY)
    return {"nginx.error_log": severity} if severity else {}


def _acting(ledger: Ledger, levels: Sequence[Level], name: str) -> Node | None:
    """The directive that acts; the others are left out."""
    nodes_of = [[node for node in level.nodes if node.name == name] for level in levels]
    deepest = next((nodes for nodes in reversed(nodes_of) if nodes), [])
    for nodes in nodes_of:
        for node in nodes:
            if node is not deepest[0]:
                reason = f"line {deepest[0].line} of {deepest[0].file} stands in its place; a test has one"
                ledger.leave_out(node, f"{reason} {name.replace('_', ' ')}")
    return deepest[0] if deepest else None
