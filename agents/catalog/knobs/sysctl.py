"""Kernel settings: with an entry of their own, by key within a range, or as a host's operator allows it.

A key with the scope `namespace` exists in each network namespace; one with the scope `host` only in the
host's own.
"""

import re

from agents.catalog.knobs.sysctl_ranges import MORE
from agents.catalog.knobs.sysctl_tcp import TCP
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

KNOBS = (*_CORE, *TCP, *_FILES)
SAFE_SYSCTLS = frozenset({*MORE, *(knob.key for knob in KNOBS)})
