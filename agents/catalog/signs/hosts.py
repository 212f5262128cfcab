"""Signs of knobs that are no directive of their own: listening sockets, TLS, upstreams, CPUs, limits."""

from agents.catalog.signs.sign import Sign, signs

OF_KNOBS: dict[str, Sign] = (
    signs(
        "start",
        {
            "tls.on": "a handshake",
            "tls.key": "the key of the certificate",
            "pin.load": "CPUs, as the kernel has them",
            "load.protocol": "the protocol that the server chose; a trial in another fails",
            "pin.proxy": "CPUs, as the kernel has them",
            "pin.origin": "CPUs, as the kernel has them",
            "irq.affinity": "read back from the host",
            "irq.irqbalance": "read back from the host",
            "cpu.governor": "read back from the host",
            "limits.nofile": "limit of open files, as the kernel has it",
            "limits.nice": "nice value, as the kernel has it",
        },
    )
    | signs(
        "run",
        {
            "listen.reuseport": "listening sockets: one a worker",
            "nginx.reuse_port": "listening sockets: one a worker",
            "listen.backlog": "room of the accept queue, and its overflows",
            "listen.fastopen": "`TCPFastOpenPassive`, `TCPFastOpenCookieReqd`",
            "upstream.http11": "connections to backends for each request",
            "upstream.keepalive_requests": "connections to backends for each request",
        },
    )
    | signs(
        "system calls",
        {
            "listen.deferred": "`recvfrom` that finds nothing",
            "nginx.access_log": "`write`",
            "nginx.access_log_buffer": "`write`",
            "nginx.access_log_flush": "`write`",
        },
    )
    | signs(
        "definition",
        {
            "listen.so_keepalive": "acts on idle connections",
            "listen.http2": "acts on connections over HTTP/2",
            "upstream.keepalive_timeout": "acts on idle connections",
            "upstream.balancing": "acts with several backends",
        },
    )
    | signs(
        "none",
        {
            "nginx.conf": "its directives have signs of their own",
            "nginx.http_extra": "its directives have signs of their own",
            "nginx.server_extra": "its directives have signs of their own",
            "nginx.location_extra": "its directives have signs of their own",
            "nginx.error_log": "its lines are not counted",
            "upstream.use_upstream": "another way to write the same",
            "origin.address": "servers of your own",
            "server.name": "another server is started in its place",
            "backend.server": "another server is started in its place",
            "server.conf": "only the server itself reads it",
            "origin.kind": "another answer is compared with no other",
        },
    )
)
