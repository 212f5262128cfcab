"""HTTP/2 connections that nginx ends, and that the load tool does not open again."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS, any_of
from backend.advice.nginx import number, words
from backend.advice.predicates import asks_for_http2, speaks_http2
from backend.advice.rule import Hit, Instead, Rule, Subject

DEFAULT = 1000
ENOUGH = 1_000_000_000
_KEEPING = {name: tool for name, tool in TOOLS.items() if tool.keeps_connections}


def find(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    if not TOOLS[workload.tool].keeps_connections or not asks_for_http2(subject):
        return
    if not speaks_http2(subject):
        return
    limit = number((words(subject.tree, "keepalive_requests") or (str(DEFAULT),))[0]) or DEFAULT
    requests = workload.requests or subject.likely_rate * (workload.duration_s or 0)
    if requests <= limit * workload.connections:
        return
    text = (
        f"keepalive_requests {limit:,} ends each HTTP/2 connection after as many requests, and "
        f"{workload.tool} does not open it again: the trial fails"
    )
    yield Hit(text, "nginx.keepalive_requests", Instead({"nginx.keepalive_requests": ENOUGH}))


RULE = Rule(
    code="http2_requests_low",
    severity="warning",
    text="nginx ends an HTTP/2 connection after `keepalive_requests` requests, 1,000 by default. "
    f"{any_of(_KEEPING)} does not open it again, and the requests that it would have carried are failures.",
    example=f"nginx.keepalive_requests: {ENOUGH}",
    source="Tests with nginx 1.22.1; nginx documentation of keepalive_requests",
    find=find,
)
