"""HTTP/1.1 to the backends, and still a new connection for each request."""

from collections.abc import Iterator

from backend.advice.backend_pools import missing_for_pool, pool_of, target_of
from backend.advice.nginx import every, inherited_directives, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.upstreams.keepalive_pool_small import pool_for

SLOW_FROM = 14_116
"""Half of the usual ports for new connections: beyond it, the kernel looks through half of them each time."""


def find(subject: Subject) -> Iterator[Hit]:
    blocks = upstreams(subject.tree)
    for args, scope in every(subject.tree, "proxy_pass"):
        is_without_pool = not any(every(blocks.get(target_of(args), ()), "keepalive"))
        if not is_without_pool or missing_for_pool(subject, scope) or pool_of(subject, target_of(args)):
            continue
        versions = inherited_directives(scope, "proxy_http_version")
        if not versions:
            yield from _find_by_default(subject)
        elif ("1.1",) in versions:
            text = (
                "HTTP/1.1 to the backends without a pool of idle connections: each request still opens "
                "its own connection"
            )
            yield Hit(text, "upstream.http11", Instead({"upstream.keepalive": pool_for(subject)}))


def _find_by_default(subject: Subject) -> Iterator[Hit]:
    """HTTP/1.1 by default: the proxy is the side that closes, and a port of another host's is not reused."""
    seconds = subject.workload.duration_s or 1
    is_reused = subject.share_a_machine("proxy", "backend") or subject.kernel("net.ipv4.tcp_tw_reuse") == 1
    if not is_reused and subject.likely_rate * seconds > SLOW_FROM:
        text = (
            "this nginx speaks HTTP/1.1 to the backends by itself and, without an upstream block, closes "
            "each connection after its answer: the port stays taken for a minute, and once half of the proxy "
            "host's are, connecting is slow"
        )
        yield Hit(text, None, Instead({"upstream.use_upstream": True}))


RULE = Rule(
    code="http11_without_keepalive",
    severity="hint",
    text="HTTP/1.1 and an empty Connection header let the backend keep a connection, but the proxy closes it "
    "unless `keepalive` in an upstream block gives it a place. From nginx 1.29.7 on HTTP/1.1 is the default, "
    "and each such block has 32.",
    example="upstream.keepalive: 32",
    source="nginx documentation of ngx_http_upstream_module (keepalive)",
    find=find,
)
