"""nginx: parameters of the listening socket."""

from functools import partial

from agents.catalog.knobs.types import Knob

_knob = partial(Knob, role="proxy", family="listen")
KNOBS = (
    _knob(
        name="listen.reuseport",
        type="switch",
        default="off",
        text="on: each worker listens on its own socket, and the kernel spreads connections over them.",
        see=("nginx.worker_processes", "nginx.accept_mutex", "listen.backlog"),
    ),
    _knob(
        name="listen.deferred",
        type="switch",
        default="off",
        text="on: a worker is woken when the request has arrived, not when the connection is made "
        "(TCP_DEFER_ACCEPT). Matters for short connections.",
        see=("listen.backlog",),
    ),
    _knob(
        name="listen.backlog",
        type="int",
        unit="connections",
        default="511",
        minimum=1,
        maximum=65535,
        text="Length of the queue of connections that wait to be accepted. The kernel cuts it at "
        "net.core.somaxconn.",
        see=("listen.deferred", "listen.reuseport"),
    ),
    _knob(
        name="listen.fastopen",
        type="int",
        unit="connections",
        default="none: no TCP Fast Open",
        minimum=1,
        maximum=65535,
        text="Takes data with the first packet of a known client (TCP Fast Open), for up to this many "
        "connections that are not yet complete. The kernel must allow it to servers.",
        see=("sysctl.net.ipv4.tcp_fastopen", "listen.deferred"),
        since="1.5.8",
    ),
    _knob(
        name="listen.so_keepalive",
        type="so_keepalive",
        default="the system's: off",
        text="TCP keep-alive probes on client connections: on, off, or idle:interval:count such as 30m::10, "
        "where an empty part keeps the system's value.",
        see=("nginx.keepalive_timeout",),
    ),
)
