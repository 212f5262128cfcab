"""Free ports out of the agent's range, leased so that two agents on one machine never take the same."""

import errno
import random
import socket
from dataclasses import dataclass, field

from agents.failure import JobFailed


@dataclass
class Lease:
    """A port that is ours until `release`: an abstract unix socket stands for it, and dies with the agent."""

    address: str
    port: int
    _token: socket.socket
    more: list["Lease"] = field(default_factory=list)  # of a server that listens on several

    @property
    def all(self) -> list["Lease"]:
        return [self, *self.more]

    @property
    def host_port(self) -> str:
        return f"[{self.address}]:{self.port}" if ":" in self.address else f"{self.address}:{self.port}"

    def release(self) -> None:
        for lease in self.all:
            lease._token.close()


def lease_port(address: str, first: int, last: int, count: int = 1) -> Lease:
    """Any ports of the range that nobody listens on. Two nginx with `reuseport` could share one silently."""
    leases: list[Lease] = []
    for port in random.sample(range(first, last + 1), last - first + 1):
        token = _token(port)
        if token and can_bind(address, port):
            leases.append(Lease(address, port, token))
        elif token:
            token.close()
        if len(leases) == count:
            leases[0].more = leases[1:]
            return leases[0]
    for lease in leases:
        lease.release()
    number = "No free port" if count == 1 else f"Only {len(leases)} free ports instead of {count}"
    raise JobFailed("no_free_port", f"{number} on {address} between {first} and {last}")


def _token(port: int) -> socket.socket | None:
    token = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        token.bind(f"\0dynoboard-port-{port}")
        return token
    except OSError:
        token.close()
        return None


def can_bind(address: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except PermissionError as error:
            raise JobFailed("no_free_port", f"Port {port} needs a privilege: {error}") from error
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:  # no port of this address will do
                raise JobFailed("bad_address", f"{address} is not an address of this host") from error
            return False
    return True


@dataclass(frozen=True)
class OwnPorts:
    """Ports that servers of an agent may listen on: its address, and its first and last port."""

    address: str
    first: int
    last: int

    @property
    def lease_arguments(self) -> tuple[str, int, int]:
        """Arguments for `lease_port`."""
        return self.address, self.first, self.last

    def busy(self) -> int:
        """Count the ports that something listens on, or that another agent holds."""
        ports = range(self.first, self.last + 1)
        return sum(not _is_free(self.address, port) for port in ports)

    def lease_one(self, candidates: list[int]) -> Lease | None:
        """The first of these that is in the range and free."""
        for port in candidates:
            if self.first <= port <= self.last and (token := _token(port)):
                if can_bind(self.address, port):
                    return Lease(self.address, port, token)
                token.close()
        return None


def _is_free(address: str, port: int) -> bool:
    token = _token(port)
    if token is None:
        return False
    with token:
        return can_bind(address, port)
