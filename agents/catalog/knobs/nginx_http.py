"""nginx: http context."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import FLAG, TEXT, TIME, number, one_of, options, union
from agents.catalog.rules.rule import HSL, HSL_IF, Module, Slot, maybe, one_or_more

_knob = partial(Knob, role="proxy", family="http", context="http")
_core = Module("ngx_http_core_module")
_headers = Module("ngx_http_headers_module")
KNOBS = (
    _knob(
        name="nginx.sendfile",
        type="switch",
        default="off",
        text="on: files are sent from the page cache by the kernel without a copy into nginx. Only matters "
        "for static pages.",
        see=("nginx.tcp_nopush", "origin.kind"),
        directive="sendfile",
        rule=_core.rule(HSL_IF, FLAG),
    ),
    _knob(
        name="nginx.tcp_nopush",
        type="switch",
        default="off",
        text="on: header and start of a file leave in one packet (TCP_CORK). Only acts with sendfile.",
        see=("nginx.sendfile", "nginx.tcp_nodelay"),
        directive="tcp_nopush",
        rule=_core.rule(HSL, FLAG),
    ),
    _knob(
        name="nginx.tcp_nodelay",
        type="switch",
        default="on",
        text="on: small packets on kept-alive connections are sent at once instead of waiting for an "
        "acknowledgement.",
        see=("nginx.tcp_nopush",),
        directive="tcp_nodelay",
        rule=_core.rule(HSL, FLAG),
    ),
    _knob(
        name="nginx.keepalive_requests",
        type="int",
        unit="requests",
        default="1000",
        minimum=1,
        maximum=1_000_000_000,
        text="Requests on one client connection before nginx closes it. At R requests a second, R divided by "
        "this many connections close each second.",
        see=("nginx.keepalive_timeout", "upstream.keepalive_requests"),
        directive="keepalive_requests",
        rule=_core.rule(HSL, number(0, 1_000_000_000)),
    ),
    _knob(
        name="nginx.keepalive_timeout",
        type="duration",
        unit="s",
        default="75s",
        minimum=0,
        maximum=86_400,
        text="How long an idle client connection stays open; 0 closes it after each answer.",
        see=("nginx.keepalive_requests",),
        directive="keepalive_timeout",
        rule=_core.rule(HSL, TIME, maybe(TIME)),
    ),
    _knob(
        name="nginx.open_file_cache",
        type="open_file_cache",
        default="off",
        text="Keeps descriptors and sizes of requested files: a static page then needs no open and stat "
        "each time.",
        see=("nginx.sendfile", "origin.kind"),
        directive="open_file_cache",
        rule=_core.rule(
            HSL, one_or_more(union(one_of("off"), options(max=number(1, 999_999_999), inactive=TIME)))
        ),
    ),
    _knob(
        name="nginx.open_file_cache_valid",
        type="seconds",
        unit="s",
        default="60s",
        minimum=0,
        maximum=86_400,
        text="After this time an entry of the cache is compared with the file again.",
        see=("nginx.open_file_cache",),
        directive="open_file_cache_valid",
        rule=_core.rule(HSL, TIME),
    ),
    _knob(
        name="nginx.open_file_cache_min_uses",
        type="int",
        unit="uses",
        default="1",
        minimum=1,
        maximum=1_000_000,
        text="How often a file must be requested within `inactive` for its descriptor to stay open.",
        see=("nginx.open_file_cache",),
        directive="open_file_cache_min_uses",
        rule=_core.rule(HSL, number(1, 1_000_000)),
    ),
    _knob(
        name="nginx.open_file_cache_errors",
        type="switch",
        default="off",
        text="on: missing files are remembered as well.",
        see=("nginx.open_file_cache",),
        directive="open_file_cache_errors",
        rule=_core.rule(HSL, FLAG),
    ),
    _knob(
        name="nginx.reset_timedout_connection",
        type="switch",
        default="off",
        text="on: connections that timed out are reset, which frees their memory at once instead of leaving "
        "them in FIN_WAIT1.",
        see=("nginx.send_timeout", "nginx.keepalive_timeout"),
        directive="reset_timedout_connection",
        rule=_core.rule(HSL, FLAG),
    ),
    _knob(
        name="nginx.expires",
        type="expires",
        default="off",
        text="Adds Expires and Cache-Control to answers: a time such as 365d, epoch, max or off. Costs a few "
        "header bytes on each answer; a load tool keeps no cache.",
        directive="expires",
        rule=_headers.rule(HSL_IF, Slot(TEXT, 1, 2)),
    ),
)
