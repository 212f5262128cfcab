"""Connections to backends: which of them nginx keeps, by its text and its version. Pure."""

from backend.advice.nginx import Scope, every, inherited_directives, number, upstreams
from backend.advice.rule import Subject

KEPT_BY_DEFAULT = (1, 29, 7)
"""From this nginx on, proxying speaks HTTP/1.1, and each upstream block has a pool of idle connections."""
DEFAULT_POOL = 32


def keeps_by_default(subject: Subject) -> bool:
    """Whether the nginx is known to be new enough; forks but OpenResty count versions of their own."""
    facts = subject.facts.get("proxy")
    nginx = facts.nginx if facts else None
    if nginx is None or nginx.flavour not in ("nginx", "openresty"):
        return False
    parts = nginx.base.split(".")
    return all(part.isdecimal() for part in parts) and tuple(map(int, parts)) >= KEPT_BY_DEFAULT


def target_of(args: tuple[str, ...]) -> str:
    """`backend` of `http://backend/path`."""
    return args[0].partition("://")[2].partition("/")[0] if args else ""


def pool_of(subject: Subject, target: str) -> int:
    """Idle connections that a worker keeps to a target of proxy_pass: none without an upstream block."""
    block = upstreams(subject.tree).get(target)
    if block is None:
        return 0
    sizes = [number(args[0]) or 0 for args, _ in every(block, "keepalive") if args]
    return max(sizes, default=DEFAULT_POOL if keeps_by_default(subject) else 0)


def missing_for_pool(subject: Subject, scope: Scope) -> list[str]:
    """List what a proxied request lacks so that the backend leaves its connection open, in words."""
    is_new = keeps_by_default(subject)
    versions = inherited_directives(scope, "proxy_http_version") or ([("1.1",)] if is_new else [])
    values = [
        "".join(args[1:]).lower()
        for args in inherited_directives(scope, "proxy_set_header")
        if args[:1] and args[0].lower() == "connection"
    ]
    is_cleared = "close" not in values if is_new else "" in values
    return [
        *([] if {("1.1",), ("2",)} & set(versions) else ["HTTP/1.1"]),
        *([] if is_cleared else ["an empty Connection header"]),
    ]


def keeps_a_pool(subject: Subject) -> bool:
    """Whether a connection to a backend may carry several requests."""
    passes = every(subject.tree, "proxy_pass")
    return any(
        pool_of(subject, target_of(args)) and not missing_for_pool(subject, scope) for args, scope in passes
    )
