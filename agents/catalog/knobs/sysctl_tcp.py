"""Kernel settings of TCP that tuning guides change."""

from agents.catalog.knobs.types import kernel_setting

_CONNECT = (
    kernel_setting(
        "net.ipv4.tcp_max_syn_backlog",
        "Connections that a listening socket may have half open. The shorter of this and the accept queue "
        "counts.",
        minimum=1,
        maximum=2_147_483_647,
        unit="connections",
        see=("sysctl.net.core.somaxconn", "sysctl.net.ipv4.tcp_syncookies"),
    ),
    kernel_setting(
        "net.ipv4.tcp_syn_retries",
        "How often the first packet of a connection is sent again without an answer: 1 s, 3 s, 7 s … later.",
        minimum=1,
        maximum=127,
        see=("sysctl.net.ipv4.tcp_synack_retries",),
    ),
    kernel_setting(
        "net.ipv4.tcp_synack_retries",
        "How often the answer to a first packet is sent again while the client is silent.",
        minimum=0,
        maximum=255,
        see=("sysctl.net.ipv4.tcp_syn_retries",),
    ),
    kernel_setting(
        "net.ipv4.tcp_fastopen",
        "TCP Fast Open, a sum of bits: 1 for clients, 2 for servers, 1024 for every listening socket.",
        minimum=0,
        maximum=65535,
        see=("listen.fastopen",),
    ),
    kernel_setting(
        "net.ipv4.tcp_syncookies",
        "What happens when the queue of half-open connections is full: 0 drops, 1 answers with a cookie, 2 "
        "always does.",
        minimum=0,
        maximum=2,
        see=("sysctl.net.ipv4.tcp_max_syn_backlog",),
    ),
    kernel_setting(
        "net.ipv4.tcp_abort_on_overflow",
        "1: a connection that finds the accept queue full is reset, and the client fails at once. 0: it "
        "is dropped and tried again.",
        minimum=0,
        maximum=1,
        see=("sysctl.net.core.somaxconn", "listen.backlog"),
    ),
    kernel_setting(
        "net.ipv4.tcp_migrate_req",
        "1: connections that wait at a closing reuseport socket move to another one.",
        minimum=0,
        maximum=1,
        see=("listen.reuseport",),
    ),
)

_CLOSE = (
    kernel_setting(
        "net.ipv4.ip_local_port_range",
        "First and last port for connections that this host opens. A wide range lets it open more to one "
        "address before old ones are gone.",
        type="numbers",
        count=2,
        minimum=1024,
        maximum=65535,
        span=99,
        see=("sysctl.net.ipv4.tcp_tw_reuse", "sysctl.net.ipv4.tcp_max_tw_buckets"),
    ),
    kernel_setting(
        "net.ipv4.tcp_tw_reuse",
        "Whether a port in TIME_WAIT is taken again for a new outgoing connection: 0 never, 1 always, 2 only "
        "on loopback.",
        minimum=0,
        maximum=2,
        see=("sysctl.net.ipv4.ip_local_port_range",),
    ),
    kernel_setting(
        "net.ipv4.tcp_max_tw_buckets",
        "Connections in TIME_WAIT; beyond that they are closed at once.",
        minimum=0,
        maximum=2_147_483_647,
        unit="connections",
        see=("sysctl.net.ipv4.tcp_tw_reuse",),
    ),
    kernel_setting(
        "net.ipv4.tcp_fin_timeout",
        "How long a connection that no program owns stays in FIN_WAIT2. It does not shorten TIME_WAIT.",
        minimum=1,
        maximum=3600,
        unit="s",
        see=("sysctl.net.ipv4.tcp_max_orphans",),
    ),
    kernel_setting(
        "net.ipv4.tcp_max_orphans",
        "Connections without a program that the kernel still closes properly; more are reset.",
        scope="host",
        minimum=256,
        maximum=2_147_483_647,
        unit="connections",
        see=("sysctl.net.ipv4.tcp_fin_timeout",),
    ),
)

_DATA = (
    kernel_setting(
        "net.ipv4.tcp_mem",
        "Pages of memory for all of TCP: no pressure below the first number, pressure from the second, no "
        "more above the third. Too few would stop every connection of the host.",
        scope="host",
        type="numbers",
        count=3,
        minimum=4096,
        maximum=9_223_372_036_854_775_807,
        unit="pages",
        see=("sysctl.net.ipv4.tcp_rmem", "sysctl.net.ipv4.tcp_wmem"),
    ),
    kernel_setting(
        "net.ipv4.tcp_rmem",
        "Receive buffer of a connection: smallest, first and largest.",
        type="numbers",
        count=3,
        minimum=1,
        maximum=2_147_483_647,
        unit="B",
        see=("sysctl.net.core.rmem_max", "sysctl.net.ipv4.tcp_mem"),
    ),
    kernel_setting(
        "net.ipv4.tcp_wmem",
        "Send buffer of a connection: smallest, first and largest.",
        type="numbers",
        count=3,
        minimum=1,
        maximum=2_147_483_647,
        unit="B",
        see=("sysctl.net.core.wmem_max", "sysctl.net.ipv4.tcp_mem"),
    ),
    kernel_setting(
        "net.ipv4.tcp_congestion_control",
        "Congestion control of new connections, such as cubic or bbr; the kernel must have it.",
        type="word",
        see=("sysctl.net.core.default_qdisc",),
    ),
    kernel_setting(
        "net.ipv4.tcp_slow_start_after_idle",
        "1: a kept-alive connection that was idle starts slowly again.",
        minimum=0,
        maximum=1,
        see=("nginx.keepalive_timeout",),
    ),
    kernel_setting(
        "net.ipv4.tcp_notsent_lowat",
        "Bytes not yet sent up to which a socket counts as writable.",
        minimum=0,
        maximum=4_294_967_295,
        unit="B",
        see=("sysctl.net.ipv4.tcp_wmem",),
    ),
    kernel_setting(
        "net.ipv4.tcp_autocorking",
        "1: the kernel gathers small writes into fewer packets.",
        minimum=0,
        maximum=1,
        see=("nginx.tcp_nodelay",),
    ),
    kernel_setting(
        "net.ipv4.tcp_timestamps",
        "Time stamps in each packet: 0 none, 1 with a random start, 2 without. tcp_tw_reuse needs them.",
        minimum=0,
        maximum=2,
        see=("sysctl.net.ipv4.tcp_tw_reuse",),
    ),
)

TCP = (*_CONNECT, *_CLOSE, *_DATA)
