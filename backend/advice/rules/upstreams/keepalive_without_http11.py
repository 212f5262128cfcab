"""A pool of idle connections to backends that nothing can ever fill."""

from collections.abc import Iterator

from backend.advice.nginx import every, inherited_directives, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject

KEPT_BY_DEFAULT = (1, 29, 7)
"""From this nginx on, proxying speaks HTTP/1.1 and keeps connections without being told to."""


def find(subject: Subject) -> Iterator[Hit]:
    if keeps_by_default(subject):
        return
    pools = {name for name, block in upstreams(subject.tree).items() if any(every(block, "keepalive"))}
    for args, scope in every(subject.tree, "proxy_pass"):
        if not pools & {target_of(args)}:
            continue
        missing = [
            *([] if ("1.1",) in inherited_directives(scope, "proxy_http_version") else ["HTTP/1.1"]),
            *([] if connection_cleared(scope) else ["an empty Connection header"]),
        ]
        if missing:
            text = (
                f"keepalive to the backends does nothing without {' and '.join(missing)}: the backend "
                "closes each connection after one answer"
            )
            yield Hit(text, "upstream.keepalive", Instead({"upstream.http11": True}))


def connection_cleared(scope: tuple) -> bool:
    return any(
        args[:1] and args[0].lower() == "connection" and args[1:] in ((), ("",))
        for args in inherited_directives(scope, "proxy_set_header")
    )


def target_of(args: tuple[str, ...]) -> str:
    """`backend` of `http://backend/path`."""
    return args[0].partition("://")[2].partition("/")[0] if args else ""


def keeps_by_default(subject: Subject) -> bool:
    """Whether the host's nginx is known to be new enough; forks count versions of their own."""
    facts = subject.facts.get("proxy")
    name, _, version = (facts.nginx.version if facts and facts.nginx else "").partition("/")
    parts = version.split()[0].split(".") if name == "nginx" and version else []
    return bool(parts) and all(p.isdecimal() for p in parts) and tuple(map(int, parts)) >= KEPT_BY_DEFAULT


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
