"""nginx: parameters of the listening socket."""

from agents.catalog.knobs.types import knob, takes

KNOBS = (
    knob(
        "listen.reuseport",
        takes("switch", "off"),
        "on: each worker listens on its own socket, and the kernel spreads connections over them.",
        see=("nginx.worker_processes", "nginx.accept_mutex", "listen.backlog"),
    ),
    knob(
        "listen.deferred",
        takes("switch", "off"),
        "on: a worker is woken when the request has arrived, not when the connection is made "
        "(TCP_DEFER_ACCEPT). Matters for short connections.",
        see=("listen.backlog",),
    ),
    knob(
        "listen.backlog",
        takes("int", "511", 1, 65535, "connections"),
        "Length of the queue of connections that wait to be accepted. The kernel cuts it at "
        "net.core.somaxconn.",
        see=("listen.deferred", "listen.reuseport"),
    ),
    knob(
        "listen.fastopen",
        takes("int", "none: no TCP Fast Open", 1, 65535, "connections"),
        "Takes data with the first packet of a known client (TCP Fast Open), for up to this many "
        "connections that are not yet complete. The kernel must allow it to servers.",
        see=("sysctl.net.ipv4.tcp_fastopen", "listen.deferred"),
        since="1.5.8",
    ),
    knob(
        "listen.so_keepalive",
        takes("so_keepalive", "the system's: off"),
        "TCP keep-alive probes on client connections: on, off, or idle:interval:count such as 30m::10, "
        "where an empty part keeps the system's value.",
        see=("nginx.keepalive_timeout",),
    ),
)
