"""Checks of the hosts: who else uses them, what they lack, and whether they are as prepared."""

from collections import Counter
from collections.abc import Iterator

from agents.contract.crowding import FULL_SHARE, PORTS_SHARE
from backend.validity.evidence import Evidence, Machine
from backend.validity.rule import Hit, rule

OTHERS_SHARE = 0.05
_MAX_NAMES = 3


@rule(
    level="suspect",
    title="CPU used by others",
    sentence="Other processes leave the measured CPUs alone.",
    limit="below 5%",
    threshold=OTHERS_SHARE,
)
def other_cpu(evidence: Evidence) -> Iterator[Hit]:
    """CPU time that other processes take from the measured CPUs is missing there, and varies from trial to
    trial.

    Only the CPUs that the experiment's processes may use count. Dynoboard's own parts (API, worker, agents)
    are others too; its server is named with the number of open pages, because it works for their readers.
    Time in interrupts counts for nobody, because most of it is the traffic itself.
    """
    for machine in evidence.machines:
        share = others_s(machine) / machine.cpu_capacity_s if machine.cpu_capacity_s else 0.0
        if share >= OTHERS_SHARE:
            names = _name_processes(machine, evidence.readers)
            yield Hit(f"other processes used {share:.0%} of the CPU on {machine.name}{names}", share)


def others_s(machine: Machine) -> float:
    """CPU seconds of others: what their processes say, within what the CPUs say.

    Kernels differ in whether a process is charged for interrupts that it served, hence the bounds.
    Processes that ended in between are in the lower bound only.
    """
    most = max(0.0, machine.busy_s - machine.own_s)
    least = max(0.0, most - machine.kernel_s)
    return min(most, max(least, sum(p.cpu_s for p in machine.other_processes)))


def _name_processes(machine: Machine, readers: int) -> str:
    by_name: Counter[str] = Counter()
    for process in machine.other_processes:
        name = _server(readers) if process.of_server else process.name
        by_name[name] += process.cpu_s / machine.cpu_capacity_s  # pyright: ignore[reportArgumentType]
    names = [f"{name} {share:.0%}" for name, share in by_name.most_common(_MAX_NAMES) if share >= 0.005]
    return f": {', '.join(names)}" if names else ""


def _server(readers: int) -> str:
    pages = f", for {readers} open page{'s' if readers > 1 else ''}," if readers else ""
    return f"Dynoboard's own server{pages}"


STEAL_SHARE = 0.02


@rule(
    level="suspect",
    title="CPU taken by the hypervisor",
    sentence="The hypervisor gives the machine all of its CPU time.",
    limit="below 2%",
    threshold=STEAL_SHARE,
)
def steal(evidence: Evidence) -> Iterator[Hit]:
    """CPU time that the hypervisor gives to other guests is missing, and the host cannot see who gets it."""
    for machine in evidence.machines:
        if machine.steal >= STEAL_SHARE:
            text = f"the hypervisor took {machine.steal:.1%} of the CPU from {machine.name}"
            yield Hit(text, machine.steal)


@rule(
    level="suspect",
    title="Accept queue overflows",
    sentence="No connection request is dropped because an accept queue is full.",
    limit="0",
    threshold=0,
)
def listen_overflow(evidence: Evidence) -> Iterator[Hit]:
    """A full accept queue drops connections while the CPUs look idle: clients wait a second and try again.

    If the CPU is low everywhere and throughput does not grow, check net.core.somaxconn, the `backlog` of
    nginx's listen, and the number of workers that accept. Connection requests dropped for other reasons count
    as well.
    """
    for name, window in evidence.networks:
        overflows, drops = window.listen_overflows, window.listen_drops
        if overflows > 0:
            yield Hit(f"the accept queue on {name} overflowed {_times(overflows)}", overflows)
        elif drops > 0:
            yield Hit(f"{name} dropped connection requests {_times(drops)}", drops)


def _times(count: float) -> str:
    return "once" if count == 1 else f"{count:,.0f} times"


