"""Connections so many that nginx begins to close idle ones."""

from collections.abc import Iterator
from math import ceil

from backend.advice.nginx import every, number, words
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.connections.too_few_worker_connections import DEFAULT, STEP

FREE_SHARE = 16
"""Idle connections are closed while a worker has no more than this part of its connections free."""


def find(subject: Subject) -> Iterator[Hit]:
    workers = subject.workers
    if not subject.tree or not workers or not subject.workload.keepalive:
        return
    per_worker = number("".join(words(subject.tree, "worker_connections")[:1])) or DEFAULT
    per_request = 2 if any(every(subject.tree, "proxy_pass")) else 1
    most = workers * (per_worker - per_worker // FREE_SHARE) // per_request
    connections = subject.ceiling_to or subject.workload.connections
    holds = workers * per_worker // per_request
    if subject.ceiling_to and connections > most:
        text = (
            f"the search ends at about {most:,} connections: from there on nginx closes idle ones, as less "
            f"than 1/{FREE_SHARE} of its worker_connections ({workers} × {per_worker}) are free. It finds "
            "this setting, not what the machine can do"
        )
    elif not subject.ceiling_to and most < connections <= holds:
        text = (
            f"{connections:,} connections leave less than 1/{FREE_SHARE} of {workers} × {per_worker} "
            "worker_connections free: nginx then closes idle ones, and the load tool counts errors or opens "
            "them again"
        )
    else:
        return
    enough = STEP * ceil(connections * per_request * FREE_SHARE / (FREE_SHARE - 1) / workers / STEP + 0.01)
    yield Hit(text, "nginx.worker_connections", Instead({"nginx.worker_connections": enough}))


RULE = Rule(
    code="connections_near_limit",
    severity="warning",
    text="When a worker has no more than a sixteenth of its `worker_connections` free, it closes kept "
    "connections that are idle at the moment, before the limit itself is met. Two are in use for each "
    "proxied request.",
    example="nginx.worker_connections: 10240",
    source="nginx's source, ngx_connection.c (ngx_drain_connections); its warning “worker_connections are "
    "not enough, reusing connections”",
    find=find,
)
