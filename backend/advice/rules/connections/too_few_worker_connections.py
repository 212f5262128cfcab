"""Fewer connections than the load tool opens."""

from collections.abc import Iterator
from math import ceil

from backend.advice.nginx import every, number, words
from backend.advice.rule import Hit, Instead, Rule, Subject

DEFAULT = 512
STEP = 1024


def find(subject: Subject) -> Iterator[Hit]:
    workers = subject.workers
    if not subject.tree or workers is None:
        return
    per_worker = number("".join(words(subject.tree, "worker_connections")[:1])) or DEFAULT
    per_request = 2 if any(every(subject.tree, "proxy_pass")) else 1
    connections = subject.workload.connections * per_request
    if workers * per_worker < connections:
        reason = ", two for each proxied request" if per_request == 2 else ""
        text = (
            f"{subject.workload.connections} connections need {connections}{reason}; {workers} × "
            f"{per_worker} worker_connections are fewer, and the rest is closed unanswered"
        )
        enough = STEP * ceil(connections / workers / STEP)
        yield Hit(text, "nginx.worker_connections", Instead({"nginx.worker_connections": enough}))


RULE = Rule(
    code="too_few_worker_connections",
    severity="warning",
    text="All workers together must hold every connection of the load tool, and those to backends as "
    "well. Requests on the rest fail, and some tools count failed requests as throughput.",
    example="nginx.worker_connections: 10240",
    source="nginx documentation of worker_connections; the two-core test with 3000 connections, whose "
    "default configuration failed thousands of requests",
    find=find,
)
