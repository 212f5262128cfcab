"""Limits of connections to backends that are lower than what the load has open."""

from collections.abc import Iterator

from backend.advice.backend_pools import target_of
from backend.advice.nginx import Tree, every, number, parameter, upstreams
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_parameters


def find(subject: Subject) -> Iterator[Hit]:
    if not (subject.is_alone or changed_parameters(subject, ("max_conns",), "server")):
        return
    targets = {target_of(args) for args, _ in every(subject.tree, "proxy_pass")}
    connections = subject.ceiling_to or subject.workload.connections
    for name, block in upstreams(subject.tree).items():
        room = _room(subject, block) if name in targets else None
        if room is not None and room < connections:
            text = (
                f"max_conns leaves room for {room} requests at once to upstream {name}, and the load has "
                f"{connections} connections: nginx answers the rest with 502"
            )
            yield Hit(text, "max_conns")


def _room(subject: Subject, block: Tree) -> int | None:
    """Connections that all workers may have together; None without a limit, or where it is not known."""
    servers = [d["args"] for d in block if d["directive"] == "server"]
    limits = [number(parameter(args, "max_conns")) or 0 for args in servers if "backup" not in args]
    is_shared = any(d["directive"] == "zone" for d in block)
    workers = 1 if is_shared else subject.workers
    return sum(limits) * workers if limits and all(limits) and workers else None


RULE = Rule(
    code="max_conns_low",
    severity="warning",
    text="`max_conns` limits the active connections to one server of an upstream block: in each worker, or "
    "in all together where the block has a `zone`. A request that finds all servers full gets 502, unless "
    "the commercial `queue` holds it, and refusals are fast.",
    example="server $backend max_conns=64;",
    source="nginx documentation of ngx_http_upstream_module (server: max_conns; queue)",
    find=find,
)
