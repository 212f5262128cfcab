"""A pool of idle connections to backends that nothing can ever fill."""

from collections.abc import Iterator

from backend.advice.backend_pools import missing_for_pool, pool_of, target_of
from backend.advice.nginx import every, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    pools = {name for name, block in upstreams(subject.tree).items() if any(every(block, "keepalive"))}
    for args, scope in every(subject.tree, "proxy_pass"):
        if target_of(args) not in pools or not pool_of(subject, target_of(args)):
            continue
        if missing := missing_for_pool(subject, scope):
            text = (
                f"keepalive to the backends does nothing without {' and '.join(missing)}: the backend "
                "closes each connection after one answer"
            )
            yield Hit(text, "upstream.keepalive", Instead({"upstream.http11": True}))


RULE = Rule(
    code="keepalive_without_http11",
    severity="warning",
    text="`keepalive` in an upstream block keeps connections to backends only when the proxy speaks "
    "HTTP/1.1 to them and does not send `Connection: close`. Before nginx 1.29.7 neither is the default.",
    example="upstream.http11: on",
    source="nginx documentation of ngx_http_upstream_module (keepalive); stepwise tuning of nginx 1.24, "
    "whose step 9 set keepalive alone",
    find=find,
)
