"""Kernel settings of TCP that tuning guides change."""

from agents.catalog.knobs.types import host_value, kernel_setting

_CONNECT = (
    kernel_setting(
        "net.ipv4.tcp_max_syn_backlog",
        host_value(1, 2_147_483_647, "connections"),
        "Connections that a listening socket may have half open. The shorter of this and the accept queue "
        "counts.",
        see=("sysctl.net.core.somaxconn", "sysctl.net.ipv4.tcp_syncookies"),
    ),
    kernel_setting(
        "net.ipv4.tcp_syn_retries",
        host_value(1, 127),
        "How often the first packet of a connection is sent again without an answer: 1 s, 3 s, 7 s … later.",
        see=("sysctl.net.ipv4.tcp_synack_retries",),
    ),
    kernel_setting(
        "net.ipv4.tcp_synack_retries",
        host_value(0, 255),
        "How often the answer to a first packet is sent again while the client is silent.",
        see=("sysctl.net.ipv4.tcp_syn_retries",),
    ),
    kernel_setting(
        "net.ipv4.tcp_fastopen",
        host_value(0, 65535),
        "TCP Fast Open, a sum of bits: 1 for clients, 2 for servers, 1024 for every listening socket.",
        see=("listen.fastopen",),
    ),
    kernel_setting(
        "net.ipv4.tcp_syncookies",
        host_value(0, 2),
        "What happens when the queue of half-open connections is full: 0 drops, 1 answers with a cookie, 2 "
        "always does.",
        see=("sysctl.net.ipv4.tcp_max_syn_backlog",),
    ),
    kernel_setting(
        "net.ipv4.tcp_abort_on_overflow",
        host_value(0, 1),
        "1: a connection that finds the accept queue full is reset, and the client fails at once. 0: it "
        "is dropped and tried again.",
        see=("sysctl.net.core.somaxconn", "listen.backlog"),
    ),
    kernel_setting(
        "net.ipv4.tcp_migrate_req",
        host_value(0, 1),
        "1: connections that wait at a closing reuseport socket move to another one.",
        see=("listen.reuseport",),
    ),
)

_CLOSE = (
    kernel_setting(
        "net.ipv4.ip_local_port_range",
        host_value(1024, 65535, type="numbers", count=2, span=99),
        "First and last port for connections that this host opens. A wide range lets it open more to one "
        "address before old ones are gone.",
        see=("sysctl.net.ipv4.tcp_tw_reuse", "sysctl.net.ipv4.tcp_max_tw_buckets"),
    ),
    kernel_setting(
        "net.ipv4.tcp_tw_reuse",
        host_value(0, 2),
        "Whether a port in TIME_WAIT is taken again for a new outgoing connection: 0 never, 1 always, 2 only "
        "on loopback.",
        see=("sysctl.net.ipv4.ip_local_port_range",),
    ),
    kernel_setting(
        "net.ipv4.tcp_max_tw_buckets",
        host_value(0, 2_147_483_647, "connections"),
        "Connections in TIME_WAIT; beyond that they are closed at once.",
        see=("sysctl.net.ipv4.tcp_tw_reuse",),
    ),
    kernel_setting(
        "net.ipv4.tcp_fin_timeout",
        host_value(1, 3600, "s"),
        "How long a connection that no program owns stays in FIN_WAIT2. It does not shorten TIME_WAIT.",
        see=("sysctl.net.ipv4.tcp_max_orphans",),
    ),
    kernel_setting(
        "net.ipv4.tcp_max_orphans",
        host_value(256, 2_147_483_647, "connections"),
        "Connections without a program that the kernel still closes properly; more are reset.",
        see=("sysctl.net.ipv4.tcp_fin_timeout",),
        scope="host",
    ),
)

_DATA = (
    kernel_setting(
        "net.ipv4.tcp_mem",
        host_value(4096, 9_223_372_036_854_775_807, "pages", type="numbers", count=3),
        "Pages of memory for all of TCP: no pressure below the first number, pressure from the second, no "
        "more above the third. Too few would stop every connection of the host.",
        see=("sysctl.net.ipv4.tcp_rmem", "sysctl.net.ipv4.tcp_wmem"),
        scope="host",
    ),
    kernel_setting(
        "net.ipv4.tcp_rmem",
        host_value(1, 2_147_483_647, "B", type="numbers", count=3),
        "Receive buffer of a connection: smallest, first and largest.",
        see=("sysctl.net.core.rmem_max", "sysctl.net.ipv4.tcp_mem"),
    ),
    kernel_setting(
        "net.ipv4.tcp_wmem",
        host_value(1, 2_147_483_647, "B", type="numbers", count=3),
        "Send buffer of a connection: smallest, first and largest.",
        see=("sysctl.net.core.wmem_max", "sysctl.net.ipv4.tcp_mem"),
    ),
    kernel_setting(
        "net.ipv4.tcp_congestion_control",
        host_value(type="word"),
        "Congestion control of new connections, such as cubic or bbr; the kernel must have it.",
        see=("sysctl.net.core.default_qdisc",),
    ),
    kernel_setting(
        "net.ipv4.tcp_slow_start_after_idle",
        host_value(0, 1),
        "1: a kept-alive connection that was idle starts slowly again.",
        see=("nginx.keepalive_timeout",),
    ),
    kernel_setting(
        "net.ipv4.tcp_notsent_lowat",
        host_value(0, 4_294_967_295, "B"),
        "Bytes not yet sent up to which a socket counts as writable.",
        see=("sysctl.net.ipv4.tcp_wmem",),
    ),
    kernel_setting(
        "net.ipv4.tcp_autocorking",
        host_value(0, 1),
        "1: the kernel gathers small writes into fewer packets.",
        see=("nginx.tcp_nodelay",),
    ),
    kernel_setting(
        "net.ipv4.tcp_timestamps",
        host_value(0, 2),
        "Time stamps in each packet: 0 none, 1 with a random start, 2 without. tcp_tw_reuse needs them.",
        see=("sysctl.net.ipv4.tcp_tw_reuse",),
    ),
)

TCP = (*_CONNECT, *_CLOSE, *_DATA)
