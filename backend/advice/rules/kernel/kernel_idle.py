"""Kernel settings that the path of this load does not touch."""

from collections.abc import Iterator
from dataclasses import dataclass

from backend.advice.predicates import keeps_upstreams
from backend.advice.rule import Hit, Subject, rule
from backend.advice.rules.kernel import conditions
from backend.advice.rules.kernel.conditions import Condition
from backend.advice.settings import changed_knobs, taken_back

IPV4 = "net.ipv4."


@dataclass(frozen=True)
class IdleSetting:
    """`reason` follows the key; `idle` says whether it holds for a variant under a workload."""

    key: str
    idle: Condition
    reason: str


TABLE = (
    IdleSetting(
        IPV4 + "tcp_fin_timeout",
        conditions.always,
        "is the time of orphans in FIN_WAIT_2; TIME_WAIT lasts 60 s whatever it says",
    ),
    IdleSetting(
        IPV4 + "tcp_tw_reuse",
        conditions.connects_nowhere,
        "is for connections that a host opens; nginx only accepts here",
    ),
    IdleSetting(
        IPV4 + "ip_local_port_range",
        conditions.connects_nowhere,
        "is for connections that a host opens; nginx only accepts here",
    ),
    IdleSetting(
        IPV4 + "ip_local_port_range",
        keeps_upstreams,
        "is for new connections to backends; these are kept",
    ),
    IdleSetting(
        IPV4 + "tcp_tw_reuse",
        keeps_upstreams,
        "is for new connections to backends; these are kept",
    ),
    IdleSetting(
        IPV4 + "tcp_tw_reuse",
        conditions.without_timestamps,
        "does nothing without tcp_timestamps, which are off here",
    ),
    IdleSetting(
        IPV4 + "tcp_syn_retries",
        conditions.accepts_only,
        "is for connections that a host opens; nginx only accepts here",
    ),
    IdleSetting(
        IPV4 + "tcp_max_orphans",
        conditions.keeps_all,
        "counts connections that no process holds; the load holds its own",
    ),
    IdleSetting(
        IPV4 + "tcp_slow_start_after_idle",
        conditions.always,
        "acts on connections that were idle for longer than a retransmission timeout; a load tool never "
        "pauses",
    ),
    IdleSetting(
        IPV4 + "tcp_rmem",
        conditions.roomy_buffers,
        "bounds what waits to be read; requests of some hundred bytes never fill the smallest buffer",
    ),
    IdleSetting(
        IPV4 + "tcp_wmem",
        conditions.roomy_buffers,
        "bounds what waits to be sent; the answer fits into the usual 16 KiB",
    ),
    IdleSetting(
        IPV4 + "tcp_notsent_lowat",
        conditions.short_answers,
        "bounds what waits to be sent; the answer is smaller",
    ),
    IdleSetting(
        IPV4 + "tcp_mem",
        conditions.much_memory,
        "acts when all sockets together fill a large part of the host's memory",
    ),
    IdleSetting(
        IPV4 + "tcp_congestion_control",
        conditions.short_answers,
        "decides after the first 10 packets of a burst; the whole answer fits into those",
    ),
    IdleSetting(
        IPV4 + "tcp_congestion_control",
        conditions.one_machine,
        "acts where packets are lost or queue on the way; between processes of one machine none are",
    ),
    IdleSetting(
        "net.core.rmem_max",
        conditions.no_socket_sizes,
        "bounds what a program asks for; nginx asks only with rcvbuf= of listen, and tcp_rmem bounds the "
        "rest",
    ),
    IdleSetting(
        "net.core.wmem_max",
        conditions.no_socket_sizes,
        "bounds what a program asks for; nginx asks only with sndbuf= of listen, and tcp_wmem bounds the "
        "rest",
    ),
    IdleSetting(
        "net.core.netdev_max_backlog",
        conditions.few_connections,
        "is a queue of 1000 packets for each CPU; so few connections with one request each never fill it",
    ),
    IdleSetting(
        "net.core.default_qdisc",
        conditions.always,
        "is for devices that come up later; those in use keep their discipline, and loopback has none",
    ),
    IdleSetting(
        "net.core.busy_poll", conditions.one_machine, "polls a network card's queue; loopback has no card"
    ),
    IdleSetting(
        "net.core.busy_read", conditions.one_machine, "polls a network card's queue; loopback has no card"
    ),
    IdleSetting(
        "vm.swappiness",
        conditions.always,
        "acts when memory runs short; nginx under load uses some megabytes",
    ),
)
GONE = {
    IPV4 + "tcp_tw_recycle": "4.12",
    IPV4 + "tcp_low_latency": "4.14",
    IPV4 + "tcp_fack": "4.15",
    "net.ipv4.route.gc_timeout": "3.6",
    "kernel.sched_migration_cost_ns": "5.13",
    "kernel.sched_min_granularity_ns": "5.13",
    "kernel.sched_wakeup_granularity_ns": "5.13",
}
"""Settings without effect, or not there at all, since a version of Linux."""
OTHERS = {
    "waits for a client that is silent": "tcp_keepalive_time tcp_keepalive_intvl tcp_keepalive_probes",
    "acts when packets are lost; a load test on loopback or one switch loses next to none": (
        "tcp_retries1 tcp_retries2 tcp_orphan_retries tcp_sack tcp_dsack tcp_frto tcp_reordering tcp_recovery"
        " tcp_early_retrans tcp_mtu_probing tcp_ecn"
    ),
    "is about forged or misled packets, of which a testbed has none": "tcp_rfc1337 tcp_invalid_ratelimit",
}
OTHER_KEYS = {
    "net.core.rmem_default": "is for sockets that are not TCP: tcp_rmem has their default",
    "net.core.wmem_default": "is for sockets that are not TCP: tcp_wmem has their default",
    "net.core.optmem_max": "is for ancillary data such as timestamps, which nginx does not send",
    "net.ipv4.ip_forward": "is for packets to other hosts",
    "net.ipv4.udp_mem": "is for UDP",
    "net.ipv4.udp_rmem_min": "is for UDP",
    "net.ipv4.udp_wmem_min": "is for UDP",
    "vm.overcommit_memory": "decides about programs that ask for more memory than there is",
    "vm.overcommit_ratio": "decides about programs that ask for more memory than there is",
    "vm.vfs_cache_pressure": "acts when memory runs short; nginx under load uses some megabytes",
    "vm.dirty_ratio": "is about writing to disks, where at most the access log is written",
    "vm.dirty_background_ratio": "is about writing to disks, where at most the access log is written",
    "vm.min_free_kbytes": "acts when memory runs short; nginx under load uses some megabytes",
    "vm.max_map_count": "bounds mappings of one process; a worker has some hundred",
    "kernel.pid_max": "bounds the number of processes",
    "kernel.threads-max": "bounds the number of threads",
}
CARD = ("irq.affinity", "irq.irqbalance")


