"""The measured window of a host as exact differences between the first and the last reading."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from agents.contract.kernel_counts import KernelCounts
from agents.contract.reports import Clock, Window
from agents.observe.cpu import core_shares, share_of_all
from agents.observe.disks import disks_of
from agents.observe.interrupts import on_each
from agents.observe.net import bytes_of_all, devices_of
from agents.observe.nginx import NginxSampler
from agents.observe.others import ProcessSample, others_of
from agents.observe.sampler import Reading, growth
from agents.observe.sockets import Sockets
from agents.observe.tcp import count_encrypted, kernel_counters
from agents.procfs import boot_id

LATE_S = 0.1
"""A watch may begin this much after the tool: what was served in between still belongs to the window."""


@dataclass(frozen=True)
class Snapshot:
    """One reading of everything. `at` is monotonic seconds, `agent_cpu_s` the agent's own CPU time."""

    at: float
    agent_cpu_s: float
    cpu: Reading = field(default_factory=dict)
    net: Reading = field(default_factory=dict)
    tcp: Reading = field(default_factory=dict)
    irq: Reading = field(default_factory=dict)
    pressure: Reading = field(default_factory=dict)
    disks: Reading = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)  # setup key or `load` → its reading
    wall: float = 0.0  # the system's clock, epoch seconds
    sockets: Sockets | None = None  # at the ends of a window only
    processes: Mapping[int, ProcessSample] = field(default_factory=dict)  # at the ends of a window only
    kernel_tls: tuple[int, int] | None = None  # at the ends of a window only


def window_of(
    first: Snapshot,
    last: Snapshot,
    idle: Mapping[str, Reading] | None = None,
    sessions: Collection[int] = (),
    servers: Mapping[str, NginxSampler] | None = None,
    socket_bytes: int | None = None,
) -> Window:
    """Differences over a window; `idle` holds the readings of setups when they were last known idle,
    `sessions` are those of the setups and the load tool, `servers` what was seen of setups meanwhile."""
    seconds = last.at - first.at
    begin = {
        key: _begin(first.readings.get(key, {}), reading, (idle or {}).get(key), seconds)
        for key, reading in last.readings.items()
    }
    cpu_s = {key: growth(begin[key], reading, "cpu_s") for key, reading in last.readings.items()}
    busy = growth(first.cpu, last.cpu, "busy")
    time_wait = first.tcp.get("time_wait")
    return Window(
        seconds=seconds,
        cores=list(core_shares(first.cpu, last.cpu).values()),
        softirq=share_of_all(first.cpu, last.cpu, "softirq"),
        steal=share_of_all(first.cpu, last.cpu, "steal"),
        own_cpu_s=cpu_s,
        other_cpu_s=max(0.0, busy - sum(cpu_s.values()) - (last.agent_cpu_s - first.agent_cpu_s)),
        rx_bytes=bytes_of_all(first.net, last.net, "rx"),
        tx_bytes=bytes_of_all(first.net, last.net, "tx"),
        listen_overflows=growth(first.tcp, last.tcp, "listen_overflows"),
        context_switches=growth(first.cpu, last.cpu, "context_switches"),
        time_wait=None if time_wait is None else int(time_wait),
        listen_drops=growth(first.tcp, last.tcp, "listen_drops"),
        syn_cookies=growth(first.tcp, last.tcp, "syn_cookies"),
        retransmits=growth(first.tcp, last.tcp, "retransmits"),
        sockets=last.sockets.states if last.sockets else {},
        ports=first.sockets.ports if first.sockets else None,
        ports_after=last.sockets.ports if last.sockets else None,
        kernel=list(core_shares(first.cpu, last.cpu, ("softirq", "irq")).values()),
        interrupts=on_each(first.irq, last.irq, "all"),
        reschedules=on_each(first.irq, last.irq, "res"),
        own_sessions=sorted(sessions),
        others=others_of(first.processes, last.processes, sessions) if first.processes else [],
        boot_id=boot_id(),
        clock=Clock(step_s=(last.wall - first.wall) - seconds),
        softirqs=list(core_shares(first.cpu, last.cpu, ("softirq",)).values()),
        pressure={name: growth(first.pressure, last.pressure, name) for name in last.pressure},
        servers={
            key: sampler.counts(begin[key], last.readings[key]) for key, sampler in (servers or {}).items()
        },
        devices=devices_of(first.net, last.net),
        disks=disks_of(first.disks, last.disks, seconds),
        kernel_counts=KernelCounts(
            growths=kernel_counters(first.tcp, last.tcp),
            tls=count_encrypted(first.kernel_tls, last.kernel_tls),
            socket_bytes=socket_bytes,
        ),
    )


def _begin(first: Reading, last: Reading, idle: Reading | None, seconds: float) -> Reading:
    """The reading that a setup's window begins with.

    The load tool can start some milliseconds before the watch does. If what the setup served since it
    was last idle is no more than LATE_S of the window's own rate, it is this window's start that was
    missed, and the idle reading is the true beginning; if it is more, something else was served.
    """
    if idle is None or seconds <= 0:
        return first
    rate = growth(first, last, "requests") / seconds
    request_growth = growth(idle, first, "requests")
    return idle if 0 < request_growth <= rate * LATE_S else first
