"""The spelling of HTTP/2 that nginx 1.25.1 replaced."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Rule, Subject

SINCE = (1, 25, 1)


def find(subject: Subject) -> Iterator[Hit]:
    if "listen.http2" in subject.knobs:
        return  # the knob is spelled as the host's nginx has it
    facts = subject.facts.get("proxy")
    base = facts.nginx.base if facts and facts.nginx else ""
    parts = tuple(int(part) for part in base.split(".") if part.isdecimal())
    if parts >= SINCE and any("http2" in args for args, _ in every(subject.tree, "listen")):
        text = f"nginx {base} warns of `listen … http2`, which 1.25.1 replaced: write `http2 on;`"
        yield Hit(text, "listen")


RULE = Rule(
    code="listen_http2_old",
    severity="hint",
    text="From nginx 1.25.1 on, HTTP/2 is a directive of a server or of all. The parameter of `listen` is "
    "deprecated: it switches HTTP/2 on for every server of that address.",
    example="http2 on;",
    source="nginx documentation of listen (http2) and of ngx_http_v2_module (http2)",
    find=find,
)
