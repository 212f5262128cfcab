"""The upstream block that requests go through, as knobs; the testbed's backends are its servers. Pure."""

from agents.catalog.knobs import Value
from backend.own_conf.fates import Ledger
from backend.own_conf.knobs import take_single
from backend.own_conf.reading import Node
from backend.own_conf.replacements import NO_NAMES

MAX_INSTANCES = 4
"""Backends that are started for an upstream: a testbed may have few CPUs."""
_FOLLOWED = "origin.instances is how many addresses its name has here"
_NAME_WORDS = ("resolve", "service")
"""Parameters of a server by which nginx follows the addresses of a name."""
_BALANCING = ("least_conn", "ip_hash", "random", "hash")


def take_upstream(ledger: Ledger, upstream: Node) -> dict[str, Value]:
    """Knobs of an upstream block."""
    ledger.replace(upstream, "upstream backend {…}", "its servers are the testbed's backends")
    knobs = take_single(ledger, list(upstream), "upstream")
    servers = [n for n in upstream if n.name == "server"]
    active_servers = [n for n in servers if not {"backup", "down"} & {*n.args[1:]}]
    instances = min(len(active_servers), MAX_INSTANCES)
    if instances > 1:
        knobs["origin.instances"] = instances
    else:
        knobs["upstream.use_upstream"] = True
    for index, node in enumerate(active_servers):
        _take_server(ledger, node, index < MAX_INSTANCES)
    for node in upstream:
        if node in ledger.fates:
            continue
        if node.name in _BALANCING and "upstream.balancing" not in knobs:
            knobs["upstream.balancing"] = node.name
            ledger.set_knob(node, "upstream.balancing", *_balancing(node))
        elif node.name == "server":
            ledger.leave_out(node, "no request goes to it while the others answer")
        elif node.name in ("resolver", "resolver_timeout"):
            ledger.leave_out(node, NO_NAMES)
        elif node.name == "zone":
            ledger.leave_out(node, "each worker counts by itself: the testbed's backends are equal")
        else:
            ledger.leave_out(node, "the upstream of a variant has no such line")
    return knobs


def _take_server(ledger: Ledger, node: Node, has_backend: bool) -> None:
    if not has_backend:
        ledger.leave_out(node, f"a test has at most {MAX_INSTANCES} backends here")
        return
    name_words = [word for word in node.args[1:] if word.partition("=")[0] in _NAME_WORDS]
    other_words = [word for word in node.args[1:] if word not in name_words]
    reasons = [
        "a backend of the testbed",
        *([f"without {' '.join(name_words)}: {NO_NAMES}; {_FOLLOWED}"] if name_words else []),
        *([f"without {' '.join(other_words)}: the testbed's backends are equal"] if other_words else []),
    ]
    ledger.replace(node, "server <backend>;", "; ".join(reasons))


def _balancing(node: Node) -> tuple[str, str]:
    if node.name == "hash":
        return "hash $request_uri;", "" if node.args == ["$request_uri"] else "the knob hashes $request_uri"
    return f"{node.name};", f"the knob has no {' '.join(node.args)}" if node.args else ""
