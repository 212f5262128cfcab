"""Rules on settings of answers that no request of the load meets."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from backend.advice.nginx import Directive, every, is_on, number_of, walk, words
from backend.advice.predicates import answer_bytes, answers_itself, route
from backend.advice.routing import off_route, returns_at_once, stays_there
from backend.advice.rule import Hit, Subject, rule
from backend.advice.settings import changed_directives, chosen_directives, in_words, knob_of, taken_back, verb

TEXTS = {"nginx.conf", "nginx.http_extra", "nginx.server_extra", "nginx.location_extra"}
BLOCKS = {"http", "server", "events"}


@rule(
    severity="warning",
    text="A request takes one location: an exact one, else the longest prefix unless a regular expression "
    "fits. What stands in another does not act on it.",
    example="workloads: [{path: /image.png}]",
    source="nginx documentation of location",
)
def location_not_asked(subject: Subject) -> Iterator[Hit]:
    blocks = route(subject)
    if subject.is_alone or subject.workload.mix or _changes_knobs(subject):
        return
    if not stays_there(blocks, subject.workload.path):
        return
    before = {_words(d) for d, _ in walk(subject.base_tree)}
    elsewhere = list(off_route(subject.tree, blocks))
    ids = {id(d) for pair in elsewhere for d in pair}
    new = [block for block, d in elsewhere if _words(d) not in before]
    on_route = (d for d, _ in walk(subject.tree) if id(d) not in ids and d["directive"] not in BLOCKS)
    if new and all(_words(d) in before for d in on_route):
        names = sorted({d["directive"] for _, d in elsewhere})[:4]
        text = (
            f"all that this variant changes ({in_words(names)}) stands in location "
            f"{' '.join(new[0]['args'])}; the load asks for {subject.workload.path}"
        )
        yield Hit(text, "location")


def _changes_knobs(subject: Subject) -> bool:
    names = {*subject.knobs, *subject.base_knobs} - TEXTS
    return any(subject.knobs.get(n) != subject.base_knobs.get(n) for n in names)


def _words(directive: Directive) -> tuple[str, ...]:
    return (directive["directive"], *directive["args"])


DECLARATIONS = ("map", "geo", "split_clients")
_VARIABLE = re.compile(r"\$(\w+)|\$\{(\w+)\}")


@rule(
    severity="warning",
    text="nginx evaluates a variable of `map`, `geo` or `split_clients` when a directive reads it. The mere "
    "declaration, however long, costs no request anything.",
    example="add_header X-Kind $kind; beside map $uri $kind { … }",
    source="nginx documentation of ngx_http_map_module, ngx_http_geo_module, ngx_http_split_clients_module",
)
def map_unused(subject: Subject) -> Iterator[Hit]:
    chosen_names = chosen_directives(subject, DECLARATIONS)
    declarations: dict[str, str] = {}
    read_names: set[str] = set()
    for directive, _ in walk(subject.tree):
        name, args = directive["directive"], directive["args"]
        is_declaration = name in DECLARATIONS and directive.get("block") is not None and args
        if is_declaration and name in chosen_names:
            declarations[args[-1].lstrip("$")] = name
        for word in (name, *(args[:-1] if is_declaration else args)):
            read_names.update(short or long for short, long in _VARIABLE.findall(word))
    unused_names = [name for name in declarations if name not in read_names]
    if unused_names:
        names = [f"${name}" for name in unused_names[:4]]
        text = (
            f"no directive reads {in_words(names)}: nginx never evaluates {verb(unused_names, 'it', 'them')}"
        )
        yield Hit(text, declarations[unused_names[0]])


OWNERS = {
    "limit_req": "limit_req_zone limit_req_status limit_req_log_level limit_req_dry_run",
    "limit_conn": "limit_conn_zone limit_conn_status limit_conn_log_level limit_conn_dry_run",
    "limit_rate": "limit_rate_after",
    "proxy_cache": "proxy_cache_path",
    "aio": "thread_pool worker_aio_requests aio_write",
    "directio": "directio_alignment",
    "set_real_ip_from": "real_ip_header real_ip_recursive",
    "auth_basic": "auth_basic_user_file",
    "auth_request": "auth_request_set",
    "autoindex": "autoindex_format autoindex_exact_size autoindex_localtime",
    "sub_filter": "sub_filter_once sub_filter_types sub_filter_last_modified",
    "gunzip": "gunzip_buffers",
    "charset": "charset_types override_charset",
    "mirror": "mirror_request_body",
    "secure_link": "secure_link_md5",
    "add_before_body": "addition_types",
    "mp4": "mp4_buffer_size mp4_max_buffer_size",
    "map": "map_hash_max_size map_hash_bucket_size",
    "valid_referers": "referer_hash_max_size referer_hash_bucket_size",
}


@rule(
    severity="warning",
    text="A zone, a pool of threads, a status or a list of types is a setting of another directive. Without "
    "it, nginx accepts the line and never uses it.",
    example="limit_req zone=z; with limit_req_zone $binary_remote_addr zone=z:10m rate=1000000r/s;",
    source="nginx documentation of the modules that the directives belong to",
)
def needs_another(subject: Subject) -> Iterator[Hit]:
    for owner, settings in OWNERS.items():
        if _is_in_use(subject, owner):
            continue
        names = chosen_directives(subject, settings.split())
        if names:
            text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: there is no {owner}"
            yield Hit(text, knob_of(names[0]))


def _is_in_use(subject: Subject, owner: str) -> bool:
    return any(args[:1] != ("off",) for args, _ in every(subject.tree, owner))


_REFUSALS = ("limit_req", "limit_conn", "deny", "auth_basic", "auth_request")
_LENGTHLESS = ("gzip", "brotli", "gunzip", "sub_filter", "ssi", "add_before_body", "add_after_body")


class _Kind(NamedTuple):
    """The topic of the directives, and whether a load may have it."""

    topic: str
    names: str
    is_possible: Callable[[Subject], bool]


@rule(
    severity="hint",
    text="Many directives act on a redirect, an error, a range, an odd path or header, or an answer that "
    "comes compressed or without a length. A load of plain requests to the testbed's own answers has none.",
    example="leave absolute_redirect out",
    source="nginx documentation of each directive; nginx's source, ngx_http_header_filter_module.c and "
    "ngx_http_special_response.c",
)
def no_occasion(subject: Subject) -> Iterator[Hit]:
    if not answers_itself(subject) or not subject.tree:
        return
    for kind in _KINDS:
        names = changed_directives(subject, kind.names.split())
        if names and not kind.is_possible(subject):
            about = f"{in_words(names)} {verb(names, 'is', 'are')} about {kind.topic}"
            knobs = [knob_of(name) for name in names]
            yield Hit(f"{about}, which this load does not have", knobs[0], taken_back(subject, knobs))


def _headers(subject: Subject) -> set[str]:
    all_headers = (subject.workload.headers, *(entry.headers for entry in subject.workload.mix))
    return {name.lower() for headers in all_headers for name in headers}


def _paths(subject: Subject) -> list[str]:
    return [subject.workload.path, *(entry.path for entry in subject.workload.mix)]


def _has(subject: Subject, *names: str) -> bool:
    return any(args[:1] != ("off",) for name in names for args, _ in every(subject.tree, name))


def _may_fail(subject: Subject) -> bool:
    asks_for_others = bool(subject.workload.mix) or subject.workload.path != "/"
    return asks_for_others or _has(subject, *_REFUSALS)


def _has_real_address(subject: Subject) -> bool:
    header = (words(subject.tree, "real_ip_header") or ("X-Real-IP",))[0].lower()
    return header == "proxy_protocol" or header in _headers(subject)


def _never(subject: Subject) -> bool:
    return False


_KINDS = (
    _Kind("redirects", "absolute_redirect port_in_redirect server_name_in_redirect", _never),
    _Kind(
        "headers of backends (Location, Set-Cookie, those of caches)",
        "proxy_redirect proxy_cookie_path proxy_cookie_domain proxy_cookie_flags proxy_ignore_headers",
        _never,
    ),
    _Kind(
        "answers of 400 and more",
        "error_page recursive_error_pages proxy_intercept_errors log_not_found msie_padding msie_refresh",
        _may_fail,
    ),
    _Kind("requests with a Range header", "max_ranges", lambda subject: "range" in _headers(subject)),
    _Kind(
        "paths with two slashes in a row",
        "merge_slashes",
        lambda subject: any("//" in p for p in _paths(subject)),
    ),
    _Kind(
        "headers with odd names",
        "ignore_invalid_headers underscores_in_headers",
        lambda subject: any(not name.replace("-", "").isalnum() for name in _headers(subject)),
    ),
    _Kind(
        "answers that a backend or a file compressed",
        "gunzip",
        lambda subject: _has(subject, "gzip_static", "gzip", "brotli_static"),
    ),
    _Kind(
        "answers without a length", "chunked_transfer_encoding", lambda subject: _has(subject, *_LENGTHLESS)
    ),
    _Kind(
        "folders without an index page", "autoindex", lambda subject: any(p != "/" for p in _paths(subject))
    ),
    _Kind("requests with the header of a proxy in front", "set_real_ip_from", _has_real_address),
)
ALWAYS = {"rewrite", "gzip_disable", "fastcgi_split_path_info", "ancient_browser"}
"""Directives whose arguments are regular expressions without a `~`."""
MARKS = ("~", "!~", '"~')


@rule(
    severity="warning",
    text="`pcre_jit` compiles the regular expressions of the configuration: of `location ~`, `rewrite`, "
    "`server_name ~`, `if` and `map`. Prefix and exact locations are found without any.",
    example="leave pcre_jit out",
    source="nginx documentation of pcre_jit and of location",
)
def pcre_jit_unused(subject: Subject) -> Iterator[Hit]:
    if not is_on(subject.tree, "pcre_jit") or not chosen_directives(subject, ("pcre_jit",)):
        return
    if not any(_has_pattern(d) for d, _ in walk(subject.tree)):
        yield Hit("pcre_jit does nothing: no regular expression stands in this nginx.conf", "pcre_jit")


def _has_pattern(directive: object) -> bool:
    """Whether a directive, or an entry of a map, has a regular expression."""
    name = directive["directive"]  # pyright: ignore[reportIndexIssue]
    words = [name, *directive["args"]]  # pyright: ignore[reportIndexIssue]
    return name in ALWAYS or any(word.lstrip("(").startswith(MARKS) for word in words)


HEADER_BYTES = 200  # bytes of an answer's head, about: with fewer it is sent before the body


@rule(
    severity="warning",
    text="nginx keeps data back until there are `postpone_output` bytes of it, or the answer ends. An answer "
    "that it has as a whole is sent at once, whatever the value; 0 sends head and body apart.",
    example="leave postpone_output out",
    source="nginx documentation of postpone_output; nginx's source, ngx_http_write_filter_module.c (last)",
)
def postpone_output_idle(subject: Subject) -> Iterator[Hit]:
    size = number_of(subject.tree, "postpone_output")
    if size is None or size < HEADER_BYTES or not chosen_directives(subject, ("postpone_output",)):
        return
    body = answer_bytes(subject)
    if returns_at_once(route(subject)):
        text = "return makes the whole answer at once"
    elif body is not None and body < size:
        text = f"an answer of {body} bytes is complete before {size} are there"
    else:
        return
    yield Hit(
        f"postpone_output does nothing: {text}, and the end of an answer waits for nothing", "postpone_output"
    )
