"""nginx: timeouts and buffers for a client's request."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import GB, MB, TIME, at_most, number, size
from agents.catalog.rules.rule import HS, HSL, Module

_knob = partial(knob, family="http")
_core = Module("ngx_http_core_module")
KNOBS = (
    _knob(
        "nginx.client_header_timeout",
        takes("duration", "60s", 1, 86_400),
        "How long nginx waits for the whole header of a request before it answers 408.",
        _core.rule(HS, TIME),
        see=("nginx.client_body_timeout", "nginx.reset_timedout_connection"),
    ),
    _knob(
        "nginx.client_body_timeout",
        takes("duration", "60s", 1, 86_400),
        "How long nginx waits between two reads of a request's body. Requests without a body are not "
        "affected.",
        _core.rule(HSL, TIME),
        see=("nginx.client_header_timeout",),
    ),
    _knob(
        "nginx.send_timeout",
        takes("duration", "60s", 1, 86_400),
        "How long nginx waits between two writes of an answer for a client that does not read.",
        _core.rule(HSL, TIME),
        see=("nginx.reset_timedout_connection",),
    ),
    _knob(
        "nginx.client_body_buffer_size",
        takes("size", "16k (8k on 32-bit systems)", 1, 64 * 1024 * 1024),
        "Buffer in memory for a request's body; a larger one goes to a file.",
        _core.rule(HSL, size(64 * MB)),
        see=("nginx.client_max_body_size",),
    ),
    _knob(
        "nginx.client_header_buffer_size",
        takes("size", "1k", 64, 1024 * 1024),
        "Buffer for a request's header; longer lines go to large_client_header_buffers.",
        _core.rule(HS, size(MB)),
        see=("nginx.large_client_header_buffers",),
    ),
    _knob(
        "nginx.large_client_header_buffers",
        takes("buffers", "4 8k", 64, 16 * 1024 * 1024),
        "Number and size of buffers for headers that do not fit the first one. A longer line is "
        "answered with 414 or 400.",
        _core.rule(HS, number(1, 4096), size(16 * MB), together=at_most(64 * MB)),
        see=("nginx.client_header_buffer_size",),
    ),
    _knob(
        "nginx.client_max_body_size",
        takes("size", "1m", 0, 1024**4),
        "Largest body of a request; a larger one is answered with 413. 0: any size.",
        _core.rule(HSL, size(1024 * GB)),
        see=("nginx.client_body_buffer_size",),
    ),
)
