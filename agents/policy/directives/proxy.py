"""Requests to the testbed's backends, and the cache of their answers."""

import dataclasses

from agents.catalog.knobs.nginx_tls import CIPHERS, PROTOCOL
from agents.catalog.rules.kinds import (
    CODE,
    FLAG,
    GB,
    HEADER,
    MB,
    NAME,
    TEXT,
    TIME,
    VARIABLE_USED,
    ZONE,
    matching,
    number,
    one_of,
    options,
    size,
    size_of,
    union,
)
from agents.catalog.rules.limits import MAX_CACHE
from agents.catalog.rules.names import CERTIFICATE, WORK_PATH
from agents.catalog.rules.rule import (
    HSL,
    HTTP,
    L_IF,
    LIMIT_EXCEPT,
    UPSTREAM,
    Kind,
    Module,
    Slot,
    Spent,
    any_number_of,
    maybe,
    one_or_more,
)
from agents.policy.directives.tls import COMMAND, SETTING
from agents.policy.targets import is_upstream_name

_LEVELS = (maybe(number(1, 2)),) * 3
_ERRORS = one_of(
    "error", "timeout", "invalid_header", "updating", "non_idempotent", "off", "denied",
    "http_403", "http_404", "http_429", "http_500", "http_502", "http_503", "http_504",
)  # fmt: skip
_ADDRESS = Kind("an address of the testbed", lambda _: None)  # targets.py judges it
_UPSTREAM_NAME = Kind(
    "a name",
    lambda w: (
        None if is_upstream_name(w) else f"“{w[:60]}” could be taken for an address; write a plain name"
    ),
)
_UPSTREAM_ZONE = dataclasses.replace(size(64 * MB), spends=lambda w: Spent("memory", size_of(w) or 0))
_WEIGHT = dataclasses.replace(number(1, 1000), spends=lambda w: Spent("weights", int(w)))
_COUNT = number(0, 1_000_000_000)
_PER_FILE = number(1, 100_000)
_CACHE = options(
    levels=matching("1:2", r"[12](:[12]){0,2}"),
    use_temp_path=FLAG,
    keys_zone=ZONE,
    inactive=TIME,
    max_size=dataclasses.replace(size(MAX_CACHE), spends=lambda w: Spent("disk", size_of(w) or 0)),
    min_free=size(1024 * GB),
    manager_files=_PER_FILE,
    manager_sleep=TIME,
    manager_threshold=TIME,
    loader_files=_PER_FILE,
    loader_sleep=TIME,
    loader_threshold=TIME,
)


def _has_a_limit(args: list[str]) -> str | None:
    has_max_size = any(word.startswith("max_size=") for word in args)
    return None if has_max_size else "without a limit it may fill the disk; add max_size=1g"


_proxy = Module("ngx_http_proxy_module")
_upstream = Module("ngx_http_upstream_module")

