"""nginx: how answers of the backend pass through the proxy."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import FLAG, MB, at_most, number, size
from agents.catalog.rules.rule import HSL, Module

_knob = partial(Knob, role="proxy", family="http", context="http")
_proxy = Module("ngx_http_proxy_module")
KNOBS = (
    _knob(
        name="nginx.proxy_buffering",
        type="switch",
        default="on",
        text="on: the answer is read from the backend as fast as it comes and kept until the client has read "
        "it. off: it is passed on piece by piece.",
        see=("nginx.proxy_buffers", "nginx.proxy_buffer_size"),
        directive="proxy_buffering",
        rule=_proxy.rule(HSL, FLAG),
    ),
    _knob(
        name="nginx.proxy_buffers",
        type="buffers",
        default="8 4k",
        minimum=64,
        maximum=64 * 1024 * 1024,
        text="Number and size of buffers for one answer; what does not fit goes to a file.",
        see=("nginx.proxy_buffering", "nginx.proxy_buffer_size", "origin.body_bytes"),
        directive="proxy_buffers",
        rule=_proxy.rule(HSL, number(1, 4096), size(64 * MB), together=at_most(64 * MB)),
    ),
    _knob(
        name="nginx.proxy_buffer_size",
        type="size",
        unit="B",
        default="4k",
        minimum=64,
        maximum=64 * 1024 * 1024,
        text="Buffer for the first part of an answer; it must hold the whole header.",
        see=("nginx.proxy_buffers",),
        directive="proxy_buffer_size",
        rule=_proxy.rule(HSL, size(64 * MB)),
    ),
)
