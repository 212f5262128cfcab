"""nginx: what is written for each request."""

from functools import partial

from agents.catalog.knobs.types import Knob

_knob = partial(Knob, role="proxy", family="http")
KNOBS = (
    _knob(
        name="nginx.access_log",
        type="choice",
        default="disk",
        choices=("off", "disk", "memory"),
        text="Where a line for each request goes: nowhere, to a file on disk, or to one in memory (tmpfs).",
        see=("nginx.worker_processes", "nginx.access_log_buffer"),
    ),
    _knob(
        name="nginx.access_log_buffer",
        type="size",
        unit="B",
        default="none: a write for each request",
        minimum=1024,
        maximum=64 * 1024 * 1024,
        text="Lines are gathered in a buffer of this size in each worker and written together. Needs an "
        "access log.",
        see=("nginx.access_log", "nginx.access_log_flush"),
    ),
    _knob(
        name="nginx.access_log_flush",
        type="duration",
        unit="s",
        default="none: written when the buffer is full",
        minimum=1,
        maximum=86_400,
        text="Longest time that a line waits in the buffer. Needs nginx.access_log_buffer.",
        see=("nginx.access_log_buffer",),
    ),
)
