"""nginx: http context."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import FLAG, TEXT, TIME, number, one_of, options, union
from agents.catalog.rules.rule import HSL, HSL_IF, Module, Slot, maybe, one_or_more

_knob = partial(knob, family="http")
_core = Module("ngx_http_core_module")
_headers = Module("ngx_http_headers_module")
KNOBS = (
    _knob(
        "nginx.sendfile",
        takes("switch", "off"),
        "on: files are sent from the page cache by the kernel without a copy into nginx. Only matters "
        "for static pages.",
        _core.rule(HSL_IF, FLAG),
        see=("nginx.tcp_nopush", "origin.kind"),
    ),
    _knob(
        "nginx.tcp_nopush",
        takes("switch", "off"),
        "on: header and start of a file leave in one packet (TCP_CORK). Only acts with sendfile.",
        _core.rule(HSL, FLAG),
        see=("nginx.sendfile", "nginx.tcp_nodelay"),
    ),
    _knob(
        "nginx.tcp_nodelay",
        takes("switch", "on"),
        "on: small packets on kept-alive connections are sent at once instead of waiting for an "
        "acknowledgement.",
        _core.rule(HSL, FLAG),
        see=("nginx.tcp_nopush",),
    ),
    _knob(
        "nginx.keepalive_requests",
        takes("int", "1000", 1, 1_000_000_000, "requests"),
        "Requests on one client connection before nginx closes it. At R requests a second, R divided by "
        "this many connections close each second.",
        _core.rule(HSL, number(0, 1_000_000_000)),
        see=("nginx.keepalive_timeout", "upstream.keepalive_requests"),
    ),
    _knob(
        "nginx.keepalive_timeout",
        takes("duration", "75s", 0, 86_400),
        "How long an idle client connection stays open; 0 closes it after each answer.",
        _core.rule(HSL, TIME, maybe(TIME)),
        see=("nginx.keepalive_requests",),
    ),
    _knob(
        "nginx.open_file_cache",
        takes("open_file_cache", "off"),
        "Keeps descriptors and sizes of requested files: a static page then needs no open and stat "
        "each time.",
        _core.rule(
            HSL, one_or_more(union(one_of("off"), options(max=number(1, 999_999_999), inactive=TIME)))
        ),
        see=("nginx.sendfile", "origin.kind"),
    ),
    _knob(
        "nginx.open_file_cache_valid",
        takes("seconds", "60s", 0, 86_400),
        "After this time an entry of the cache is compared with the file again.",
        _core.rule(HSL, TIME),
        see=("nginx.open_file_cache",),
    ),
    _knob(
        "nginx.open_file_cache_min_uses",
        takes("int", "1", 1, 1_000_000, "uses"),
        "How often a file must be requested within `inactive` for its descriptor to stay open.",
        _core.rule(HSL, number(1, 1_000_000)),
        see=("nginx.open_file_cache",),
    ),
    _knob(
        "nginx.open_file_cache_errors",
        takes("switch", "off"),
        "on: missing files are remembered as well.",
        _core.rule(HSL, FLAG),
        see=("nginx.open_file_cache",),
    ),
    _knob(
        "nginx.reset_timedout_connection",
        takes("switch", "off"),
        "on: connections that timed out are reset, which frees their memory at once instead of leaving "
        "them in FIN_WAIT1.",
        _core.rule(HSL, FLAG),
        see=("nginx.send_timeout", "nginx.keepalive_timeout"),
    ),
    _knob(
        "nginx.expires",
        takes("expires", "off"),
        "Adds Expires and Cache-Control to answers: a time such as 365d, epoch, max or off. Costs a few "
        "header bytes on each answer; a load tool keeps no cache.",
        _headers.rule(HSL_IF, Slot(TEXT, 1, 2)),
    ),
)