@rule(
    severity="hint",
    text="Many kernel settings of tuning guides act on something that a load test does not do: pause, run "
    "out of memory, lose packets, open connections of its own, or pass a network card.",
    example="sysctl.net.ipv4.tcp_fin_timeout: not set",
    source="Linux documentation ip-sysctl, sysctl/net, sysctl/vm; Linux manual page tcp(7); RFC 6928 "
    "(ten segments)",
)
def kernel_idle(subject: Subject) -> Iterator[Hit]:
    for setting in TABLE:
        knob = f"sysctl.{setting.key}"
        if changed_knobs(subject, (knob,)) and setting.idle(subject):
            yield Hit(f"{setting.key} {setting.reason}", knob, taken_back(subject, (knob,)))
    for key, reason in _of_other_keys():
        if changed_knobs(subject, (f"sysctl.{key}",)):
            yield Hit(f"{key} {reason}", f"sysctl.{key}", taken_back(subject, (f"sysctl.{key}",)))
    if conditions.one_machine(subject):
        for knob in changed_knobs(subject, CARD):
            text = (
                f"{knob} is about interrupts of devices; between processes of one machine no card takes part"
            )
            yield Hit(text, knob, taken_back(subject, (knob,)))


def _of_other_keys() -> Iterator[tuple[str, str]]:
    """Keys that are no knobs of their own, with what follows the key."""
    for key, version in GONE.items():
        yield key, f"has no effect since Linux {version}, where the kernel has it at all"
    for reason, names in OTHERS.items():
        for name in names.split():
            yield IPV4 + name, reason
    yield from OTHER_KEYS.items()
