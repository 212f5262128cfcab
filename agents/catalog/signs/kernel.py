"""Signs of kernel settings: the counters of the host's network that they move."""

from agents.catalog.signs.sign import Sign, signs

IPV4 = "net.ipv4."

COUNTERS_BY_KEY: dict[str, tuple[str, ...]] = {
    "net.core.somaxconn": ("TcpExt.ListenOverflows", "TcpExt.ListenDrops"),
    "net.core.busy_poll": ("TcpExt.BusyPollRxPackets",),
    "net.core.busy_read": ("TcpExt.BusyPollRxPackets",),
    f"{IPV4}tcp_max_syn_backlog": ("TcpExt.TCPReqQFullDrop", "TcpExt.TCPReqQFullDoCookies"),
    f"{IPV4}tcp_fastopen": ("TcpExt.TCPFastOpenPassive", "TcpExt.TCPFastOpenCookieReqd"),
    f"{IPV4}tcp_syncookies": ("TcpExt.SyncookiesSent",),
    f"{IPV4}tcp_abort_on_overflow": ("TcpExt.ListenOverflows",),
    f"{IPV4}tcp_migrate_req": ("TcpExt.TCPMigrateReqSuccess", "TcpExt.TCPMigrateReqFailure"),
    f"{IPV4}ip_local_port_range": ("Tcp.ActiveOpens",),
    f"{IPV4}tcp_tw_reuse": ("TcpExt.TWRecycled",),
    f"{IPV4}tcp_max_tw_buckets": ("TcpExt.TCPTimeWaitOverflow",),
    f"{IPV4}tcp_autocorking": ("TcpExt.TCPAutoCorking",),
}
"""Key → counters: where none of them moves, the setting had no occasion to act."""

KERNEL_COUNTERS = tuple(dict.fromkeys(name for names in COUNTERS_BY_KEY.values() for name in names))
"""What agents report of each window, by the names of /proc/net/netstat and snmp."""

OF_KEYS: dict[str, Sign] = (
    {
        key: Sign(", ".join(f"`{name.partition('.')[2]}`" for name in names), "run")
        for key, names in COUNTERS_BY_KEY.items()
    }
    | signs(
        "definition",
        {
            f"{IPV4}tcp_syn_retries": "acts when a connection is not answered",
            f"{IPV4}tcp_synack_retries": "acts when a connection is not answered",
            f"{IPV4}tcp_fin_timeout": "acts on connections that no process holds",
            f"{IPV4}tcp_max_orphans": "acts on connections that no process holds",
            f"{IPV4}tcp_slow_start_after_idle": "acts on connections that were idle",
            f"{IPV4}tcp_rmem": "acts on data that waits to be read",
            f"{IPV4}tcp_wmem": "acts on data that waits to be sent",
            f"{IPV4}tcp_notsent_lowat": "acts on data that waits to be sent",
            f"{IPV4}tcp_congestion_control": "acts on answers beyond the first burst",
            "net.core.rmem_max": "acts on sizes that a program asks for",
            "net.core.wmem_max": "acts on sizes that a program asks for",
            "net.core.netdev_max_backlog": "acts when the queue of a CPU is full",
            "net.core.default_qdisc": "acts on devices that come up later",
            "vm.swappiness": "acts when memory runs short",
            f"{IPV4}tcp_mem": "acts when sockets fill memory",
        },
    )
    | signs(
        "none",
        {
            f"{IPV4}tcp_timestamps": "12 bytes of each packet, which no counter tells apart",
            "fs.file-max": "a limit that failures show when it is reached",
            "fs.nr_open": "a limit that failures show when it is reached",
        },
    )
)
