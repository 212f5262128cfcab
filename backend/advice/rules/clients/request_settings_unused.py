"""Settings of long requests and bodies under a load of short GET requests."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.predicates import request_bytes
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, in_words, knob_of, taken_back, verb

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


def find(subject: Subject) -> Iterator[Hit]:
    yield from _hit(
        subject,
        changed_directives(subject, BODIES),
        "a request's body; the load sends GET requests, which have none",
    )
    smallest = number("".join(words(subject.tree, "client_header_buffer_size")[:1])) or 1024
    if request_bytes(subject) < min(smallest, 1024):
        fits = f"long requests; one of about {request_bytes(subject)} bytes fits into the first buffer"
        yield from _hit(subject, changed_directives(subject, HEADERS), fits)
    yield from _hit(subject, changed_directives(subject, AT_START), "tables that nginx builds when it starts")


def _hit(subject: Subject, names: list[str], matter: str) -> Iterator[Hit]:
    if names:
        knobs = [knob_of(name) for name in names]
        text = f"{in_words(names)} {verb(names, 'is', 'are')} about {matter}"
        yield Hit(text, knobs[0], taken_back(subject, knobs))


RULE = Rule(
    code="request_settings_unused",
    severity="hint",
    text="Buffers of bodies and long headers are taken when a request needs them. The load tools send GET "
    "requests of some hundred bytes; hash tables are built at the start.",
    example="nginx.client_body_buffer_size: not set",
    source="nginx documentation of client_body_buffer_size, client_header_buffer_size and "
    "large_client_header_buffers; nginx documentation “Setting up hashes”",
    find=find,
)
