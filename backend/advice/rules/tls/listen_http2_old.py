"""The spelling of HTTP/2 that nginx 1.25.1 replaced, and its directives that later ones ignore."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives

SINCE = (1, 25, 1)
IGNORED = {  # → the first version that does, and what took its place
    "http2_idle_timeout": ((1, 19, 7), "keepalive_timeout"),
    "http2_max_field_size": ((1, 19, 7), "large_client_header_buffers"),
    "http2_max_header_size": ((1, 19, 7), "large_client_header_buffers"),
    "http2_max_requests": ((1, 19, 7), "keepalive_requests"),
    "http2_recv_timeout": ((1, 19, 7), "client_header_timeout"),
    "http2_max_concurrent_pushes": (SINCE, ""),
    "http2_push_preload": (SINCE, ""),
}


def find(subject: Subject) -> Iterator[Hit]:
    facts = subject.facts.get("proxy")
    base = facts.nginx.base if facts and facts.nginx else ""
    parts = tuple(int(part) for part in base.split(".") if part.isdecimal())
    for name in chosen_directives(subject, IGNORED):
        since, instead = IGNORED[name]
        if parts >= since:
            advice = f"; write {instead}" if instead else ""
            yield Hit(f"{name} does nothing: nginx {base} ignores it{advice}", name)
    if "listen.http2" in subject.knobs:
        return  # the knob is spelled as the host's nginx has it
    if parts >= SINCE and any("http2" in args for args, _ in every(subject.tree, "listen")):
        text = f"nginx {base} warns of `listen … http2`, which 1.25.1 replaced: write `http2 on;`"
        yield Hit(text, "listen")


RULE = Rule(
    code="listen_http2_old",
    severity="hint",
    text="From nginx 1.25.1 on, HTTP/2 is a directive of a server or of all. The parameter of `listen` is "
    "deprecated: it switches HTTP/2 on for every server of that address. Directives of server push do "
    "nothing from then on; limits and timeouts of HTTP/2's own, from 1.19.7 on.",
    example="http2 on; keepalive_requests 100000;",
    source="nginx documentation of listen (http2) and of ngx_http_v2_module",
    find=find,
)
