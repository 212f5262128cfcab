"""Settings of new connections under a load that keeps its connections."""

from collections.abc import Iterator

from backend.advice.predicates import is_proxied, keeps_connections, keeps_upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, changed_knobs, changed_parameters, knob_of

DEFAULT_BACKLOG = 511
LISTEN = ("deferred", "fastopen", "backlog")
DIRECTIVES = ("multi_accept", "accept_mutex", "accept_mutex_delay")
KERNEL = tuple(
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


def find(subject: Subject) -> Iterator[Hit]:
    connections = subject.workload.connections
    if not keeps_connections(subject) or connections > DEFAULT_BACKLOG:
        return
    names = changed_parameters(subject, LISTEN) + changed_directives(subject, DIRECTIVES)
    if not is_proxied(subject) or keeps_upstreams(subject):  # else they may act on those to backends
        names += changed_knobs(subject, KERNEL)
    for name in names:
        text = (
            f"{name.removeprefix('sysctl.')} acts when connections are opened or closed: this load opens "
            f"{connections} and keeps them for all requests"
        )
        yield Hit(text, knob_of(name), Instead(workload={"keepalive": False}))


RULE = Rule(
    code="new_connections_only",
    severity="hint",
    text="`deferred`, `backlog`, `fastopen`, `multi_accept`, `accept_mutex` and the kernel's accept queues "
    "act while connections are opened. A load tool that keeps its connections opens them once, before the "
    "figures: at most which worker has how many of them changes, by chance.",
    example="workloads: [{keepalive: false}]",
    source="nginx documentation of listen, multi_accept and accept_mutex; Linux manual pages listen(2) and "
    "tcp(7) (TCP_DEFER_ACCEPT)",
    find=find,
)
