"""Rules on connections that the load keeps, or opens for each request."""

from collections.abc import Iterator
from math import ceil

from backend.advice.nginx import every, number
from backend.advice.predicates import (
    closed_by,
    is_in_upstream,
    is_proxied,
    keeps_connections,
    keeps_upstreams,
)
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import (
    changed_directives,
    changed_knobs,
    changed_parameters,
    in_words,
    knob_of,
    taken_back,
    verb,
)
from backend.definition.units import seconds_of


@rule(
    severity="warning",
    text="With `keepalive_timeout 0` or few `keepalive_requests`, nginx closes a connection after its "
    "answer. A load tool that keeps connections then opens one for each request: another test than that of "
    "the other variants.",
    example="nginx.keepalive_timeout: not set, or workloads: [{keepalive: false}]",
    source="nginx documentation of keepalive_timeout (zero disables keep-alive) and keepalive_requests",
)
def closed_under_kept_load(subject: Subject) -> Iterator[Hit]:
    directive = closed_by(subject)
    if directive and subject.workload.keepalive:
        name = f"nginx.{directive.partition(' ')[0]}"
        text = (
            f"{directive} closes connections that the load would keep: the figures are those of opening "
            "connections, and may be errors of the load tool"
        )
        yield Hit(text, name, Instead({name: None}))


TIMEOUTS = (
    "keepalive_timeout",
    "client_header_timeout",
    "client_body_timeout",
    "send_timeout",
    "reset_timedout_connection",
    "lingering_close",
    "lingering_time",
    "lingering_timeout",
    "keepalive_min_timeout",
    "proxy_connect_timeout",
    "proxy_send_timeout",
    "proxy_read_timeout",
    "proxy_next_upstream_timeout",
    "proxy_socket_keepalive",
    "proxy_ignore_client_abort",
    "worker_shutdown_timeout",
)
SHORT_S = 5
"""A timeout of less may end what a load under stress does."""


@rule(
    severity="hint",
    text="Timeouts end connections of clients or backends that stay silent. In a test that never pauses none "
    "of them runs out, so a longer or shorter one changes nothing.",
    example="nginx.send_timeout: not set",
    source="nginx documentation of keepalive_timeout, send_timeout, client_body_timeout and "
    "reset_timedout_connection; Linux manual page tcp(7) (keep-alive probes after two hours)",
)
def idle_timeouts(subject: Subject) -> Iterator[Hit]:
    names = [name for name in changed_directives(subject, TIMEOUTS) if not _may_act(subject, name)]
    names += changed_parameters(subject, ("so_keepalive",))
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'acts', 'act')} on clients and backends that are slow or idle; "
            f"{subject.workload.tool} sends its next request as soon as it has the answer"
        )
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


def _may_act(subject: Subject, name: str) -> bool:
    """A short time that something here may take: the backend's delay, a full queue, a slow tool."""
    if name.startswith("lingering_") and keeps_connections(subject):
        return False  # nginx lingers only where it closes
    if name == "keepalive_timeout" and not subject.workload.keepalive:
        return True  # said elsewhere
    if name == "keepalive_timeout" and subject.workload.hold:
        return True  # held connections are idle
    delay = seconds_of(subject.knobs.get("origin.delay", 0))
    for args, _ in every(subject.tree, name):
        seconds = _seconds(args[0]) if args else None
        if seconds is not None and name.endswith(("timeout", "time")) and seconds < max(SHORT_S, 2 * delay):
            return True
    return False


def _seconds(text: str) -> float | None:
    if text.endswith("ms"):
        value = number(text[:-2])
        return None if value is None else value / 1000
    factor = {"s": 1, "m": 60, "h": 3600, "d": 86_400}.get(text[-1:], 0)
    value = number(text[:-1] if factor else text)
    return None if value is None else value * (factor or 1)


CLOSED_PER_S = 100


@rule(
    severity="hint",
    text="nginx closes a connection after `keepalive_requests` requests: at R requests a second, R "
    "divided by that many connections a second. Each waits a minute in TIME_WAIT on the side that closed "
    "it.",
    example="nginx.keepalive_requests: 10000",
    source="The guide of settings (10,000 requests/s and 100 requests a connection close 100 connections "
    "a second)",
)
def keepalive_requests_low(subject: Subject) -> Iterator[Hit]:
    for args, scope in every(subject.tree, "keepalive_requests"):
        least = number(args[0]) if args else None
        inside = is_in_upstream(subject, scope)
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


KEPT_DIRECTIVES = (
    "keepalive_timeout",
    "keepalive_requests",
    "keepalive_time",
    "keepalive_disable",
    "keepalive_min_timeout",
)


@rule(
    severity="warning",
    text="How long and for how many requests nginx keeps a connection matters only to clients that keep it.",
    example="workloads: [{keepalive: true}]",
    source="nginx documentation of keepalive_timeout and keepalive_requests",
)
def keepalive_unused(subject: Subject) -> Iterator[Hit]:
    if subject.workload.keepalive:
        return
    of_upstreams = {d["directive"] for block in _upstream_blocks(subject) for d in block}
    names = [name for name in changed_directives(subject, KEPT_DIRECTIVES) if name not in of_upstreams]
    names += changed_parameters(subject, ("so_keepalive",))
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'does', 'do')} nothing: the load closes its connection after "
            "each answer (keepalive: false)"
        )
        yield Hit(text, knob_of(names[0]), Instead(workload={"keepalive": True}))


def _upstream_blocks(subject: Subject) -> Iterator[tuple]:
    for _, scope in every(subject.tree, "upstream"):
        for d in scope[-1]:
            if d["directive"] == "upstream":
                yield tuple(d.get("block") or ())


DEFAULT_BACKLOG = 511
LISTEN_PARAMETERS = ("deferred", "fastopen", "backlog")
OPENING_DIRECTIVES = ("multi_accept", "accept_mutex", "accept_mutex_delay")
KERNEL_KNOBS = tuple(
    f"sysctl.{key}"
    for key in (
        "net.core.somaxconn",
        "net.ipv4.tcp_max_syn_backlog",
        "net.ipv4.tcp_syncookies",
        "net.ipv4.tcp_synack_retries",
        "net.ipv4.tcp_abort_on_overflow",
        "net.ipv4.tcp_fastopen",
        "net.ipv4.tcp_migrate_req",
        "net.ipv4.tcp_max_tw_buckets",
    )
)


@rule(
    severity="hint",
    text="`deferred`, `backlog`, `fastopen`, `multi_accept`, `accept_mutex` and the kernel's accept queues "
    "act while connections are opened. A load tool that keeps its connections opens them once, before the "
    "figures: at most which worker has how many of them changes, by chance.",
    example="workloads: [{keepalive: false}]",
    source="nginx documentation of listen, multi_accept and accept_mutex; Linux manual pages listen(2) and "
    "tcp(7) (TCP_DEFER_ACCEPT)",
)
def new_connections_only(subject: Subject) -> Iterator[Hit]:
    connections = subject.workload.connections
    if not keeps_connections(subject) or connections > DEFAULT_BACKLOG:
        return
    names = changed_parameters(subject, LISTEN_PARAMETERS) + changed_directives(subject, OPENING_DIRECTIVES)
    if not is_proxied(subject) or keeps_upstreams(subject):  # else they may act on those to backends
        names += changed_knobs(subject, KERNEL_KNOBS)
    for name in names:
        text = (
            f"{name.removeprefix('sysctl.')} acts when connections are opened or closed: this load opens "
            f"{connections} and keeps them for all requests"
        )
        yield Hit(text, knob_of(name), Instead(workload={"keepalive": False}))
