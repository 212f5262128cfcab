"""Predicates on a request of the load and the nginx under test; rules and signs share them. Pure."""

from agents.catalog.tools import TOOLS
from agents.contract.headers import headers_bytes
from agents.contract.mix import heaviest
from agents.render.answer import is_static
from backend.advice.backend_pools import keeps_a_pool
from backend.advice.nginx import Scope, every, is_on, number, words
from backend.advice.routing import Route, route_of
from backend.advice.rule import Subject

FEW_REQUESTS = 100
"""A connection that is closed after fewer is no kept one: opening it shows in the figures."""

_OWN_ANSWERS = ("nginx.conf", "origin.address")
_EXTRAS = ("nginx.server_extra", "nginx.location_extra")
_ANSWERING = ("return", "root", "alias", "try_files", "proxy_pass", "rewrite", "error_page", "location")


def keeps_connections(subject: Subject) -> bool:
    """Whether the load opens its connections once and then sends all requests over them."""
    return subject.workload.keepalive and not closed_by(subject) and subject.ceiling_to is None


def closed_by(subject: Subject) -> str:
    """The directive by which nginx closes connections that the load would keep; empty where none does."""
    for args, scope in every(subject.tree, "keepalive_timeout"):
        if args and number(args[0].rstrip("smhd")) == 0 and not is_in_upstream(subject, scope):
            return f"keepalive_timeout {args[0]}"
    for args, scope in every(subject.tree, "keepalive_requests"):
        limit = number(args[0]) if args else None
        if limit is not None and limit < FEW_REQUESTS and not is_in_upstream(subject, scope):
            return f"keepalive_requests {limit}"
    return ""


def is_proxied(subject: Subject) -> bool:
    return any(every(subject.tree, "proxy_pass"))


def keeps_upstreams(subject: Subject) -> bool:
    """Connections to backends are kept, as far as the text says, and those of the load too."""
    return subject.workload.keepalive and keeps_a_pool(subject)


def speaks_tls(subject: Subject) -> bool:
    return any("ssl" in args for args, _ in every(subject.tree, "listen")) or is_on(subject.tree, "ssl")


def speaks_http2(subject: Subject) -> bool:
    """Whether nginx offers HTTP/2."""
    return any("http2" in args for args, _ in every(subject.tree, "listen")) or is_on(subject.tree, "http2")


def asks_for_http2(subject: Subject) -> bool:
    """Whether the load asks over HTTP/2."""
    protocols = TOOLS[subject.workload.tool].protocols
    return (subject.workload.protocol or next(iter(protocols), "h1")) == "h2"


def speaks_tls_only(subject: Subject) -> bool:
    listens = [args for args, _ in every(subject.tree, "listen")]
    return bool(listens) and all("ssl" in args for args in listens)


def has_kernel_tls(subject: Subject) -> bool:
    """Whether nginx is told to let the kernel encrypt, so that sendfile works behind TLS."""
    return any(
        args[:1] == ("Options",) and "KTLS" in " ".join(args[1:]).replace("-KTLS", "")
        for args, _ in every(subject.tree, "ssl_conf_command")
    )


def serves_files(subject: Subject) -> bool:
    if any(any(every(subject.tree, name)) for name in ("alias", "try_files")):
        return True
    return subject.topology == "proxy_only" and (
        is_static(subject.knobs)
        or bool(subject.workload.site)
        or ("nginx.conf" in subject.knobs and any(every(subject.tree, "root")))
    )


def answers_itself(subject: Subject) -> bool:
    """Whether the testbed's own answers are measured, not those of a server or a text of the user's own."""
    extras = " ".join(str(subject.knobs.get(name, "")) for name in _EXTRAS)
    is_own = any(name in subject.knobs for name in _OWN_ANSWERS)
    return not is_own and not any(word in extras for word in _ANSWERING)


def answer_bytes(subject: Subject) -> int | None:
    """Bytes of an answer's body, of a site the largest; None where something of the user's own makes it."""
    if subject.workload.site and answers_itself(subject):
        return max(subject.workload.site)
    return int(subject.knobs.get("origin.body_bytes", 11)) if answers_itself(subject) else None


def route(subject: Subject) -> Route:
    """The blocks that answer the load; of a mix its most frequent request."""
    workload = subject.workload
    path = workload.mix[heaviest(workload.mix, 1)[0]].path if workload.mix else workload.path
    return route_of(subject.tree, path, workload.host)


def request_bytes(subject: Subject) -> int:
    """About how long the request line and headers of the load are; of a mix the longest."""
    workload = subject.workload
    longest = max((len(entry.path) + headers_bytes(entry.headers) for entry in workload.mix), default=0)
    return max(len(workload.path), longest) + headers_bytes(workload.headers) + 200


def is_switched_on(subject: Subject, name: str) -> bool:
    return words(subject.tree, name)[:1] not in ((), ("off",))


def is_in_upstream(subject: Subject, scope: Scope) -> bool:
    return any(d["directive"] == "upstream" and d.get("block") in scope for block in scope for d in block)
