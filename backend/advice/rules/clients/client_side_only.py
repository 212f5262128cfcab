"""Headers that act in a browser."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, in_words, knob_of, taken_back, verb

NAMES = (
    "expires",
    "etag",
    "if_modified_since",
    "gzip_vary",
    "add_header",
    "more_set_headers",
    "http2_push_preload",
)
CONDITIONS = {"if-modified-since", "if-none-match"}
IN_NGINX = {"connection"}


def find(subject: Subject) -> Iterator[Hit]:
    headers = {name.lower() for name in subject.workload.headers}
    names = changed_directives(subject, NAMES)
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


RULE = Rule(
    code="client_side_only",
    severity="hint",
    text="`expires`, `etag`, `Cache-Control`, `Vary`, preload links and HSTS tell a client what to keep and "
    "how to come back. A load tool keeps nothing and sends each request again.",
    example="nginx.expires: not set",
    source="RFC 9111 (caching), RFC 6797 (HSTS); nginx documentation of ngx_http_headers_module",
    find=find,
)
