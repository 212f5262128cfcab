"""nginx: what is written for each request."""

from agents.catalog.knobs.types import Knob

KNOBS = (
    Knob(
        name="nginx.access_log",
        role="proxy",
        family="http",
        type="choice",
        default="disk",
        choices=("off", "disk", "memory"),
        text="Where a line for each request goes: nowhere, to a file on disk, or to one in memory (tmpfs).",
        see=("nginx.worker_processes", "nginx.access_log_buffer"),
    ),
    Knob(
        name="nginx.access_log_buffer",
        role="proxy",
        family="http",
        type="size",
        unit="B",
        default="none: a write for each request",
        minimum=1024,
        maximum=64 * 1024 * 1024,
        text="Lines are gathered in a buffer of this size in each worker and written together. Needs an "
        "access log.",
        see=("nginx.access_log", "nginx.access_log_flush"),
    ),
    Knob(
        name="nginx.access_log_flush",
        role="proxy",
        family="http",
        type="duration",
        unit="s",
        default="none: written when the buffer is full",
        minimum=1,
        maximum=86_400,
        text="Longest time that a line waits in the buffer. Needs nginx.access_log_buffer.",
        see=("nginx.access_log_buffer",),
    ),
)
