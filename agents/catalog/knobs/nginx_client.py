"""nginx: timeouts and buffers for a client's request."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import GB, MB, TIME, at_most, number, size
from agents.catalog.rules.rule import HS, HSL, Module

_knob = partial(Knob, role="proxy", family="http", context="http")
_core = Module("ngx_http_core_module")
KNOBS = (
    _knob(
        name="nginx.client_header_timeout",
        type="duration",
        unit="s",
        default="60s",
        minimum=1,
        maximum=86_400,
        text="How long nginx waits for the whole header of a request before it answers 408.",
        see=("nginx.client_body_timeout", "nginx.reset_timedout_connection"),
        directive="client_header_timeout",
        rule=_core.rule(HS, TIME),
    ),
    _knob(
        name="nginx.client_body_timeout",
        type="duration",
        unit="s",
        default="60s",
        minimum=1,
        maximum=86_400,
        text="How long nginx waits between two reads of a request's body. Requests without a body are not "
        "affected.",
        see=("nginx.client_header_timeout",),
        directive="client_body_timeout",
        rule=_core.rule(HSL, TIME),
    ),
    _knob(
        name="nginx.send_timeout",
        type="duration",
        unit="s",
        default="60s",
        minimum=1,
        maximum=86_400,
        text="How long nginx waits between two writes of an answer for a client that does not read.",
        see=("nginx.reset_timedout_connection",),
        directive="send_timeout",
        rule=_core.rule(HSL, TIME),
    ),
    _knob(
        name="nginx.client_body_buffer_size",
        type="size",
        unit="B",
        default="16k (8k on 32-bit systems)",
        minimum=1,
        maximum=64 * 1024 * 1024,
        text="Buffer in memory for a request's body; a larger one goes to a file.",
        see=("nginx.client_max_body_size",),
        directive="client_body_buffer_size",
        rule=_core.rule(HSL, size(64 * MB)),
    ),
    _knob(
        name="nginx.client_header_buffer_size",
        type="size",
        unit="B",
        default="1k",
        minimum=64,
        maximum=1024 * 1024,
        text="Buffer for a request's header; longer lines go to large_client_header_buffers.",
        see=("nginx.large_client_header_buffers",),
        directive="client_header_buffer_size",
        rule=_core.rule(HS, size(MB)),
    ),
    _knob(
        name="nginx.large_client_header_buffers",
        type="buffers",
        default="4 8k",
        minimum=64,
        maximum=16 * 1024 * 1024,
        text="Number and size of buffers for headers that do not fit the first one. A longer line is "
        "answered with 414 or 400.",
        see=("nginx.client_header_buffer_size",),
        directive="large_client_header_buffers",
        rule=_core.rule(HS, number(1, 4096), size(16 * MB), together=at_most(64 * MB)),
    ),
    _knob(
        name="nginx.client_max_body_size",
        type="size",
        unit="B",
        default="1m",
        minimum=0,
        maximum=1024**4,
        text="Largest body of a request; a larger one is answered with 413. 0: any size.",
        see=("nginx.client_body_buffer_size",),
        directive="client_max_body_size",
        rule=_core.rule(HSL, size(1024 * GB)),
    ),
)