@rule(
    level="suspect",
    title="SYN cookies",
    sentence="The kernel does not take the load for a flood of connections.",
    limit="0",
    threshold=0,
)
def syn_cookies(evidence: Evidence) -> Iterator[Hit]:
    """A kernel that answers with SYN cookies takes the load for an attack: its queue of requests was full.

    The kernel log says “possible SYN flooding on port 80”. Such connections lose TCP options and are slower.
    Check net.ipv4.tcp_max_syn_backlog, net.core.somaxconn and the `backlog` of nginx's listen.
    """
    for name, window in evidence.networks:
        if window.syn_cookies > 0:
            many = "1 SYN cookie" if window.syn_cookies == 1 else f"{window.syn_cookies:,.0f} SYN cookies"
            yield Hit(f"{name} answered with {many}: it took the load for a flood", window.syn_cookies)


@rule(
    level="suspect",
    title="Ports free at the start",
    sentence="Most ports for new connections are free when the trial begins.",
    limit="below 50% taken",
    threshold=PORTS_SHARE,
)
def ports(evidence: Evidence) -> Iterator[Hit]:
    """Connections closed in the previous trial keep their ports for a minute, and leave fewer for new ones.

    Hosts cool down until ports are free; this rule reports when that was not enough. With half of the ports
    towards one address taken, finding a free one costs the kernel more and more time. Only the range
    net.ipv4.ip_local_port_range counts. TIME_WAIT on a server's own port takes none of it.
    """
    for name, window in evidence.networks:
        if window.ports and window.ports.is_taken:
            share = window.ports.in_use / window.ports.range
            text = f"{share:.0%} of the ports on {name} were taken towards one address when the trial began"
            yield Hit(text, share)


@rule(
    level="suspect",
    title="Room to track connections",
    sentence="netfilter’s table of connections has room for those of the trial.",
    limit="below 99% taken at the start and at the end",
    threshold=FULL_SHARE,
)
def conntrack(evidence: Evidence) -> Iterator[Hit]:
    """netfilter drops packets of new connections while its table is full: they come a second later, or never.

    It tracks connections with a firewall or Docker, and remembers a closed one for 120 s. A host with a full
    table cools down; this rule reports when it was full nevertheless, for example after a trial with more
    connections than fit.
    """
    for name, window in evidence.networks:
        for ports, when in ((window.ports_after, "ended"), (window.ports, "began")):
            if ports and ports.tracked and ports.tracked.is_full:
                text = f"netfilter’s table of connections on {name} was full when the trial {when}"
                yield Hit(text, ports.tracked.share)
                break


@rule(
    level="invalid",
    title="Host not restarted",
    sentence="No host restarts between its preparation and the end of the trial.",
    limit="0 restarts",
    threshold=0,
)
def host_restarted(evidence: Evidence) -> Iterator[Hit]:
    """A machine that rebooted has other caches, other interrupts and none of the settings.

    A restarted agent loses its jobs, so such a trial usually fails with “agent_restarted”. This rule is a
    second safeguard: it compares the boot of the report with that of the preparation.
    """
    for host, window in evidence.windows.items():
        boot = evidence.boots.get(host)
        if boot and window.boot_id and boot != window.boot_id:
            yield Hit(f"{host} was restarted after it was prepared", 1.0)


@rule(
    level="invalid",
    title="Settings untouched",
    sentence="Every setting that was applied for the run still holds when the trial ends.",
    limit="0 changed",
    threshold=0,
)
def settings_changed(evidence: Evidence) -> Iterator[Hit]:
    """A value that something else changed during a trial was not the value that was measured.

    Every agent reads its settings again after each trial. systemd, tuned, a person or another tool may have
    changed them, for an unknown part of the trial.
    """
    for host, window in evidence.windows.items():
        for change in window.changed:
            setting = change.setting
            text = (
                f"{setting.name} on {host} was {change.now or 'gone'} instead of {setting.value} at the end"
            )
            yield Hit(f"{text}: something else changed it", 1.0)


@rule(
    level="note",
    title="Server kept running",
    sentence="No server under test or backend ends by itself.",
    limit="0 ended",
    threshold=0,
)
def server_renewed(evidence: Evidence) -> Iterator[Hit]:
    """An nginx that ends by itself is started anew and warmed, once for each run, and the trial is repeated.

    The repeat counts like any other trial. The failed attempt (“nginx_died”) has the end of nginx's log. If
    it ends a second time, the run fails.
    """
    for host in evidence.renewed_hosts:
        yield Hit(f"nginx of {host} ended by itself before this trial and was started anew", 1.0)
