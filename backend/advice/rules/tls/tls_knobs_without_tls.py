"""Settings of TLS on a server that speaks plain HTTP."""

from collections.abc import Iterator

from agents.catalog.knobs import find_knob
from backend.advice.nginx import names_with
from backend.advice.predicates import speaks_tls
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import chosen_directives


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or speaks_tls(subject):
        return
    names = [n for n in subject.knobs if n != "tls.on" and (k := find_knob(n)) and k.family == "tls"]
    present = names_with(subject.tree, "ssl_")
    names = names or chosen_directives(subject, sorted(present))
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
