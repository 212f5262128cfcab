"""nginx: how answers of the backend pass through the proxy."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import FLAG, MB, at_most, number, size
from agents.catalog.rules.rule import HSL, Module

_knob = partial(knob, family="http")
_proxy = Module("ngx_http_proxy_module")
KNOBS = (
    _knob(
        "nginx.proxy_buffering",
        takes("switch", "on"),
        "on: the answer is read from the backend as fast as it comes and kept until the client has read "
        "it. off: it is passed on piece by piece.",
        _proxy.rule(HSL, FLAG),
        see=("nginx.proxy_buffers", "nginx.proxy_buffer_size"),
    ),
    _knob(
        "nginx.proxy_buffers",
        takes("buffers", "8 4k", 64, 64 * 1024 * 1024),
        "Number and size of buffers for one answer; what does not fit goes to a file.",
        _proxy.rule(HSL, number(1, 4096), size(64 * MB), together=at_most(64 * MB)),
        see=("nginx.proxy_buffering", "nginx.proxy_buffer_size", "origin.body_bytes"),
    ),
    _knob(
        "nginx.proxy_buffer_size",
        takes("size", "4k", 64, 64 * 1024 * 1024),
        "Buffer for the first part of an answer; it must hold the whole header.",
        _proxy.rule(HSL, size(64 * MB)),
        see=("nginx.proxy_buffers",),
    ),
)
