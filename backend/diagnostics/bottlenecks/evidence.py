"""What the rules look at: one run, its counters put together over all of its valid trials."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agents.catalog.knobs import Value
from agents.catalog.roles import Role, Topology
from agents.contract.crowding import Ports, Tracked
from agents.contract.reports import Window
from agents.contract.workload import Workload
from backend.statistics.rules import RULES_2

FULL = 0.95
"""A CPU, a worker or a thread that was busy so much of the time had nothing left."""


@dataclass(frozen=True, slots=True)
class HostAt:
    """A host of the testbed; one `machine` has its CPUs in common, one `network` its ports and packets."""

    role: Role
    id: str
    name: str
    machine: str
    network: str
    cpus: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One run as it was: `trials` are the valid ones; `cpus` role → CPU list of each of its workers."""

    workload: Workload
    topology: Topology
    knobs: Mapping[str, Value]
    hosts: Sequence[HostAt]
    trials: Sequence["MeasuredTrial"]
    cpus: Mapping[Role, Sequence[str]] = field(default_factory=dict)
    nofile: int | None = None  # files that a worker of the server under test may have open
    rules: int = RULES_2  # version that the words follow


@dataclass(frozen=True, slots=True)
class MeasuredTrial:
    windows: Mapping[str, Window]  # by host id
    figures: Mapping[str, float | None]
    start: int = 0  # of the servers; 0: not known

    @property
    def load_s(self) -> float | None:
        """How long the load tool asked, by its own count."""
        requests, rate = self.figures.get("requests"), self.figures.get("requests_per_s")
        return requests / rate if requests and rate else None


@dataclass(frozen=True, slots=True)
class Busy:
    """Shares of the time of one thread or worker; `used` with the interrupts that it served."""

    used_share: float
    wait_share: float = 0.0  # ready to run, while something else had the CPU
    connections: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The load tool, the proxy or the backend: what it may use, and its threads or workers, busiest first."""

    role: Role
    host: str
    machine: str
    cpus: frozenset[int]
    cores: tuple[float, ...]  # how busy each of these CPUs was, in their order
    used_cpus: float  # CPUs' worth of its own work
    workers: tuple[Busy, ...]
    is_contended: bool  # its CPUs were full with work of several parts
    in_progress: float | None = None
    accept_queue: int | None = None
    backlog: int | None = None

    @property
    def is_full(self) -> bool:
        """Whether none of its workers ever waited for work."""
        return bool(self.workers) and all(is_full(worker, self) for worker in self.workers)


@dataclass(frozen=True, slots=True)
class Machine:
    name: str
    hosts: tuple[str, ...]
    cores: tuple[float, ...]
    softirqs: tuple[float, ...]
    pressure: Mapping[str, float]  # cpu, io, memory → share of the time in which something waited
    disks: Mapping[str, tuple[float, float]]  # name → busy share, bytes written per second
    steal: float = 0.0  # share of all CPUs that the hypervisor took


@dataclass(frozen=True, slots=True)
class Link:
    """An interface: how full its wire was, and the share of its packets that it dropped."""

    name: str
    host: str
    fill: float | None  # None: its speed is not known
    bits_per_s: float
    packets_per_s: float
    drop_share: float


@dataclass(frozen=True, slots=True)
class Network:
    name: str
    roles: tuple[Role, ...]
    seconds: float
    overflows: float
    retransmits: float
    ports: Ports | None  # at the end of the trial that took the most
    connection_table: Tracked | None  # likewise


@dataclass(frozen=True, slots=True)
class Evidence:
    workload: Workload
    topology: str
    knobs: Mapping[str, Value]
    rate: float | None  # requests per second
    latency: float | None  # mean, s
    nofile: int | None
    load: Part | None
    servers: Mapping[Role, Part]
    machines: Sequence[Machine]
    links: Sequence[Link]
    networks: Sequence[Network]
    rules: int

    def parts_on(self, machine: Machine) -> list[Part]:
        """What of the experiment ran there."""
        parts = [self.load, *self.servers.values()]
        return [part for part in parts if part is not None and part.host in machine.hosts]

    @property
    def target(self) -> Part | None:
        """The server under test."""
        return self.servers.get("backend" if self.topology == "direct" else "proxy")


def is_full(worker: Busy, part: Part) -> bool:
    """It had work all the time. Waiting for a CPU counts, unless its own experiment had that CPU."""
    return worker.used_share >= FULL or (
        not part.is_contended and worker.used_share + worker.wait_share >= FULL
    )
