"""HTTP/2 without TLS, which no browser speaks."""

from collections.abc import Iterator

from backend.advice.predicates import asks_for_http2, speaks_http2, speaks_tls
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if asks_for_http2(subject) and speaks_http2(subject) and not speaks_tls(subject):
        text = "HTTP/2 over clear text: browsers speak it over TLS alone, so this lacks what encryption costs"
        yield Hit(text, "listen.http2", Instead({"tls.on": True}))


RULE = Rule(
    code="http2_clear_text",
    severity="hint",
    text="Browsers speak HTTP/2 over TLS alone. Without TLS you measure a hop between servers.",
    example="tls.on: on",
    source="RFC 9113, section 3.3 (prior knowledge)",
    find=find,
)
