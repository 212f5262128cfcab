"""New connections need a port on the side that opens them, a place in netfilter’s table where it tracks them,
a file and a place in a worker: each can run out.

Closed connections keep their port for a minute. A proxy's worker needs a second connection and file for each
request that it passes on.
"""

from collections.abc import Iterator

from agents.catalog.knobs import KNOBS
from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence, Part
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.diagnostics.bottlenecks.sentences import share
from backend.presentation.figures import count

PORTS, PLACES = 0.90, 0.95
TRACKED = "keep-alive, a higher net.netfilter.nf_conntrack_max, or no tracking of the tested ports"


def check(evidence: Evidence) -> Iterator[Hit]:
    for network in evidence.networks:
        if network.ports and network.ports.in_use >= PORTS * network.ports.range:
            used_share = network.ports.in_use / network.ports.range
            ports = f"the {count(network.ports.range)} ports of {network.name}"
            text = f"{share(used_share)} of {ports} were taken at the end."
            yield Hit(text, network.name, title="ports for new connections")
        table = network.connection_table
        if table and table.is_full:
            places = f"the {count(table.most)} connections that netfilter tracks on {network.name}"
            text = f"{share(table.share)} of {places} were taken at the end: it dropped new ones."
            yield Hit(text, network.name, title="netfilter’s table of connections", advice=TRACKED)
    part = evidence.target
    if part is not None:
        yield from _places(evidence, part)


def _places(evidence: Evidence, part: Part) -> Iterator[Hit]:
    connections = max(
        (worker.connections for worker in part.workers if worker.connections is not None), default=None
    )
    if connections is None:
        return
    passed_on = (
        (part.in_progress or 0) / len(part.workers)
        if part.role == "proxy" and "backend" in evidence.servers
        else 0
    )
    label = WHAT[part.role]
    room = int(evidence.knobs.get("nginx.worker_connections", KNOBS["nginx.worker_connections"].default))
    for limit, name, advice in (
        (room, "connections that a worker may have", "more nginx.worker_connections, or more workers"),
        (evidence.nofile, "files that a worker may open", "a higher limit of open files (limits.nofile)"),
    ):
        if limit and connections + passed_on >= PLACES * limit:
            text = f"A worker of {label} used {count(connections + passed_on)} of the {count(limit)} {name}."
            yield Hit(text, part.host, part.role, name, advice)


RULE = BottleneckRule(
    code="ports_files",
    title="ports or files",
    holds="90% of the ports for new connections, or 95% of the connections or files of a worker, were taken, "
    "or netfilter’s table was full",
    advice="keep-alive, a wider net.ipv4.ip_local_port_range, or more addresses",
    chart="sockets",
    check=check,
)
