"""nginx: what is written for each request."""

from functools import partial

from agents.catalog.knobs.types import knob, takes

_knob = partial(knob, family="http")
KNOBS = (
    _knob(
        "nginx.access_log",
        takes("choice", "disk", choices=("off", "disk", "memory")),
        "Where a line for each request goes: nowhere, to a file on disk, or to one in memory (tmpfs).",
        see=("nginx.worker_processes", "nginx.access_log_buffer"),
    ),
    _knob(
        "nginx.access_log_buffer",
        takes("size", "none: a write for each request", 1024, 64 * 1024 * 1024),
        "Lines are gathered in a buffer of this size in each worker and written together. Needs an "
        "access log.",
        see=("nginx.access_log", "nginx.access_log_flush"),
    ),
    _knob(
        "nginx.access_log_flush",
        takes("duration", "none: written when the buffer is full", 1, 86_400),
        "Longest time that a line waits in the buffer. Needs nginx.access_log_buffer.",
        see=("nginx.access_log_buffer",),
    ),
)
