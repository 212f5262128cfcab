"""HTTP/1.1 to the backends, and still a new connection for each request."""

from collections.abc import Iterator

from backend.advice.nginx import every, inherited_directives, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.upstreams.keepalive_pool_small import pool_for
from backend.advice.rules.upstreams.keepalive_without_http11 import (
    connection_cleared,
    keeps_by_default,
    target_of,
)


def find(subject: Subject) -> Iterator[Hit]:
    if keeps_by_default(subject):
        return
    blocks = upstreams(subject.tree)
    for args, scope in every(subject.tree, "proxy_pass"):
        speaks = ("1.1",) in inherited_directives(scope, "proxy_http_version") and connection_cleared(scope)
        if speaks and not any(every(blocks.get(target_of(args), ()), "keepalive")):
            text = (
                "HTTP/1.1 to the backends without a pool of idle connections: each request still opens "
                "its own connection"
            )
            yield Hit(text, "upstream.http11", Instead({"upstream.keepalive": pool_for(subject)}))


RULE = Rule(
    code="http11_without_keepalive",
    severity="hint",
    text="HTTP/1.1 and an empty Connection header let the backend keep a connection, but before nginx "
    "1.29.7 the proxy closes it unless `keepalive` in an upstream block gives it a place.",
    example="upstream.keepalive: 32",
    source="nginx documentation of ngx_http_upstream_module (keepalive)",
    find=find,
)
