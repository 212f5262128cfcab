"""nginx: HTTP/2 to the client."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import KB, MB, number, size
from agents.catalog.rules.rule import HS, HSL, HTTP, Module

_knob = partial(Knob, role="proxy", family="http", module="http_v2")
_http2 = Module("ngx_http_v2_module")
DEFAULT_STREAMS = 128
KNOBS = (
    _knob(
        name="listen.http2",
        family="listen",
        type="switch",
        default="off",
        text="on: clients that ask for it get HTTP/2. With tls.on they choose (ALPN); without TLS, nginx "
        "before 1.25.1 understands HTTP/2 alone on that port. Written as `http2 on` from 1.25.1 on, as "
        "`listen … http2` before. Only a load tool that speaks HTTP/2 notices it.",
        see=("tls.on", "nginx.http2_max_concurrent_streams", "nginx.keepalive_requests"),
        since="1.9.5",
    ),
    _knob(
        name="nginx.http2_max_concurrent_streams",
        type="int",
        unit="streams",
        default=str(DEFAULT_STREAMS),
        minimum=1,
        maximum=1_000_000,
        text="Requests that an HTTP/2 connection may have open at once; a client keeps further ones back.",
        see=("listen.http2",),
        directive="http2_max_concurrent_streams",
        context="http",
        since="1.9.5",
        rule=_http2.rule(HS, number(1, 1_000_000)),
    ),
    _knob(
        name="nginx.http2_chunk_size",
        type="size",
        unit="bytes",
        default="8k",
        minimum=1,
        maximum=65_536,
        text="Largest piece of a body that is sent before another stream gets its turn.",
        see=("listen.http2",),
        directive="http2_chunk_size",
        context="http",
        since="1.9.5",
        rule=_http2.rule(HSL, size(64 * KB)),
    ),
    _knob(
        name="nginx.http2_recv_buffer_size",
        type="size",
        unit="bytes",
        default="256k",
        minimum=512,
        maximum=1_048_576,
        text="Buffer of each worker into which it reads from HTTP/2 connections.",
        see=("listen.http2",),
        directive="http2_recv_buffer_size",
        context="http",
        since="1.9.5",
        rule=_http2.rule(HTTP, size(MB)),
    ),
)
