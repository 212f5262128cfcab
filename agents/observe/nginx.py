"""nginx's own counters of the watched setups, and what their processes and connections do."""

import os
import re
import statistics
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from agents import procfs
from agents.contract.counters import MAX_WORKERS, ServerCounts, ServerMemory, WorkerCounts
from agents.observe.sampler import Reading, difference, growth, per_second
from agents.observe.sock_diag import ESTABLISHED, Socket, list_sockets
from agents.observe.sockets import families

GAUGES = ("active", "reading", "writing", "waiting")
COUNTERS = ("requests", "accepted")
MIN_OPEN = 0.9
"""Share of the most connections: with fewer at the end nginx has already given some of their memory back."""
_EPOLL = "anon_inode:[eventpoll]"
_INODE = re.compile(r"^tfd:.*\bino:([0-9a-f]+)", re.MULTILINE)


class Watched(Protocol):
    """One setup as the samplers need it."""

    @property
    def key(self) -> str: ...

    @property
    def masters(self) -> Sequence[int]: ...

    @property
    def workers(self) -> Sequence[int]:
        """Pids of all instances that are counted one by one, in the order they started."""
        ...

    def pids(self) -> Sequence[int]:
        """All its processes now."""
        ...

    def cpu_s(self) -> float:
        """CPU time of all that are not counted one by one."""
        ...

    @property
    def ports(self) -> Sequence[int]: ...

    @property
    def idle_bytes(self) -> int | None:
        """PSS after its start; None: not known."""
        ...

    def statuses(self) -> Sequence[Mapping[str, int]]:
        """For each instance that answers: the COUNTERS since its start, and the GAUGES."""
        ...


class NginxSampler:
    """Counters of one setup, summed over its instances; and what only a look while it works can tell."""

    def __init__(self, setup: Watched) -> None:
        self._setup = setup
        self._ticks, self._next_held = 0, 1
        self._writing: list[float] = []
        self._queue: tuple[int, int] | None = None  # connections that waited, and how many may
        self._listeners: int | None = None
        self._held: dict[int, int] = {}
        self._most_active = 0.0
        self._memory: ServerMemory | None = None
        self._active_begin: float | None = None  # at the first reading

    def read(self) -> Reading:
        statuses = self._setup.statuses()
        reading = self._times()
        if statuses:
            names = [name for name in (*COUNTERS, *GAUGES) if all(name in status for status in statuses)]
            reading |= {name: float(sum(status[name] for status in statuses)) for name in names}
            if self._active_begin is None:
                self._active_begin = reading.get("active")
        return reading

    def look(self, reading: Reading, listening: Sequence[Socket]) -> None:
        """Note the state at a tick; `listening`: all such sockets of this network. To list who holds which
        connections takes the kernel a walk through all sockets, 6 ms and more: that is asked after 1,
        4, 16, 64 … ticks.
        """
        self._ticks += 1
        if "writing" in reading:
            self._writing.append(reading["writing"])
        self._most_active = max(self._most_active, reading.get("active", 0.0))
        ports = set(self._setup.ports)
        queues = [(sock.queue, sock.room) for sock in listening if sock.port in ports]
        self._listeners = max(len(queues), self._listeners or 0) or None
        self._queue = max([*queues, *([self._queue] if self._queue else [])], default=None)
        if self._ticks >= self._next_held and len(self._setup.workers) <= MAX_WORKERS:
            self._next_held *= 4
            connections = held_by(self._setup.workers, ports)
            self._held = max(self._held, connections, key=lambda counts: sum(counts.values()))

    def read_memory(self, last: Reading) -> None:
        """Note the memory once the window has ended: it takes the kernel some 0.2 ms for each process."""
        pids = self._setup.pids()
        self._memory = ServerMemory(
            idle_bytes=self._setup.idle_bytes,
            end_bytes=pss_of(pids),
            peak_bytes=sum_of(pids, procfs.peak_rss_bytes),
            connections=count_open(self._most_active, last.get("active")),
        )

    def counts(self, begin: Reading, last: Reading) -> ServerCounts:
        """The window between two readings, with what was seen meanwhile."""
        workers = self._setup.workers[:MAX_WORKERS]
        queue, backlog = self._queue or (None, None)
        return ServerCounts(
            workers=[self._worker(pid, begin, last) for pid in workers],
            accepted=difference(begin, last, "accepted"),
            requests=difference(begin, last, "requests"),
            in_progress=statistics.median(self._writing) if self._writing else None,
            accept_queue=queue,
            backlog=backlog,
            listeners=self._listeners,
            memory=self._memory,
            active_begin=self._active_begin,
            active_end=last.get("active"),
        )

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        prefix = f"nginx.{self._setup.key}"
        values: dict[str, float | None] = {f"{prefix}.cpu": per_second(before, after, "cpu_s", dt)}
        for name in COUNTERS:
            if name in after:
                values[f"{prefix}.{name}_per_s"] = per_second(before, after, name, dt)
        return values | {f"{prefix}.{g}": after[g] for g in GAUGES if g in after}

    def close(self) -> None:
        pass

    def _times(self) -> dict[str, float]:
        """`cpu_s` of all processes; `PID.cpu_s` and `PID.waited_s` of each worker."""
        times: dict[str, float] = {}
        total_s = self._setup.cpu_s()
        for pid in self._setup.workers:
            cpu_s, waited_s = procfs.run_times(f"/proc/{pid}") or (procfs.cpu_seconds(pid), 0.0)
            times |= {f"{pid}.cpu_s": cpu_s, f"{pid}.waited_s": waited_s}
            total_s += cpu_s
        return times | {"cpu_s": total_s}

    def _worker(self, pid: int, begin: Reading, last: Reading) -> WorkerCounts:
        return WorkerCounts(
            pid=pid,
            cpu_s=growth(begin, last, f"{pid}.cpu_s"),
            waited_s=growth(begin, last, f"{pid}.waited_s"),
            connections=self._held.get(pid),
        )


