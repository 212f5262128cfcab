"""Settings of TLS on a server that speaks plain HTTP."""

from collections.abc import Iterator

from agents.catalog.knobs import find_knob
from backend.advice.nginx import every
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or any("ssl" in args for args, _ in every(subject.tree, "listen")):
        return
    names = [n for n in subject.knobs if n != "tls.on" and (k := find_knob(n)) and k.family == "tls"]
    if names:
        yield Hit(
            f"{names[0]} does nothing: the server speaks plain HTTP", names[0], Instead({"tls.on": True})
        )


RULE = Rule(
    code="tls_knobs_without_tls",
    severity="warning",
    text="Protocols, ciphers, keys and sessions matter only to a server that listens with TLS.",
    example="tls.on: on",
    source="nginx documentation of ngx_http_ssl_module",
    find=find,
)