RULES = (
    *_proxy(
        "proxy_pass",
        L_IF | LIMIT_EXCEPT,
        Kind("http://$backend, an upstream or an address of the testbed", lambda _: None),
    ),
    *_proxy("proxy_http_version", HSL, one_of("1.0", "1.1", "2")),
    *_proxy("proxy_set_header", HSL, HEADER, TEXT),
    *_proxy("proxy_hide_header proxy_pass_header", HSL, HEADER),
    *_proxy("proxy_ignore_headers", HSL, one_or_more(HEADER)),
    *_proxy("proxy_method", HSL, NAME),
    *_proxy("proxy_set_body", HSL, TEXT),
    *_proxy("proxy_redirect proxy_cookie_domain proxy_cookie_path", HSL, Slot(TEXT, 1, 2)),
    *_proxy("proxy_cookie_flags", HSL, one_or_more(TEXT)),
    *_proxy(
        "proxy_force_ranges proxy_ignore_client_abort proxy_intercept_errors proxy_pass_request_body "
        "proxy_pass_request_headers proxy_request_buffering proxy_socket_keepalive "
        "proxy_pass_trailers proxy_cache_background_update proxy_cache_convert_head proxy_cache_lock "
        "proxy_cache_revalidate proxy_ssl_server_name proxy_ssl_session_reuse proxy_ssl_verify",
        HSL,
        FLAG,
    ),
    *_proxy("proxy_busy_buffers_size proxy_temp_file_write_size", HSL, size(64 * MB)),
    *_proxy("proxy_socket_rcvbuf proxy_socket_sndbuf", HSL, size(64 * MB)),
    *_proxy("proxy_max_temp_file_size", HSL, size(GB)),
    *_proxy("proxy_limit_rate", HSL, size(GB)),
    *_proxy("proxy_temp_path", HSL, WORK_PATH, *_LEVELS),
    *_proxy(
        "proxy_connect_timeout proxy_read_timeout proxy_send_timeout proxy_next_upstream_timeout "
        "proxy_cache_lock_age proxy_cache_lock_timeout",
        HSL,
        TIME,
    ),
    *_proxy("proxy_next_upstream proxy_cache_use_stale", HSL, one_or_more(_ERRORS)),
    *_proxy("proxy_next_upstream_tries", HSL, number(0, 1000)),
    *_proxy("proxy_headers_hash_bucket_size proxy_headers_hash_max_size", HSL, size(MB)),
    *_proxy("proxy_cache_path", HTTP, WORK_PATH, one_or_more(_CACHE), together=_has_a_limit),
    *_proxy("proxy_cache", HSL, union(VARIABLE_USED, NAME)),
    *_proxy("proxy_cache_bypass proxy_no_cache", HSL, one_or_more(TEXT)),
    *_proxy("proxy_cache_key", HSL, TEXT),
    *_proxy("proxy_cache_max_range_offset", HSL, size(GB)),
    *_proxy("proxy_cache_methods", HSL, one_or_more(one_of("GET", "HEAD", "POST"))),
    *_proxy("proxy_cache_min_uses", HSL, number(1, 1_000_000)),
    *_proxy("proxy_cache_valid", HSL, any_number_of(union(one_of("any"), CODE)), TIME),
    *_proxy("proxy_ssl_ciphers", HSL, CIPHERS),
    *_proxy("proxy_ssl_conf_command", HSL, COMMAND, SETTING),
    *_proxy("proxy_ssl_name", HSL, TEXT),
    *_proxy("proxy_ssl_protocols", HSL, one_or_more(PROTOCOL)),
    *_proxy("proxy_ssl_trusted_certificate", HSL, CERTIFICATE),
    *_proxy("proxy_ssl_verify_depth", HSL, number(0, 100)),
    *Module("ngx_http_fastcgi_module")("fastcgi_temp_path", HSL, WORK_PATH, *_LEVELS),
    *Module("ngx_http_uwsgi_module")("uwsgi_temp_path", HSL, WORK_PATH, *_LEVELS),
    *Module("ngx_http_scgi_module")("scgi_temp_path", HSL, WORK_PATH, *_LEVELS),
    *_upstream("upstream", HTTP, _UPSTREAM_NAME, opens="upstream"),
    *_upstream(
        "server",
        UPSTREAM,
        _ADDRESS,
        any_number_of(
            options(
                "backup",
                "down",
                weight=_WEIGHT,
                max_conns=_COUNT,
                max_fails=_COUNT,
                fail_timeout=TIME,
            )
        ),
    ),
    *_upstream("least_conn ip_hash", UPSTREAM),
    *_upstream("hash", UPSTREAM, TEXT, maybe(one_of("consistent"))),
    *_upstream("random", UPSTREAM, maybe(one_of("two")), maybe(one_of("least_conn"))),
    *_upstream("least_time", UPSTREAM, one_of("header", "last_byte"), maybe(one_of("inflight"))),
    *_upstream("keepalive_time", UPSTREAM, TIME),
    *_upstream(
        "zone",
        UPSTREAM,
        matching("a name", r"[A-Za-z0-9_]{1,64}"),
        maybe(_UPSTREAM_ZONE),
    ),
)
