"""Connections of clients that are closed all the time."""

from collections.abc import Iterator
from math import ceil

from backend.advice.nginx import Tree, every, number
from backend.advice.rule import Hit, Instead, Rule, Subject

CLOSED_PER_S = 100


def find(subject: Subject) -> Iterator[Hit]:
    for args, scope in every(subject.tree, "keepalive_requests"):
        least = number(args[0]) if args else None
        inside = _in_upstream(subject.tree, scope)
        if not least or not (inside or subject.workload.keepalive):
            continue
        closes_per_s = subject.likely_rate / least
        if closes_per_s >= CLOSED_PER_S:
            peers, knob = ("to the backends", "upstream") if inside else ("of clients", "nginx")
            basis = "" if subject.rate else " if there are as many as that"
            text = (
                f"keepalive_requests {least} closes {closes_per_s:,.0f} connections {peers} each second at "
                f"{subject.likely_rate:,.0f} requests/s{basis}; each stays a minute in TIME_WAIT"
            )
            enough = _round_up(10 * subject.likely_rate / CLOSED_PER_S)
            name = f"{knob}.keepalive_requests"
            yield Hit(text, name, Instead({name: enough}))


def _round_up(value: float) -> int:
    """To two digits: 12,346 → 13,000."""
    step = 10 ** max(0, len(str(ceil(value))) - 2)
    return ceil(value / step) * step


def _in_upstream(tree: Tree, scope: tuple[Tree, ...]) -> bool:
    return any(d["directive"] == "upstream" and d.get("block") in scope for block in scope for d in block)


RULE = Rule(
    code="keepalive_requests_low",
    severity="hint",
    text="nginx closes a connection after `keepalive_requests` requests: at R requests a second, R "
    "divided by that many connections a second. Each waits a minute in TIME_WAIT on the side that closed "
    "it.",
    example="nginx.keepalive_requests: 10000",
    source="The guide of settings (10,000 requests/s and 100 requests a connection close 100 connections "
    "a second)",
    find=find,
)
