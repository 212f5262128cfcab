"""Directives on added headers, compression of answers, and the log of requests."""

from agents.catalog.rules.kinds import (
    FLAG,
    HEADER,
    MB,
    MIME,
    NAME,
    TEXT,
    TIME,
    at_most,
    matching,
    number,
    one_of,
    options,
    size,
    union,
)
from agents.catalog.rules.names import ACCESS_LOG
from agents.catalog.rules.rule import (
    HSL,
    HSL_IF,
    HTTP,
    LIMIT_EXCEPT,
    Kind,
    Module,
    any_number_of,
    maybe,
    one_or_more,
)

_headers = Module("ngx_http_headers_module")
_log = Module("ngx_http_log_module")
_gzip = Module("ngx_http_gzip_module")
_gunzip = Module("ngx_http_gunzip_module")
_charset = Module("ngx_http_charset_module")
_sub = Module("ngx_http_sub_module")
_more = Module("headers-more-nginx-module (OpenResty)")
_brotli = Module("ngx_brotli")
_CHARSET = matching("a character set", r"off|\$[A-Za-z0-9_]{1,100}|[A-Za-z0-9._-]{1,40}")

_FORMAT = Kind(
    "the name of a format",
    lambda w: (
        f"“{w[:60]}” stands where the name of a format must: write `combined {w[:60]}`"
        if "=" in w
        else NAME.fault(w)
    ),
)

RULES = (
    *_headers("add_header", HSL_IF, HEADER, TEXT, maybe(one_of("always"))),
    *_headers("add_trailer", HSL_IF, HEADER, TEXT, maybe(one_of("always"))),
    *_headers("add_header_inherit add_trailer_inherit", HSL, one_of("on", "off", "merge")),
    *_more("more_set_headers more_clear_headers", HSL_IF, one_or_more(TEXT)),
    *_log(
        "access_log",
        HSL_IF | LIMIT_EXCEPT,
        ACCESS_LOG,
        maybe(_FORMAT),
        any_number_of(
            options(
                "gzip",
                buffer=size(64 * MB),
                flush=TIME,
                gzip=number(1, 9),
                **{"if": TEXT},
            )
        ),
    ),
    *_log("log_format", HTTP, NAME, one_or_more(TEXT)),
    *_log(
        "open_log_file_cache",
        HSL,
        one_or_more(
            union(
                one_of("off"),
                options(max=number(1, 10_000), inactive=TIME, valid=TIME, min_uses=number(1, 10_000)),
            )
        ),
    ),
    *_gzip("gzip_vary", HSL, FLAG),
    *_gzip("gzip_buffers", HSL, number(1, 4096), size(MB), together=at_most(64 * MB)),
    *_gzip("gzip_disable", HSL, one_or_more(TEXT)),
    *_gzip("gzip_http_version", HSL, one_of("1.0", "1.1")),
    *_gunzip("gunzip", HSL, FLAG),
    *_gunzip("gunzip_buffers", HSL, number(1, 4096), size(MB), together=at_most(64 * MB)),
    *_brotli("brotli", HSL_IF, FLAG),
    *_brotli("brotli_static", HSL, one_of("on", "off", "always")),
    *_brotli("brotli_comp_level", HSL, number(0, 11)),
    *_brotli("brotli_types", HSL, one_or_more(MIME)),
    *_brotli("brotli_min_length", HSL, size(64 * MB)),
    *_charset("charset", HSL_IF, _CHARSET),
    *_charset("source_charset", HSL_IF, _CHARSET),
    *_charset("charset_types", HSL, one_or_more(MIME)),
    *_charset("override_charset", HSL_IF, FLAG),
    *_charset("charset_map", HTTP, _CHARSET, _CHARSET, opens="values"),
    *_sub("sub_filter", HSL, TEXT, TEXT),
    *_sub("sub_filter_once sub_filter_last_modified", HSL, FLAG),
    *_sub("sub_filter_types", HSL, one_or_more(MIME)),
)
