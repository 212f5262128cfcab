"""Rules on how answers of backends pass through the proxy."""

from collections.abc import Iterator

from backend.advice.nginx import every, names_with, number, number_of, words
from backend.advice.predicates import answer_bytes, is_proxied, is_switched_on, route
from backend.advice.routing import effective
from backend.advice.rule import Hit, Subject, rule
from backend.advice.settings import changed_directives, chosen_directives, in_words, knob_of, taken_back, verb

HEADERS = 512
"""Bytes that the headers of an answer of the testbed's backends have at most."""
DEFAULT_BUFFER = 4096
BUFFER_DIRECTIVES = (
    "proxy_buffers",
    "proxy_busy_buffers_size",
    "proxy_max_temp_file_size",
    "proxy_temp_file_write_size",
    "proxy_temp_path",
    "proxy_buffer_size",
)


@rule(
    severity="hint",
    text="nginx reads the first part of a backend's answer into `proxy_buffer_size` and takes "
    "`proxy_buffers`, then a file, only for what does not fit.",
    example="origin.body_bytes: 35312",
    source="nginx documentation of proxy_buffer_size, proxy_buffers and proxy_max_temp_file_size",
)
def buffers_beyond_answers(subject: Subject) -> Iterator[Hit]:
    size = answer_bytes(subject)
    if not is_proxied(subject) or size is None:
        return
    first = min(
        [DEFAULT_BUFFER, *(number(args[0]) or 0 for args, _ in every(subject.tree, "proxy_buffer_size"))]
    )
    names = changed_directives(subject, BUFFER_DIRECTIVES) if size + HEADERS <= first else []
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'is', 'are')} for larger answers: one of {size} bytes and its "
            f"headers fit into the first buffer of {first}"
        )
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


SUCCESS = {"200", "any"}


@rule(
    severity="warning",
    text="`proxy_cache` needs a zone of `proxy_cache_path`, buffered answers, and a time to live: from the "
    "backend's headers or from `proxy_cache_valid`. The testbed's backends send no such header.",
    example="proxy_cache_path cache keys_zone=c:10m max_size=100m; proxy_cache c; proxy_cache_valid 200 1m;",
    source="nginx documentation of proxy_cache, proxy_cache_path, proxy_cache_valid and proxy_buffering",
)
def cache_stores_nothing(subject: Subject) -> Iterator[Hit]:
    if not is_proxied(subject):
        return
    if not is_switched_on(subject, "proxy_cache"):
        present = names_with(subject.tree, "proxy_cache_")
        names = chosen_directives(subject, sorted(present | ({"proxy_no_cache"} & _names(subject))))
        if names:
            text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: proxy_cache is off"
            yield Hit(text, names[0])
        return
    for reason in _reasons(subject):
        yield Hit(f"proxy_cache stores nothing: {reason}", "proxy_cache")
        return


def _reasons(subject: Subject) -> Iterator[str]:
    (zone, *_) = next((args for args, _ in every(subject.tree, "proxy_cache") if args != ("off",)), ("",))
    paths = [args for args, _ in every(subject.tree, "proxy_cache_path")]
    if not any(word.startswith(f"keys_zone={zone}:") for args in paths for word in args):
        yield f"no proxy_cache_path has keys_zone={zone}:…, and nginx does not start"
    blocks = route(subject)
    if not effective(blocks, "proxy_cache"):  # of another location, such as the one that try_files names
        return
    if ("off",) in effective(blocks, "proxy_buffering"):
        yield "with proxy_buffering off answers are passed on without being stored"
    valid = effective(blocks, "proxy_cache_valid")
    if not any(len(args) == 1 or SUCCESS & set(args[:-1]) for args in valid) and _is_ours(subject):
        yield (
            "the testbed's backend sends neither Expires nor Cache-Control, so an answer is stored only for "
            "a time of proxy_cache_valid 200 …"
        )
    if any(args[:1] in (("1",), ("true",)) for args in effective(blocks, "proxy_no_cache")):
        yield "proxy_no_cache is always true"


def _is_ours(subject: Subject) -> bool:
    return "origin.address" not in subject.knobs


def _names(subject: Subject) -> set[str]:
    return names_with(subject.tree, "proxy_no_cache")


OF_RENDERED = {"proxy_temp_path"}


@rule(
    severity="warning",
    text="All `proxy_…` directives act on requests that `proxy_pass` sends to a backend.",
    example="topology: proxied",
    source="nginx documentation of ngx_http_proxy_module",
)
def proxy_settings_unused(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or is_proxied(subject):
        return
    present = names_with(subject.tree, "proxy_")
    names = changed_directives(subject, sorted(present - OF_RENDERED))
    if names:
        text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: no proxy_pass passes requests on"
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


MIN_PIECES = 8
"""As many buffers as `proxy_buffers` has by default, which one read fills together."""


@rule(
    severity="hint",
    text="Without buffering nginx reads an answer into `proxy_buffer_size` alone and sends each piece before "
    "it reads the next one. With it, one read fills all `proxy_buffers`. A large answer costs many more "
    "system calls; a slow backend's first bytes arrive earlier.",
    example="nginx.proxy_buffer_size: 64k",
    source="nginx documentation of proxy_buffering; nginx's source, ngx_http_upstream.c "
    "(process_non_buffered_request)",
)
def unbuffered_large(subject: Subject) -> Iterator[Hit]:
    size = answer_bytes(subject)
    if size is None or not is_proxied(subject) or words(subject.tree, "proxy_buffering") != ("off",):
        return
    buffer = number_of(subject.tree, "proxy_buffer_size") or DEFAULT_BUFFER
    pieces = -(-size // buffer)
    if pieces >= MIN_PIECES and changed_directives(subject, ("proxy_buffering",)):
        text = (
            f"proxy_buffering off passes an answer of {size} bytes through one buffer of {buffer}: about "
            f"{pieces} reads from the backend and as many writes to the client"
        )
        yield Hit(text, "nginx.proxy_buffering", taken_back(subject, ("nginx.proxy_buffering",)))