def pss_of(pids: Sequence[int]) -> int | None:
    """PSS of these processes; None where one of them may not be read."""
    return sum_of(pids, procfs.pss_bytes)


def sum_of(pids: Sequence[int], read: Callable[[int], int | None]) -> int | None:
    """Sum over those that run; None where one has no value."""
    sizes = {pid: read(pid) for pid in pids}
    running_sizes = [size for pid, size in sizes.items() if size is not None or procfs.is_running(pid)]
    known_sizes = [size for size in running_sizes if size is not None]
    return sum(known_sizes) if known_sizes and len(known_sizes) == len(running_sizes) else None


def count_open(most_active: float, active: float | None) -> int | None:
    """Connections of clients that the memory at the end is for; None once some have closed. Pure."""
    return None if active is None or active < MIN_OPEN * most_active else int(active)


def held_by(workers: Iterable[int], ports: Collection[int]) -> dict[int, int]:
    """Pid → connections of clients; workers that this agent may not look into are left out.

    nginx counts connections of all workers together. What one of them holds is what its epoll waits for: the
    kernel lists that in /proc/PID/fdinfo, with the inode of each, and sock_diag says which inodes are
    connections to the server's own port. Two lists do; there is no look at each file descriptor.
    """
    of_clients = _inodes(ports)
    inodes_of = {pid: waited_for(pid) for pid in workers}
    return {pid: len(inodes & of_clients) for pid, inodes in inodes_of.items() if inodes is not None}


def _inodes(ports: Collection[int]) -> set[int]:
    inodes: set[int] = set()
    for port in ports:
        with suppress(OSError):  # this kernel has no sock_diag
            inodes |= {sock.inode for sock in list_sockets(1 << ESTABLISHED, (port, port), families())}
    return inodes


def waited_for(pid: int) -> set[int] | None:
    """Inodes of everything that the epoll of a process waits for; None where that cannot be read."""
    try:
        # A worker opens its epoll before any connection: it is among the first files.
        files = (f"/proc/{pid}/fd/{fd}" for fd in sorted(map(int, os.listdir(f"/proc/{pid}/fd"))))
        epoll = next((file for file in files if os.readlink(file) == _EPOLL), None)
        if epoll is None:
            return None
        with open(epoll.replace("/fd/", "/fdinfo/")) as file:
            return {int(inode, 16) for inode in _INODE.findall(file.read())}
    except (OSError, ValueError):
        return None
