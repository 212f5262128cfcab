"""HTTP/1.1 to the backends, and still a new connection for each request."""

from collections.abc import Iterator

from backend.advice.backend_pools import missing_for_pool, pool_of, target_of
from backend.advice.nginx import every, inherited_directives, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.upstreams.keepalive_pool_small import pool_for


def find(subject: Subject) -> Iterator[Hit]:
    blocks = upstreams(subject.tree)
    for args, scope in every(subject.tree, "proxy_pass"):
        is_chosen = ("1.1",) in inherited_directives(scope, "proxy_http_version")
        if not is_chosen or missing_for_pool(subject, scope) or pool_of(subject, target_of(args)):
            continue
        if not any(every(blocks.get(target_of(args), ()), "keepalive")):
            text = (
                "HTTP/1.1 to the backends without a pool of idle connections: each request still opens "
                "its own connection"
            )
            yield Hit(text, "upstream.http11", Instead({"upstream.keepalive": pool_for(subject)}))


RULE = Rule(
    code="http11_without_keepalive",
    severity="hint",
    text="HTTP/1.1 and an empty Connection header let the backend keep a connection, but the proxy closes it "
    "unless `keepalive` in an upstream block gives it a place. From nginx 1.29.7 on each such block has 32.",
    example="upstream.keepalive: 32",
    source="nginx documentation of ngx_http_upstream_module (keepalive)",
    find=find,
)
