"""Versions and modules of nginx that directives of a user's own text need. Pure.

Facts of nginx's documentation ("This directive appeared in version …") and change log. Directives that every
nginx since 1.5 has are not listed, nor `max_headers`, which distributions added to older ones. That a module
is needed follows from the page that describes a directive.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from agents import policy
from agents.policy.directives import RULES

Directive = Mapping[str, Any]


class Need(NamedTuple):
    """First version that has it, first that no longer has it, module and flavour; what to write instead."""

    subject: str
    since: str = ""
    until: str = ""
    module: str = ""
    flavour: str = ""
    instead: str = ""


_SINCE = {
    name: version
    for version, names in {
        "1.5.1": "sub_filter_last_modified",
        "1.5.7": "proxy_cache_revalidate",
        "1.5.9": "ssl_buffer_size ssl_session_tickets",
        "1.7.0": "proxy_ssl_name proxy_ssl_server_name proxy_ssl_verify proxy_ssl_trusted_certificate",
        "1.7.2": "hash",
        "1.7.5": "proxy_next_upstream_timeout proxy_next_upstream_tries",
        "1.7.7": "proxy_force_ranges proxy_limit_rate",
        "1.7.8": "proxy_cache_lock_age",
        "1.7.9": "autoindex_format",
        "1.7.11": "proxy_request_buffering thread_pool",
        "1.9.0": "zone",
        "1.9.7": "proxy_cache_convert_head",
        "1.9.13": "aio_write",
        "1.11.0": "http2_body_preread_size",
        "1.11.6": "proxy_cache_max_range_offset",
        "1.11.8": "absolute_redirect",
        "1.11.10": "proxy_cache_background_update",
        "1.11.11": "worker_shutdown_timeout",
        "1.13.2": "add_trailer",
        "1.13.9": "http2_max_concurrent_pushes http2_push_preload",
        "1.13.10": "subrequest_output_buffer_size",
        "1.15.1": "random",
        "1.15.3": "ssl_early_data",
        "1.15.6": "proxy_socket_keepalive",
        "1.17.1": "limit_req_dry_run",
        "1.17.6": "limit_conn_dry_run",
        "1.17.10": "auth_delay",
        "1.19.0": "ssl_ocsp",
        "1.19.3": "proxy_cookie_flags",
        "1.19.4": "ssl_conf_command proxy_ssl_conf_command ssl_reject_handshake",
        "1.19.10": "keepalive_time",
        "1.25.1": "http2",
        "1.27.2": "proxy_pass_trailers",
        "1.27.4": "keepalive_min_timeout",
        "1.29.3": "add_header_inherit add_trailer_inherit",
        "1.31.0": "least_time",
        "1.31.3": "proxy_socket_rcvbuf proxy_socket_sndbuf",
    }.items()
    for name in names.split()
}
_SINCE_IN_UPSTREAM = {"keepalive_requests": "1.15.3", "keepalive_timeout": "1.15.3"}
_UNTIL = {"ssl": "1.25.1"}
_SINCE_OF_VALUE = {
    ("listen", "fastopen"): "1.5.8",
    ("listen", "reuseport"): "1.9.1",
    ("server_tokens", "build"): "1.11.10",
    ("ssl_protocols", "TLSv1.3"): "1.13.0",
    ("proxy_ssl_protocols", "TLSv1.3"): "1.13.0",
    ("worker_cpu_affinity", "auto"): "1.9.10",
    ("proxy_http_version", "2"): "1.29.4",
    ("keepalive", "0"): "1.29.7",
    ("keepalive", "local"): "1.29.7",
}
_MODULE_OF_VALUE = {
    ("listen", "ssl"): "http_ssl",
    ("listen", "http2"): "http_v2",
    ("aio", "threads"): "threads",
    ("proxy_http_version", "2"): "http_v2",
}
_INSTEAD = {"http2": "`listen … http2`", "ssl": "`listen … ssl`"}
_MODULES = {
    "thread_pool": "threads",
    "least_conn": "http_upstream_least_conn",
    "ip_hash": "http_upstream_ip_hash",
    "hash": "http_upstream_hash",
    "random": "http_upstream_random",
    "keepalive": "http_upstream_keepalive",
    "zone": "http_upstream_zone",
}
ADDED = {"brotli": "brotli", "more_": "headers-more"}
"""Beginnings of directives of other authors → a word of the module's folder in `--add-module`."""
_PAGE = re.compile(
    r"ngx_(http_(?:access|addition|auth_basic|auth_request|autoindex|charset|empty_gif|flv|geo|gunzip|gzip"
    r"|gzip_static|limit_conn|limit_req|map|mirror|mp4|proxy|random_index|realip|referer|rewrite|secure_link"
    r"|slice|split_clients|ssl|stub_status|sub|v2))_module"
)
_FLAVOURS = {"reuse_port": "tengine"}
_PAGES = {name: match for (name, _), rule in RULES.items() if (match := _PAGE.fullmatch(rule.source))}
_OF_VALUES = frozenset(name for (name, _), rule in RULES.items() if rule.opens == "values")


@lru_cache(maxsize=512)  # a grid has the same text in many cells
def needs_of(text: str) -> tuple[tuple[int, Need], ...]:
    """Line and need of everything in a text that not every nginx has."""
    tree, refusal = policy.read(text)
    return tuple(_walk(tree, "")) if refusal is None else ()


def _walk(tree: Sequence[Directive], around: str) -> Iterator[tuple[int, Need]]:
    for directive in tree:
        for need in _needs(directive, around):
            yield directive["line"], need
        if directive["directive"] not in _OF_VALUES:
            yield from _walk(directive.get("block") or (), directive["directive"])


def _needs(directive: Directive, around: str) -> Iterator[Need]:
    name, args = directive["directive"], directive["args"]
    need = Need(
        subject=name,
        since=(_SINCE_IN_UPSTREAM.get(name, "") if around == "upstream" else "") or _SINCE.get(name, ""),
        until=_UNTIL.get(name, ""),
        module=_module_of(name),
        flavour=_FLAVOURS.get(name, ""),
        instead=_INSTEAD.get(name, ""),
    )
    if need.since or need.until or need.module or need.flavour:
        yield need
    for word in args:
        key = (name, word.partition("=")[0])
        if key in _SINCE_OF_VALUE or key in _MODULE_OF_VALUE:
            subject = f"{name} … {key[1]}" if name == "listen" else f"{name} {key[1]}"
            yield Need(subject, _SINCE_OF_VALUE.get(key, ""), module=_MODULE_OF_VALUE.get(key, ""))


def _module_of(name: str) -> str:
    """Name as in `--with-NAME_module`, or the folder of one of other authors; empty: always there."""
    if name in _MODULES:
        return _MODULES[name]
    folder = next((folder for start, folder in ADDED.items() if name.startswith(start)), "")
    page = _PAGES.get(name)
    return folder or (page[1] if page else "")
