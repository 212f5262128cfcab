"""Answers of backends that pass through one small buffer."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.predicates import answer_bytes, is_proxied
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.rules.upstreams.buffers_beyond_answers import DEFAULT_BUFFER
from backend.advice.settings import changed_directives, taken_back

MIN_PIECES = 8
"""As many buffers as `proxy_buffers` has by default, which one read fills together."""


def find(subject: Subject) -> Iterator[Hit]:
    size = answer_bytes(subject)
    if size is None or not is_proxied(subject) or words(subject.tree, "proxy_buffering") != ("off",):
        return
    buffer = number("".join(words(subject.tree, "proxy_buffer_size")[:1])) or DEFAULT_BUFFER
    pieces = -(-size // buffer)
    if pieces >= MIN_PIECES and changed_directives(subject, ("proxy_buffering",)):
        text = (
            f"proxy_buffering off passes an answer of {size} bytes through one buffer of {buffer}: about "
            f"{pieces} reads from the backend and as many writes to the client"
        )
        yield Hit(text, "nginx.proxy_buffering", taken_back(subject, ("nginx.proxy_buffering",)))


RULE = Rule(
    code="unbuffered_large",
    severity="hint",
    text="Without buffering nginx reads an answer into `proxy_buffer_size` alone and sends each piece before "
    "it reads the next one. With it, one read fills all `proxy_buffers`. A large answer costs many more "
    "system calls; a slow backend's first bytes arrive earlier.",
    example="nginx.proxy_buffer_size: 64k",
    source="nginx documentation of proxy_buffering; nginx's source, ngx_http_upstream.c "
    "(process_non_buffered_request)",
    find=find,
)
