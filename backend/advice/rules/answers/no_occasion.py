"""Directives about requests or answers of a kind that a load does not have."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from backend.advice.nginx import every, words
from backend.advice.predicates import answers_itself
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, in_words, knob_of, taken_back, verb

_REFUSALS = ("limit_req", "limit_conn", "deny", "auth_basic", "auth_request")
_LENGTHLESS = ("gzip", "brotli", "gunzip", "sub_filter", "ssi", "add_before_body", "add_after_body")


class _Kind(NamedTuple):
    """The topic of the directives, and whether a load may have it."""

    topic: str
    names: str
    is_possible: Callable[[Subject], bool]


def find(subject: Subject) -> Iterator[Hit]:
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

RULE = Rule(
    code="no_occasion",
    severity="hint",
    text="Many directives act on a redirect, an error, a range, an odd path or header, or an answer that "
    "comes compressed or without a length. A load of plain requests to the testbed's own answers has none.",
    example="leave absolute_redirect out",
    source="nginx documentation of each directive; nginx's source, ngx_http_header_filter_module.c and "
    "ngx_http_special_response.c",
    find=find,
)
