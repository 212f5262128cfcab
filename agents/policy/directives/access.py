"""Directives on who may ask, how much, and from where."""

from agents.catalog.rules.kinds import (
    CODE,
    FLAG,
    HEADER,
    NAME,
    NETWORK,
    TEXT,
    ZONE,
    matching,
    number,
    one_of,
    option,
    options,
)
from agents.catalog.rules.rule import HSL, HTTP, LIMIT_EXCEPT, Module, any_number_of

_LOG_LEVEL = one_of("info", "notice", "warn", "error")
_RATE = matching("a rate such as 10r/s", r"[0-9]{1,9}r/[sm]")
_COUNT = number(0, 10_000_000)
_req = Module("ngx_http_limit_req_module")
_conn = Module("ngx_http_limit_conn_module")
_realip = Module("ngx_http_realip_module")
_basic = Module("ngx_http_auth_basic_module")

RULES = (
    *Module("ngx_http_access_module")("allow deny", HSL | LIMIT_EXCEPT, NETWORK),
    *_basic("auth_basic", HSL | LIMIT_EXCEPT, TEXT),
    *_basic("auth_basic_user_file", HSL | LIMIT_EXCEPT, one_of("none")),
    *_req("limit_req_zone", HTTP, TEXT, option("zone", ZONE), option("rate", _RATE)),
    *_req(
        "limit_req",
        HSL,
        option("zone", NAME),
        any_number_of(options("nodelay", burst=_COUNT, delay=_COUNT)),
    ),
    *_req("limit_req_log_level", HSL, _LOG_LEVEL),
    *_req("limit_req_status", HSL, CODE),
    *_req("limit_req_dry_run", HSL, FLAG),
    *_conn("limit_conn_zone", HTTP, TEXT, option("zone", ZONE)),
    *_conn("limit_conn", HSL, NAME, number(1, 65_535)),
    *_conn("limit_conn_log_level", HSL, _LOG_LEVEL),
    *_conn("limit_conn_status", HSL, CODE),
    *_conn("limit_conn_dry_run", HSL, FLAG),
    *_realip("set_real_ip_from", HSL, NETWORK),
    *_realip("real_ip_header", HSL, HEADER),
    *_realip("real_ip_recursive", HSL, FLAG),
)
