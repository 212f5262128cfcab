"""Counters of a host over a window, beside CPU times: workers, threads, devices, waiting.

All are exact differences between the two ends, unless they say that they were read while it went on.
"""

from typing import Literal

from pydantic import BaseModel, Field

MAX_WORKERS = 256
"""Workers of a setup, and threads of a load tool, that are counted one by one."""
MIN_CONNECTIONS = 1_000
"""For the memory of one: with fewer, what a server takes once for its first requests weighs too much."""
MAX_DEVICES = 8
MAX_EVENTS, MAX_EVENT_LENGTH = 50, 300  # lines of the kernel's log in a window, and characters of one
PRESSURES = ("cpu", "io", "memory")


class WorkerCounts(BaseModel):
    """One worker of nginx."""

    pid: int = Field(gt=0)
    cpu_s: float
    waited_s: float = Field(default=0.0, description="ready to run, while something else had the CPU")
    connections: int | None = Field(
        default=None, ge=0, description="of clients, held at one reading; None: it could not be read"
    )


class ServerMemory(BaseModel):
    """Memory of one setup: all processes of all its instances together. None: it could not be read."""

    idle_bytes: int | None = Field(default=None, description="PSS after its start, before a request")
    end_bytes: int | None = Field(default=None, description="PSS at the end of the window")
    peak_bytes: int | None = Field(
        default=None, description="RSS of each process at its highest since its start, summed"
    )
    connections: int | None = Field(
        default=None, description="of clients, open at the end; None: more were open before, or not known"
    )

    @property
    def per_connection(self) -> float | None:
        """Bytes that one open connection added since the start; None where too few are open to tell."""
        if self.idle_bytes is None or self.end_bytes is None or self.end_bytes <= self.idle_bytes:
            return None
        if self.connections is None or self.connections < MIN_CONNECTIONS:
            return None
        return (self.end_bytes - self.idle_bytes) / self.connections


class ServerCounts(BaseModel):
    """One setup: its workers, and the connections of its clients."""

    workers: list[WorkerCounts] = Field(default_factory=list, description="in the order they started")
    accepted: float | None = Field(default=None, description="connections, by all workers together")
    requests: float | None = Field(default=None, description="of its clients; None: it does not count them")
    in_progress: float | None = Field(
        default=None, description="requests being worked on: the median of the readings"
    )
    accept_queue: int | None = Field(
        default=None, ge=0, description="connections that waited to be accepted: the most at a reading"
    )
    backlog: int | None = Field(default=None, ge=0, description="so many may wait there")
    listeners: int | None = Field(
        default=None, ge=0, description="sockets that listen for its clients; None: not known"
    )
    memory: ServerMemory | None = None
    active_begin: float | None = Field(default=None, description="nginx's active connections as it began")
    active_end: float | None = Field(default=None, description="the same when it ended")


class ThreadCounts(BaseModel):
    """The threads of a load tool, from its start to the last reading before it ended."""

    seconds: float
    cpu_s: list[float] = Field(description="of each thread, busiest first")
    waited_s: list[float] = Field(description="ready to run without a CPU, in the same order")
    ages_s: list[float] = Field(
        default_factory=list, description="of each thread, in the same order; empty: as old as the tool"
    )


class GeneratorCounts(BaseModel):
    """One of several processes of a load tool that loaded a server together.

    Times are epoch seconds of the control plane's clock, as the tool noted them where it does.
    """

    started_at: float
    ended_at: float
    cpu_s: float
    threads: int = Field(ge=1)
    connections: int = Field(ge=0)
    cpus: str | None = Field(default=None, description="CPU list that it is pinned to; None: any")
    figures: dict[str, float | None] = Field(default_factory=dict, description="metric name → SI value")


class DeviceCounts(BaseModel):
    """A network interface that carried something."""

    name: str
    bits_per_s: float | None = Field(default=None, description="speed of its link; None: it names none")
    rx_bytes: float = 0.0
    tx_bytes: float = 0.0
    rx_packets: float = 0.0
    tx_packets: float = 0.0
    rx_dropped: float = 0.0
    tx_dropped: float = 0.0


class DiskCounts(BaseModel):
    """A disk that was read or written."""

    name: str
    busy: float = Field(description="share of the time in which it had something to do")
    read_bytes: float = 0.0
    written_bytes: float = 0.0


EventKind = Literal["kernel", "worker"]


class HostEvent(BaseModel):
    """A line of the kernel's log, or a worker that was replaced. `at`: epoch seconds of the control plane's
    clock."""

    at: float
    text: str
    kind: EventKind = "kernel"
