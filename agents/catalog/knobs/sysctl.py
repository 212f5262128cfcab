"""Kernel settings: with an entry of their own, by key within a range, or as a host's operator allows it.

A key with the scope `namespace` exists in each network namespace; one with the scope `host` only in the
host's own.
"""

import re

from agents.catalog.knobs.sysctl_ranges import MORE
from agents.catalog.knobs.types import Knob, host_value, kernel_setting

_KEY = re.compile(r"(?:net|fs|vm|kernel)(?:\.[A-Za-z0-9_-]{1,64}){1,8}")


RUNS_PROGRAMS = (
    "kernel.core_pattern",
    "kernel.hotplug",
    "kernel.modprobe",
    "kernel.poweroff_cmd",
    "fs.binfmt_misc.",
)
"""Beginnings of keys whose value the kernel runs as root: no pattern of an operator allows them."""


def may_be_set(key: str) -> bool:
    """Whether it is the key of a kernel setting that an operator could allow."""
    return bool(_KEY.fullmatch(key)) and not key.startswith(RUNS_PROGRAMS)


def is_safe_sysctl(key: str) -> bool:
    """Whether agents change this key without their operator's word: it has a range that keeps a host well."""
    return key in SAFE_SYSCTLS


def any_sysctl(name: str) -> Knob | None:
    """A knob for a kernel setting that has no entry; None when the name is not one.

    Keys that are not safe are knobs as well: whether a host takes them is for its operator to say.
    """
    family, _, key = name.partition(".")
    if family != "sysctl" or not may_be_set(key):
        return None
    if key in MORE:
        low, high = MORE[key]
        return kernel_setting(key, host_value(low, high), "A kernel setting by its key.")
    return kernel_setting(
        key, host_value(type="word"), "A kernel setting that a host's operator has to allow."
    )


_QDISCS = ("fq", "fq_codel", "pfifo_fast", "cake", "codel", "fq_pie", "pie", "sfq", "pfifo", "bfifo")
_CORE = (
    kernel_setting(
        "net.core.somaxconn",
        host_value(1, 2_147_483_647, "connections"),
        "Longest accept queue of any listening socket. A larger listen backlog is cut to this.",
        see=("listen.backlog", "sysctl.net.ipv4.tcp_max_syn_backlog"),
    ),
    kernel_setting(
        "net.core.netdev_max_backlog",
        host_value(64, 2_147_483_647, "packets"),
        "Packets that may wait for a CPU after the network card has delivered them. More are dropped.",
        see=("sysctl.net.core.somaxconn",),
        scope="host",
    ),
    kernel_setting(
        "net.core.default_qdisc",
        host_value(type="choice", choices=_QDISCS),
        "Queue discipline of network devices that are made from now on, such as fq, fq_codel or pfifo_fast. "
        "Devices that are up keep theirs.",
        see=("sysctl.net.ipv4.tcp_congestion_control",),
        scope="host",
    ),
    kernel_setting(
        "net.core.rmem_max",
        host_value(2304, 2_147_483_647, "B"),
        "Largest receive buffer that a program may ask for. Buffers that TCP sizes itself follow tcp_rmem.",
        see=("sysctl.net.ipv4.tcp_rmem",),
        scope="host",
    ),
    kernel_setting(
        "net.core.wmem_max",
        host_value(4608, 2_147_483_647, "B"),
        "Largest send buffer that a program may ask for. Buffers that TCP sizes itself follow tcp_wmem.",
        see=("sysctl.net.ipv4.tcp_wmem",),
        scope="host",
    ),
    kernel_setting(
        "net.core.busy_poll",
        host_value(0, 1_000_000, "µs"),
        "Time that a wait for events polls the network card itself before it sleeps.",
        see=("sysctl.net.core.busy_read",),
        scope="host",
    ),
    kernel_setting(
        "net.core.busy_read",
        host_value(0, 1_000_000, "µs"),
        "Time that a blocking read polls the network card itself before it sleeps.",
        see=("sysctl.net.core.busy_poll",),
        scope="host",
    ),
)

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

_FILES = (
    kernel_setting(
        "fs.file-max",
        host_value(65_536, 9_223_372_036_854_775_807, "files"),
        "Open files of the whole system. Fewer than programs have open would stop them.",
        see=("sysctl.fs.nr_open", "limits.nofile"),
    ),
    kernel_setting(
        "fs.nr_open",
        host_value(65_536, 2_147_483_584, "files"),
        "Highest limit of open files that one process can be given.",
        see=("limits.nofile", "sysctl.fs.file-max"),
    ),
    kernel_setting(
        "vm.swappiness",
        host_value(0, 200),
        "How readily the kernel swaps programs out rather than dropping pages of files.",
    ),
)

KNOBS = (*_CORE, *_CONNECT, *_CLOSE, *_DATA, *_FILES)
SAFE_SYSCTLS = frozenset({*MORE, *(knob.key for knob in KNOBS)})
