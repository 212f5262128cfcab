"""Rules on what only other clients would notice."""

import re
from collections.abc import Iterator

from backend.advice.nginx import every, number_of, words
from backend.advice.predicates import request_bytes
from backend.advice.rule import Hit, Subject, rule
from backend.advice.settings import changed_directives, chosen_directives, in_words, knob_of, taken_back, verb

CLIENT_DIRECTIVES = (
    "expires",
    "etag",
    "if_modified_since",
    "gzip_vary",
    "add_header",
    "more_set_headers",
    "http2_push_preload",
)
CONDITIONS = {"if-modified-since", "if-none-match"}


@rule(
    severity="hint",
    text="`expires`, `etag`, `Cache-Control`, `Vary`, preload links and HSTS tell a client what to keep and "
    "how to come back. A load tool keeps nothing and sends each request again.",
    example="nginx.expires: not set",
    source="RFC 9111 (caching), RFC 6797 (HSTS); nginx documentation of ngx_http_headers_module",
)
def client_side_only(subject: Subject) -> Iterator[Hit]:
    headers = {name.lower() for name in subject.workload.headers}
    names = changed_directives(subject, CLIENT_DIRECTIVES)
    if headers & CONDITIONS:
        names = [name for name in names if name not in ("etag", "if_modified_since")]
    if names:
        words = [_with_header(subject, name) for name in names]
        text = (
            f"{in_words(words)} {verb(names, 'acts', 'act')} in a browser or a cache; a load tool has "
            "neither and asks for everything again: here the header costs a few bytes"
        )
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


def _with_header(subject: Subject, name: str) -> str:
    if name != "add_header":
        return name
    headers = dict.fromkeys(args[0] for args, _ in every(subject.tree, name) if args)
    return f"add_header {', '.join(list(headers)[:3])}" if headers else name


NAMED = re.compile(r"MSIE [4-6]|Safari/", re.IGNORECASE)
"""User agents that nginx may take for one of its browsers."""


@rule(
    severity="warning",
    text="`keepalive_disable` closes the connections of old MSIE after a POST, and of Safari on macOS. Other "
    "clients keep theirs with any value.",
    example="leave keepalive_disable out",
    source="nginx documentation of keepalive_disable",
)
def keepalive_disable_unused(subject: Subject) -> Iterator[Hit]:
    agents = (value for name, value in subject.workload.headers.items() if name.lower() == "user-agent")
    if NAMED.search(next(agents, "")) or not chosen_directives(subject, ("keepalive_disable",)):
        return
    browsers = " ".join(words(subject.tree, "keepalive_disable"))
    text = (
        f"keepalive_disable {browsers} concerns browsers by their User-Agent; {subject.workload.tool} is none"
    )
    yield Hit(text, "keepalive_disable")


BODIES = (
    "client_body_buffer_size",
    "client_body_in_single_buffer",
    "client_body_in_file_only",
    "client_max_body_size",
    "proxy_request_buffering",
    "proxy_pass_request_body",
    "aio_write",
)
HEADERS = ("client_header_buffer_size", "large_client_header_buffers")
AT_START = (
    "server_names_hash_bucket_size",
    "server_names_hash_max_size",
    "types_hash_max_size",
    "types_hash_bucket_size",
    "variables_hash_max_size",
    "variables_hash_bucket_size",
    "map_hash_max_size",
    "map_hash_bucket_size",
    "proxy_headers_hash_max_size",
    "proxy_headers_hash_bucket_size",
)


@rule(
    severity="hint",
    text="Buffers of bodies and long headers are taken when a request needs them. Load tools send GET "
    "requests of some hundred bytes unless a mix says otherwise; hash tables are built at the start.",
    example="nginx.client_body_buffer_size: not set",
    source="nginx documentation of client_body_buffer_size, client_header_buffer_size and "
    "large_client_header_buffers; nginx documentation “Setting up hashes”",
)
def request_settings_unused(subject: Subject) -> Iterator[Hit]:
    if not any(entry.body_bytes for entry in subject.workload.mix):
        matter = "a request's body; the requests of this load have none"
        yield from _hit(subject, changed_directives(subject, BODIES), matter)
    smallest = number_of(subject.tree, "client_header_buffer_size") or 1024
    if request_bytes(subject) < min(smallest, 1024):
        fits = f"long requests; one of about {request_bytes(subject)} bytes fits into the first buffer"
        yield from _hit(subject, changed_directives(subject, HEADERS), fits)
    yield from _hit(subject, changed_directives(subject, AT_START), "tables that nginx builds when it starts")


def _hit(subject: Subject, names: list[str], matter: str) -> Iterator[Hit]:
    if names:
        knobs = [knob_of(name) for name in names]
        text = f"{in_words(names)} {verb(names, 'is', 'are')} about {matter}"
        yield Hit(text, knobs[0], taken_back(subject, knobs))
