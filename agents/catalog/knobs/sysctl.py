"""Kernel settings: with an entry of their own, by key within a range, or as a host's operator allows it.

A key with the scope `namespace` exists in each network namespace; one with the scope `host` only in the
host's own.
"""

import re

from agents.catalog.knobs.sysctl_ranges import MORE
from agents.catalog.knobs.sysctl_tcp import TCP
from agents.catalog.knobs.types import Knob, kernel_setting

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
        return kernel_setting(key, "A kernel setting by its key.", minimum=low, maximum=high)
    return kernel_setting(key, "A kernel setting that a host's operator has to allow.", type="word")


_CORE = (
    kernel_setting(
        "net.core.somaxconn",
        "Longest accept queue of any listening socket. A larger listen backlog is cut to this.",
        minimum=1,
        maximum=2_147_483_647,
        unit="connections",
        see=("listen.backlog", "sysctl.net.ipv4.tcp_max_syn_backlog"),
    ),
    kernel_setting(
        "net.core.netdev_max_backlog",
        "Packets that may wait for a CPU after the network card has delivered them. More are dropped.",
        scope="host",
        minimum=64,
        maximum=2_147_483_647,
        unit="packets",
        see=("sysctl.net.core.somaxconn",),
    ),
    kernel_setting(
        "net.core.default_qdisc",
        "Queue discipline of network devices that are made from now on, such as fq, fq_codel or pfifo_fast. "
        "Devices that are up keep theirs.",
        type="choice",
        choices=("fq", "fq_codel", "pfifo_fast", "cake", "codel", "fq_pie", "pie", "sfq", "pfifo", "bfifo"),
        scope="host",
        see=("sysctl.net.ipv4.tcp_congestion_control",),
    ),
    kernel_setting(
        "net.core.rmem_max",
        "Largest receive buffer that a program may ask for. Buffers that TCP sizes itself follow tcp_rmem.",
        scope="host",
        minimum=2304,
        maximum=2_147_483_647,
        unit="B",
        see=("sysctl.net.ipv4.tcp_rmem",),
    ),
    kernel_setting(
        "net.core.wmem_max",
        "Largest send buffer that a program may ask for. Buffers that TCP sizes itself follow tcp_wmem.",
        scope="host",
        minimum=4608,
        maximum=2_147_483_647,
        unit="B",
        see=("sysctl.net.ipv4.tcp_wmem",),
    ),
    kernel_setting(
        "net.core.busy_poll",
        "Time that a wait for events polls the network card itself before it sleeps.",
        scope="host",
        minimum=0,
        maximum=1_000_000,
        unit="µs",
        see=("sysctl.net.core.busy_read",),
    ),
    kernel_setting(
        "net.core.busy_read",
        "Time that a blocking read polls the network card itself before it sleeps.",
        scope="host",
        minimum=0,
        maximum=1_000_000,
        unit="µs",
        see=("sysctl.net.core.busy_poll",),
    ),
)

_FILES = (
    kernel_setting(
        "fs.file-max",
        "Open files of the whole system. Fewer than programs have open would stop them.",
        minimum=65_536,
        maximum=9_223_372_036_854_775_807,
        unit="files",
        see=("sysctl.fs.nr_open", "limits.nofile"),
    ),
    kernel_setting(
        "fs.nr_open",
        "Highest limit of open files that one process can be given.",
        minimum=65_536,
        maximum=2_147_483_584,
        unit="files",
        see=("limits.nofile", "sysctl.fs.file-max"),
    ),
    kernel_setting(
        "vm.swappiness",
        "How readily the kernel swaps programs out rather than dropping pages of files.",
        minimum=0,
        maximum=200,
    ),
)

KNOBS = (*_CORE, *TCP, *_FILES)
SAFE_SYSCTLS = frozenset({*MORE, *(knob.key for knob in KNOBS)})
