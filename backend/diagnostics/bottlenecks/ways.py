"""Bottlenecks on the way of a request: backend, link, queues, and what connections need."""

from collections.abc import Iterator
from math import inf

from agents.catalog.knobs import KNOBS
from backend.diagnostics.bottlenecks.bottleneck import Hit, rule
from backend.diagnostics.bottlenecks.cpus import of_part
from backend.diagnostics.bottlenecks.evidence import Evidence, Link, Network, Part
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.diagnostics.bottlenecks.sentences import share
from backend.presentation.figures import count, figure, latency, short_percent
from backend.presentation.words import plural
from backend.statistics.rules import RULES_2

WAIT_SHARE, WAIT_SHARE_OF_RULES_1 = 0.60, 0.80


@rule(
    code="backend",
    title="the backend",
    holds="the backend’s workers were all busy 95% of the time, or 60% of the connections waited for it "
    "(80% under rules 1)",
    advice="make the backend faster, or add instances (origin.instances)",
    chart="nginx",
)
def backend_side(evidence: Evidence) -> Iterator[Hit]:
    """A proxy that waits for its backend shows the backend's limit, with its own CPU mostly free.

    The backend has no CPU left, or it takes long; then most requests are found there at any moment. Requests
    there ÷ rate is the time that each takes.
    """
    part = evidence.servers.get("backend")
    if part is None:
        return
    if part is not evidence.target:
        yield from of_part(part)
    in_progress, all_ = part.in_progress, evidence.workload.connections
    if (
        in_progress is None
        or in_progress < (WAIT_SHARE if evidence.rules >= RULES_2 else WAIT_SHARE_OF_RULES_1) * all_
        or part.is_full
        or part.is_contended
        or not evidence.rate
    ):
        return
    whole = evidence.latency
    took = min(in_progress / evidence.rate, whole or inf)  # two measurements of nearly the same
    of = f" of the {latency(whole)} that a request takes" if whole else ""
    cpu_share = share(part.used_cpus / max(1, len(part.cpus)))
    text = (
        f"{in_progress:.0f} of {all_} requests were in the backend at any moment: "
        f"it answers after {latency(took)}{of}, and used {cpu_share} of its CPUs."
    )
    yield Hit(text, part.host, "backend", "a slow backend", _delay_advice(evidence))


def _delay_advice(evidence: Evidence) -> str:
    delay = evidence.knobs.get("origin.delay")
    return f"it waits {delay} before each answer (origin.delay)" if delay else ""


FILLED, DROPPED, RETRANSMITTED_PER_S = 0.90, 0.001, 100.0
LOOK_FOR_DROPS = "look for drops on the way, also in switches and limits of a rate (tc -s qdisc)"
SLOW_RETRANSMITTED_PER_S, RETRANSMITTED_SHARE, SEGMENT_BYTES = 10.0, 0.01, 1448
"""Of a slow link: fewer segments, which are a larger share of all."""


@rule(
    code="link",
    title="the network link",
    holds="a link was 90% full, dropped 0.1% of its packets, or 100 segments a second were sent again, or 10 "
    "that are 1% of all",
    advice="use a faster link, or send less: gzip, smaller answers, keep-alive",
    chart="network",
)
def link(evidence: Evidence) -> Iterator[Hit]:
    """A full link, or one that drops packets, limits everything behind it.

    Each packet takes 24 bytes more on the wire than Linux counts, so small packets fill a link early. Dropped
    packets are sent again, mostly after 200 ms.
    """
    for link in evidence.links:
        label = f"{link.name} of {link.host}"
        rates = f"{figure(link.bits_per_s)}bit/s in {figure(link.packets_per_s)} packets/s"
        if link.fill is not None and link.fill >= FILLED:
            yield Hit(f"The link {label} was {share(link.fill)} full: {rates}.", link.host)
        elif link.drop_share >= DROPPED:
            text = f"The link {label} dropped {short_percent(link.drop_share)} of its packets, at {rates}."
            yield Hit(text, link.host, advice="look for full queues: ethtool -S, net.core.netdev_max_backlog")
    if not evidence.links:
        return
    for network in evidence.networks:
        again = network.retransmits / network.seconds
        all_segments = max((_segments_per_s(x) for x in evidence.links if x.host == network.name), default=0)
        again_share = again / all_segments if all_segments else 0.0
        is_much_of_few = again >= SLOW_RETRANSMITTED_PER_S and again_share >= RETRANSMITTED_SHARE
        if (again >= RETRANSMITTED_PER_S or is_much_of_few) and not network.overflows:
            text = f"{network.name} sent {figure(again)} segments/s again: packets are lost on the way."
            yield Hit(text, network.name, title="lost packets", advice=LOOK_FOR_DROPS)


def _segments_per_s(link: Link) -> float:
    """About the segments in its busier direction: virtual devices count many as one packet."""
    return max(link.packets_per_s, link.bits_per_s / 8 / SEGMENT_BYTES)


AGAIN_S = 1.0  # until a client asks again for a connection that was dropped, by the kernel's first timeout
SELDOM = 0.01
"""Of the time of all connections, spent waiting to be asked for again: less of it limits nothing."""


@rule(
    code="accept_queue",
    title="the accept queue",
    holds="an accept queue was full, and connections spent more than 1% of their time waiting to ask again",
    advice="a longer queue (listen.backlog and net.core.somaxconn), keep-alive, or more workers that accept",
    chart="sockets",
)
def accept_queue(evidence: Evidence) -> Iterator[Hit]:
    """A full accept queue drops connections while CPUs look idle; clients try again after a second.

    Short connections fill it. With reuseport each worker has a queue of its own, which is shorter.
    """
    for network in evidence.networks:
        if network.overflows * AGAIN_S <= SELDOM * evidence.workload.connections * network.seconds:
            continue
        part = _fullest(evidence, network)
        owner, room = (WHAT[part.role], part.backlog) if part else (network.name, None)
        fits = f", which holds {plural(room, 'connection')}," if room is not None else ""
        often = f"{count(network.overflows)} times a trial" if network.overflows >= 1.5 else "once a trial"
        text = f"The accept queue of {owner}{fits} overflowed {often}: these were asked for again."
        yield Hit(text, part.host if part else network.name, part.role if part else None)


def _fullest(evidence: Evidence, network: Network) -> Part | None:
    """The server of this network whose queue was fullest when it was looked at."""
    parts = [evidence.servers[role] for role in network.roles if role in evidence.servers]
    return max(
        parts,
        key=lambda p: ((p.accept_queue or 0) / max(1, p.backlog or 1), p is evidence.target),
        default=None,
    )


PORTS, PLACES = 0.90, 0.95
TRACKED = "keep-alive, a higher net.netfilter.nf_conntrack_max, or no tracking of the tested ports"


@rule(
    code="ports_files",
    title="ports or files",
    holds="90% of the ports for new connections, or 95% of the connections or files of a worker, were taken, "
    "or netfilter’s table was full",
    advice="keep-alive, a wider net.ipv4.ip_local_port_range, or more addresses",
    chart="sockets",
)
def ports_files(evidence: Evidence) -> Iterator[Hit]:
    """New connections need a port on the side that opens them, a place in netfilter’s table where it tracks
    them, a file and a place in a worker: each can run out.

    Closed connections keep their port for a minute. A proxy's worker needs a second connection and file for
    each request that it passes on.
    """
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
        yield from _used_places(evidence, part)


def _used_places(evidence: Evidence, part: Part) -> Iterator[Hit]:
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
