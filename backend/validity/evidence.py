"""Evidence for the rules: one trial, its machines, and what was expected of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agents.catalog.cpulist import parse_cpu_list
from agents.contract.counters import GeneratorCounts
from agents.contract.probe import Probe
from agents.contract.reports import LoadReport, ProcessTime, Window
from agents.contract.workload import Workload


@dataclass(frozen=True, slots=True)
class Expected:
    """The answer expected of a run: that of the run that was prepared first with the same content."""

    run: str
    probe: Probe
    with_status: bool = False  # an answer of any status is compared, not only bodies of good ones


@dataclass(frozen=True, slots=True)
class Machine:
    """One machine over the measured window; the hosts of several roles may be the same machine.

    CPU times are of the measured CPUs: those that the experiment's processes may use.
    """

    name: str
    cpu_capacity_s: float
    busy_s: float
    kernel_s: float  # in interrupts: part of busy_s, of no process
    own_s: float  # what the experiment itself used: tool, proxy, backend
    steal: float
    windows: tuple[Window, ...]
    other_processes: tuple[ProcessTime, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence of one trial; `windows` by host name, `load_cpus`: how many CPUs the load tool may use."""

    load: LoadReport
    workload: Workload
    windows: Mapping[str, Window]
    machines: Sequence[Machine]
    networks: Sequence[tuple[str, Window]]  # name, window
    load_cpus: int | None = None
    allowed_failures: float = 0.0  # share of requests, 0.01 is 1%
    reference: Expected | None = None
    boots: Mapping[str, str] = field(default_factory=dict)  # host name → boot it was prepared in
    latency_limits: Mapping[str, float] = field(default_factory=dict)  # metric → seconds, of a search
    readers: int = 0  # pages of Dynoboard that were open in browsers
    renewed_hosts: Sequence[str] = ()  # hosts whose server ended before this trial and was started anew
    limits: Sequence[str] = ()  # directives of the server's text that may refuse requests
    counts_requests: bool = True  # the server that takes them has counters
    server_key: str | None = None  # setup that takes the load tool's requests, where it is ours

    @property
    def generators(self) -> dict[str, GeneratorCounts]:
        """The generators that loaded the server together, by name; none where there was one."""
        hosts = {host: window.generators for host, window in self.windows.items() if window.generators}
        return {
            f"{f'generator {number}' if len(generators) > 1 else 'the generator'}"
            f"{f' of {host}' if len(hosts) > 1 else ''}": counts
            for host, generators in hosts.items()
            for number, counts in enumerate(generators, 1)
        }

    @property
    def load_hosts(self) -> int:
        """Number of hosts that loaded the server together."""
        return max(1, sum(1 for window in self.windows.values() if window.generators))

    @property
    def clock_error_s(self) -> float:
        """Bound of the error between times of generators on different hosts; 0 where there is one host."""
        clocks = [window.clock for window in self.windows.values() if window.generators and window.clock]
        errors = [(clock.round_trip_s or 0.0) / 2 for clock in clocks]
        return max(errors, default=0.0) if self.load_hosts > 1 else 0.0

    @property
    def overlap(self) -> float:
        """Share of the load's time in which all generators ran; 1 where there was one."""
        counts = self.generators.values()
        if not counts:
            return 1.0
        ends, starts = [c.ended_at for c in counts], [c.started_at for c in counts]
        whole = max(ends) - min(starts)
        return max(0.0, min(ends) - max(starts)) / whole if whole > 0 else 0.0


def machines(windows: Mapping[str, Window], machine_of: Mapping[str, str]) -> list[Machine]:
    """Join the windows of hosts that are one machine; both mappings by host name."""
    return [_join(hosts, tuple(windows[h] for h in hosts)) for hosts in join(windows, machine_of)]


def _join(hosts: list[str], windows: tuple[Window, ...]) -> Machine:
    first = next((w for w in windows if "load" in w.own_cpu_s), windows[0])
    cpus = measured_cpus(windows, len(first.cores))
    own_sessions = {session for w in windows for session in w.own_sessions}
    return Machine(
        name=" = ".join(hosts),
        cpu_capacity_s=first.seconds * max(1, len(cpus)),
        busy_s=first.seconds * sum(first.cores[i] for i in cpus),
        kernel_s=first.seconds * sum(first.kernel[i] for i in cpus if i < len(first.kernel)),
        own_s=sum(sum(w.own_cpu_s.values()) for w in windows),
        steal=first.steal,
        windows=windows,
        other_processes=tuple(p for p in first.others if p.session not in own_sessions),
    )


def measured_cpus(windows: Sequence[Window], count: int) -> list[int]:
    """Indexes of the CPUs that the experiment's processes may use; all where one of them is not pinned."""
    lists = [w.measured_cpus for w in windows]
    listed_cpus = {cpu for text in lists if text for cpu in parse_cpu_list(text)}
    everywhere = not all(lists) or not listed_cpus or max(listed_cpus) >= count
    return list(range(count)) if everywhere else sorted(listed_cpus)


def join(windows: Mapping[str, Window], group_of: Mapping[str, str]) -> list[list[str]]:
    """Host names in groups that share a machine, or a network, in the order of `windows`."""
    groups: dict[str, list[str]] = {}
    for host in windows:
        groups.setdefault(group_of.get(host, host), []).append(host)
    return list(groups.values())


def networks(windows: Mapping[str, Window], network_of: Mapping[str, str]) -> list[tuple[str, Window]]:
    """A name and the fullest window of each network: hosts that share one count the same packets."""
    groups = join(windows, network_of)
    return [(" = ".join(hosts), max((windows[h] for h in hosts), key=_length)) for hosts in groups]


def _length(window: Window) -> float:
    return window.seconds


def cpus(count: int) -> str:
    return "1 CPU" if count == 1 else f"{count} CPUs"
