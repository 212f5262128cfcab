"""Protocol of a kind of server: what the setups of an experiment ask of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from agents import procfs
from agents.contract.jobs import NginxSetup
from agents.contract.reports import Worker
from agents.failure import JobFailed
from agents.files import end_of
from agents.policy import Directive
from agents.processes import Child
from agents.proxy.folders import Place
from agents.proxy.ports import Lease

MayTalk = Callable[[str, int], bool]
"""Whether a text may name a host and port as its backend."""


class PortTaken(JobFailed):
    """Another program listens at the address meant for a server."""


class NotThere(JobFailed):
    """A server says nothing wrong, and was not there in time, or somebody ended it."""


@dataclass(frozen=True)
class Launch:
    """One start of one instance. `tree`: the directives of its text, of a kind that has them."""

    setup: NginxSetup
    tree: list[Directive]
    place: Place
    lease: Lease


@dataclass
class Instance:
    """One running instance of a server."""

    setup: NginxSetup
    place: Place
    lease: Lease
    child: Child
    effective: str
    socket: Path  # through which it is asked for its counters
    workers: list[Worker] = field(default_factory=list)
    limits: list[procfs.Limits] = field(default_factory=list)  # of the workers

    @property
    def is_alive(self) -> bool:
        return self.child.wait(0) is None

    @property
    def last_words(self) -> str:
        """The end of what it logged."""
        return end_of(self.place.folder / "stderr", 4000)

    @property
    def counted_workers(self) -> list[Worker]:
        """Those of its processes whose CPU time is counted one by one."""
        return []

    def pids(self) -> list[int]:
        """All its processes now."""
        return self.child.session_members()

    def cpu_s(self) -> float:
        """CPU time of all that are not counted one by one."""
        return sum(procfs.cpu_seconds_with_ended(pid) for pid in self.pids())

    def counters(self) -> dict[str, int]:
        """Counters since its start, without our own questions; empty where it has none."""
        return {}

    def stop(self) -> None:
        self.end()
        self.lease.release()

    def end(self) -> None:
        """Stop it but keep its port, so that the next one can listen there."""
        self.child.stop()
        self.socket.unlink(missing_ok=True)


class Server(Protocol):
    """One server of this host. Each method raises JobFailed with a sentence for people."""

    @property
    def version(self) -> str: ...

    def check_unchanged(self, digest: str) -> None:
        """Refuse to start what is not on disk as it was declared, or as it was at the launch (`digest`)."""
        ...

    def read_text(self, setup: NginxSetup, may_talk: MayTalk) -> list[Directive]:
        """Check the text of a setup against what such a text may say."""
        ...

    def validate(self, launch: Launch) -> str:
        """Write the text and have the server read it; returns it as the server has it. Nothing is started."""
        ...

    def start(self, launch: Launch, within_s: float) -> Instance:
        """Validate, start and prove one instance; on failure nothing is left running.

        NotThere where another try is worth it, PortTaken where another program has the port.
        """
        ...
