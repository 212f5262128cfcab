"""Generator of held connections: opens them at a pace, asks on each now and then, counts those that close.

A program of its own with the standard library alone. `agents.load.holder` runs several processes of it, so
that none needs more open files than a host allows. Its argument is a JSON map (see `Order`). Standard output
must be a file: its first line always says how far it is.
"""

import gc
import heapq
import json
import os
import select
import socket
import ssl
import struct
import sys
import time
from dataclasses import dataclass, field

STATUS_LENGTH = 400  # bytes of the line, padded with blanks
_STATUS_S = 0.2
_MAX_OPENING = 500  # connections that are opened at once: more would only wait in the kernel's queues
_READ_BYTES = 65536
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # lingering for 0 s: no connection stays in TIME_WAIT
_SPREAD = 0.6180339887  # multiples of it fill an interval evenly, however many there are


@dataclass(frozen=True)
class Order:
    """The share of one process: `connections`, shared out evenly over `targets`."""

    targets: list[tuple[str, int]]  # address and port
    tls: bool
    connections: int
    per_second: float
    every_s: float
    request: str


@dataclass
class Status:
    """Counts so far."""

    open: int = 0  # answered at least once and not closed since
    closes: int = 0  # by the server, after they were established
    failures: int = 0  # never established
    requests: int = 0
    answers: int = 0
    error: str = ""  # of the first that failed


@dataclass
class Connection:
    """One connection; `is_answered`: it has had an answer, `is_waiting`: it asked and has none yet."""

    sock: socket.socket
    number: int
    is_established: bool = False
    is_answered: bool = False
    is_waiting: bool = False


@dataclass
class Generator:
    """The loop of one process."""

    order: Order
    status: Status = field(default_factory=Status)
    connects: int = 0  # connect() calls so far
    opening: int = 0  # of them, not yet established
    next_status: float = 0.0

    def __post_init__(self) -> None:
        self._epoll = select.epoll()
        self._connections: dict[int, Connection] = {}
        self._due: list[tuple[float, int, int]] = []  # time of the next request, file, number
        self._request = self.order.request.encode("latin-1")
        self._context = _lenient_context() if self.order.tls else None

    def run(self) -> None:
        """Open, ask and count until the process is ended."""
        started_at = time.monotonic()
        while True:
            now = time.monotonic()
            self._open(now - started_at)
            self._ask_due(now)
            if now >= self.next_status:
                self.next_status = now + _STATUS_S
                write_status(self.status)
            for file, _ in self._epoll.poll(self._pause(now - started_at), 1000):
                if connection := self._connections.get(file):
                    self._handle(connection)

    def _pause(self, elapsed_s: float) -> float:
        """Seconds until there is something to do by the clock."""
        if self.connects < self.order.connections and self.opening < _MAX_OPENING:
            return max(0.001, min(_STATUS_S, (self.connects + 1) / self.order.per_second - elapsed_s))
        return 0.02

    def _open(self, elapsed_s: float) -> None:
        goal = min(self.order.connections, int(elapsed_s * self.order.per_second) + 1)
        while self.connects < goal and self.opening < _MAX_OPENING:
            self._connect(self.connects)
            self.connects += 1

    def _connect(self, number: int) -> None:
        address, port = self.order.targets[number % len(self.order.targets)]
        try:
            sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        except OSError as error:
            return self._fail(error)
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        try:
            sock.connect((address, port))
        except BlockingIOError:
            pass
        except OSError as error:
            sock.close()
            return self._fail(error)
        if self._context:
            sock = self._context.wrap_socket(sock, do_handshake_on_connect=False)
        self.opening += 1
        self._connections[sock.fileno()] = Connection(sock, number)
        self._epoll.register(sock.fileno(), select.EPOLLOUT)
        return None

    def _handle(self, connection: Connection) -> None:
        try:
            if connection.is_established:
                self._read(connection)
            else:
                self._establish(connection)
        except ssl.SSLWantReadError:
            self._epoll.modify(connection.sock.fileno(), select.EPOLLIN)
        except ssl.SSLWantWriteError:
            self._epoll.modify(connection.sock.fileno(), select.EPOLLOUT)
        except BlockingIOError:
            pass
        except OSError as error:
            self._drop(connection, error)

    def _establish(self, connection: Connection) -> None:
        sock = connection.sock
        if code := sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            raise OSError(code, os.strerror(code))
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        connection.is_established = True
        self.opening -= 1
        self._epoll.modify(sock.fileno(), select.EPOLLIN)
        self._ask(connection)
        self._plan(connection, time.monotonic() + self.order.every_s * phase_of(connection.number))

    def _read(self, connection: Connection) -> None:
        while True:
            content = connection.sock.recv(_READ_BYTES)
            if not content:
                return self._drop(connection, None)
            self.status.answers += connection.is_waiting
            self.status.open += not connection.is_answered
            connection.is_answered, connection.is_waiting = True, False
            if len(content) < _READ_BYTES and self._context is None:
                return None

    def _ask(self, connection: Connection) -> None:
        connection.sock.send(self._request)
        connection.is_waiting = True
        self.status.requests += 1

    def _plan(self, connection: Connection, at: float) -> None:
        heapq.heappush(self._due, (at, connection.sock.fileno(), connection.number))

    def _ask_due(self, now: float) -> None:
        while self._due and self._due[0][0] <= now:
            at, file, number = heapq.heappop(self._due)
            connection = self._connections.get(file)
            if connection is None or connection.number != number:
                continue  # closed since; its file may be another's
            try:
                if not connection.is_waiting:
                    self._ask(connection)
            except OSError as error:
                self._drop(connection, error)
                continue
            self._plan(connection, max(at + self.order.every_s, now))

    def _fail(self, error: OSError) -> None:
        self.status.failures += 1
        self.status.error = self.status.error or (error.strerror or str(error))[:100]

    def _drop(self, connection: Connection, error: OSError | None) -> None:
        del self._connections[connection.sock.fileno()]
        connection.sock.close()
        if connection.is_established:
            self.status.closes += 1
            self.status.open -= connection.is_answered
        else:
            self.opening -= 1
            self._fail(error or ConnectionError("closed by the server"))


def phase_of(number: int) -> float:
    """The share of the interval after which a connection asks for the second time."""
    return (number + 1) * _SPREAD % 1


def write_status(status: Status) -> None:
    """Overwrite the first line of standard output."""
    line = json.dumps(status.__dict__).ljust(STATUS_LENGTH - 1) + "\n"
    os.pwrite(1, line.encode(), 0)


def _lenient_context() -> ssl.SSLContext:
    """Servers under test have certificates that nobody has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def main(text: str) -> None:
    fields = json.loads(text)
    fields["targets"] = [(address, port) for address, port in fields["targets"]]
    gc.disable()  # nothing here is a circle; walks over all connections would delay requests
    Generator(Order(**fields)).run()


if __name__ == "__main__":
    main(sys.argv[1])
