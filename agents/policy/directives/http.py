"""Servers, locations, connections to clients."""

from agents.catalog.rules.kinds import (
    FLAG,
    GB,
    MB,
    MIME,
    NAME,
    TEXT,
    TIME,
    VARIABLE_USED,
    at_most,
    matching,
    number,
    one_of,
    options,
    size,
    union,
)
from agents.catalog.rules.names import WORK_PATH
from agents.catalog.rules.rule import (
    HS,
    HSL,
    HSL_IF,
    HTTP,
    LOCATION,
    MAIN,
    SERVER,
    SL,
    Kind,
    Module,
    any_number_of,
    maybe,
    one_or_more,
)
from agents.contract.jobs import LISTEN

_KEEPALIVE = matching("on, off or idle:interval:count", r"on|off|[0-9smhd]{0,9}:[0-9smhd]{0,9}:[0-9]{0,4}")
_LEVELS = (maybe(number(1, 2)),) * 3
_core = Module("ngx_http_core_module")

RULES = (
    *_core("http", MAIN, opens="http"),
    *_core("server", HTTP, opens="server"),
    *_core("location", SL, maybe(one_of("=", "~", "~*", "^~")), TEXT, opens="location"),
    *_core("limit_except", LOCATION, one_or_more(NAME), opens="limit_except"),
    *_core(
        "listen",
        SERVER,
        Kind(
            f"`{LISTEN}`, or 80 or 443, which mean the same",
            lambda w: (
                None
                if w == LISTEN
                else f"write `listen {LISTEN}` or `listen 80`; the agent chooses address and port"
            ),
        ),
        any_number_of(
            options(
                "default_server",
                "default",
                "ssl",
                "http2",
                "reuseport",
                "deferred",
                "bind",
                "proxy_protocol",
                backlog=number(1, 65_535),
                fastopen=number(1, 65_535),
                rcvbuf=size(64 * MB),
                sndbuf=size(64 * MB),
                so_keepalive=_KEEPALIVE,
                ipv6only=FLAG,
            )
        ),
    ),
    *_core("server_name", SERVER, one_or_more(TEXT)),
    *_core("internal", LOCATION),
    *_core(
        "absolute_redirect chunked_transfer_encoding client_body_in_single_buffer etag log_not_found "
        "log_subrequest msie_padding msie_refresh port_in_redirect recursive_error_pages "
        "server_name_in_redirect",
        HSL,
        FLAG,
    ),
    *_core("ignore_invalid_headers merge_slashes underscores_in_headers", HS, FLAG),
    *_core("keepalive_time lingering_time lingering_timeout", HSL, TIME),
    *_core("keepalive_min_timeout auth_delay", HSL, TIME),
    *_core("keepalive_disable", HSL, one_or_more(one_of("none", "msie6", "safari"))),
    *_core("lingering_close", HSL, one_of("on", "off", "always")),
    *_core("client_body_in_file_only", HSL, one_of("clean", "off")),
    *_core("client_body_temp_path", HSL, WORK_PATH, *_LEVELS),
    *_core("connection_pool_size request_pool_size", HS, size(MB)),
    *_core("max_headers", HS, number(1, 100_000)),
    *_core("default_type", HSL, MIME),
    *_core("types", HSL, opens="values"),
    *_core("if_modified_since", HSL, one_of("off", "exact", "before")),
    *_core("limit_rate limit_rate_after", HSL_IF, union(VARIABLE_USED, size(GB))),
    *_core("max_ranges", HSL, number(0, 1_000_000)),
    *_core("output_buffers", HSL, number(1, 4096), size(64 * MB), together=at_most(64 * MB)),
    *_core("postpone_output send_lowat", HSL, size(MB)),
    *_core("satisfy", HSL, one_of("all", "any")),
    *_core("sendfile_max_chunk subrequest_output_buffer_size", HSL, size(64 * MB)),
    *_core("server_tokens", HSL, one_of("on", "off", "build")),
    *_core(
        "server_names_hash_bucket_size types_hash_bucket_size variables_hash_bucket_size "
        "server_names_hash_max_size types_hash_max_size variables_hash_max_size",
        HSL,
        size(MB),
    ),
    *_core(
        "aio",
        HSL,
        union(matching("threads=pool", r"threads=[A-Za-z0-9_]{1,64}"), one_of("on", "off", "threads")),
    ),
    *_core("aio_write", HSL, FLAG),
    *_core("directio", HSL, union(one_of("off"), size(GB))),
    *_core("directio_alignment read_ahead", HSL, size(64 * MB)),
    *_core("disable_symlinks", HSL, one_of("on", "off", "if_not_owner")),
    *Module("ngx_http_v2_module")("http2", HS, FLAG),
    *Module("ngx_http_v2_module")(
        "http2_max_requests http2_max_concurrent_pushes",
        HS,
        number(1, 1_000_000),
    ),
    *Module("ngx_http_v2_module")(
        "http2_max_field_size http2_max_header_size http2_body_preread_size",
        HS,
        size(MB),
    ),
    *Module("ngx_http_v2_module")("http2_idle_timeout http2_recv_timeout", HS, TIME),
    *Module("ngx_http_v2_module")("http2_push_preload", HSL, FLAG),
    *Module("ngx_http_stub_status_module")("stub_status", SL, maybe(FLAG)),
    *Module("ngx_http_empty_gif_module")("empty_gif", LOCATION),
)
