"""nginx: HTTP/2 to the client."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import KB, MB, number, size
from agents.catalog.rules.rule import HS, HSL, HTTP, Module

_knob = partial(knob, family="http", module="http_v2")
_http2 = Module("ngx_http_v2_module")
DEFAULT_STREAMS = 128
KNOBS = (
    _knob(
        "listen.http2",
        takes("switch", "off"),
        "on: clients that ask for it get HTTP/2. With tls.on they choose (ALPN); without TLS, nginx "
        "before 1.25.1 understands HTTP/2 alone on that port. Written as `http2 on` from 1.25.1 on, as "
        "`listen … http2` before. Only a load tool that speaks HTTP/2 notices it.",
        see=("tls.on", "nginx.http2_max_concurrent_streams", "nginx.keepalive_requests"),
        family="listen",
        since="1.9.5",
    ),
    _knob(
        "nginx.http2_max_concurrent_streams",
        takes("int", str(DEFAULT_STREAMS), 1, 1_000_000, "streams"),
        "Requests that an HTTP/2 connection may have open at once; a client keeps further ones back.",
        _http2.rule(HS, number(1, 1_000_000)),
        see=("listen.http2",),
        since="1.9.5",
    ),
    _knob(
        "nginx.http2_chunk_size",
        takes("size", "8k", 1, 65_536, "bytes"),
        "Largest piece of a body that is sent before another stream gets its turn.",
        _http2.rule(HSL, size(64 * KB)),
        see=("listen.http2",),
        since="1.9.5",
    ),
    _knob(
        "nginx.http2_recv_buffer_size",
        takes("size", "256k", 512, 1_048_576, "bytes"),
        "Buffer of each worker into which it reads from HTTP/2 connections.",
        _http2.rule(HTTP, size(MB)),
        see=("listen.http2",),
        since="1.9.5",
    ),
)
