"""nginx: parameters of the listening socket."""

from agents.catalog.knobs.types import Knob

KNOBS = (
    Knob(
        name="listen.reuseport",
        role="proxy",
        family="listen",
        type="switch",
        default="off",
        text="on: each worker listens on its own socket, and the kernel spreads connections over them.",
        see=("nginx.worker_processes", "nginx.accept_mutex", "listen.backlog"),
    ),
    Knob(
        name="listen.deferred",
        role="proxy",
        family="listen",
        type="switch",
        default="off",
        text="on: a worker is woken when the request has arrived, not when the connection is made "
        "(TCP_DEFER_ACCEPT). Matters for short connections.",
        see=("listen.backlog",),
    ),
    Knob(
        name="listen.backlog",
        role="proxy",
        family="listen",
        type="int",
        unit="connections",
        default="511",
        minimum=1,
        maximum=65535,
        text="Length of the queue of connections that wait to be accepted. The kernel cuts it at "
        "net.core.somaxconn.",
        see=("listen.deferred", "listen.reuseport"),
    ),
    Knob(
        name="listen.fastopen",
        role="proxy",
        family="listen",
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
    Knob(
        name="listen.so_keepalive",
        role="proxy",
        family="listen",
        type="so_keepalive",
        default="the system's: off",
        text="TCP keep-alive probes on client connections: on, off, or idle:interval:count such as 30m::10, "
        "where an empty part keeps the system's value.",
        see=("nginx.keepalive_timeout",),
    ),
)
