"""A host's part in the check of a testbed: listen, call the others, look at its own ports and clock."""

import hmac
import socket
import statistics
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from agents.contract.connectivity import MAX_PEERS, Reached, ReachOutcome, ReachReport
from agents.contract.jobs import ReachJob, ReachPeer
from agents.proxy.ports import OwnPorts
from agents.runner.clock import ServerClock
from agents.targets import Targets

HELLO, ECHO, LOAD = b"+", b"e", b"l"
"""Callers send the secret and a letter, then small messages or a lot of them."""
CHUNK = 256 * 1024


def read_exactly(peer: socket.socket, size: int) -> bytes:
    """Read so many bytes; ConnectionResetError when they do not come."""
    content = b""
    while len(content) < size:
        more = peer.recv(size - len(content))
        if not more:
            raise ConnectionResetError("it was closed")
        content += more
    return content


CONNECT_WITHIN_S = 1.0
MESSAGES = 50
LOAD_S = 1.0
_AGAIN_AFTER_S = 0.1
_MAX_DETAIL = 300


class _NotReached(Exception):
    def __init__(self, outcome: ReachOutcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome: ReachOutcome = outcome
        self.detail = detail


def call(
    peer: ReachPeer, targets: Targets, seconds_until: Callable[[float], float], wait: Callable[[float], bool]
) -> Reached:
    """`seconds_until`: a time of the control plane; `wait` sleeps, and returns True when the job is over."""
    if reason := next(filter(None, (targets.why_not(peer.address, port) for port in peer.ports)), None):
        return Reached(host=peer.host, outcome="forbidden", detail=reason[:_MAX_DETAIL])
    outcome = Reached(host=peer.host, outcome="reached")
    try:
        port = _first_answer(peer, seconds_until, wait)
        with _connect(peer, port, ECHO) as link:
            outcome.round_trip_s = _round_trip(link)
        if wait(max(0.0, seconds_until(peer.load_at))):
            return outcome
        with _connect(peer, port, LOAD) as link:
            outcome.bytes_per_s = _send_rate(link)
    except _NotReached as failure:
        outcome.outcome, outcome.detail = failure.outcome, failure.detail[:_MAX_DETAIL]
    except OSError as error:
        outcome.outcome, outcome.detail = "broken", str(error)[:_MAX_DETAIL]
    return outcome


def _first_answer(
    peer: ReachPeer, seconds_until: Callable[[float], float], wait: Callable[[float], bool]
) -> int:
    """The port where it listens; it may begin later than this host, but before it is to be loaded."""
    while True:
        failures: list[_NotReached] = []
        for port in peer.ports:
            try:
                with _connect(peer, port, ECHO):
                    return port
            except _NotReached as error:
                failures.append(error)
        if seconds_until(peer.load_at) <= 0 or wait(_AGAIN_AFTER_S):
            order: tuple[ReachOutcome, ...] = ("stranger", "refused", "silent", "broken")
            raise min(failures, key=lambda failure: order.index(failure.outcome))


def _connect(peer: ReachPeer, port: int, purpose: bytes) -> socket.socket:
    """A connection that has said hello; _NotReached where nobody of ours answers."""
    try:
        link = socket.create_connection((peer.address, port), CONNECT_WITHIN_S)
    except ConnectionRefusedError as error:
        raise _NotReached("refused", str(error)) from error
    except OSError as error:
        raise _NotReached("silent", str(error)) from error
    try:
        link.settimeout(CONNECT_WITHIN_S + LOAD_S)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.sendall(peer.secret.encode() + purpose)
        if read_exactly(link, len(HELLO)) != HELLO:
            raise _NotReached("stranger", f"something else listens on port {port}")
    except OSError as error:
        link.close()
        raise _NotReached("stranger", f"port {port}: {error}") from error
    except _NotReached:
        link.close()
        raise
    return link


def _round_trip(link: socket.socket) -> float:
    """Median seconds of a byte there and back."""
    times = []
    for _ in range(MESSAGES):
        began = time.perf_counter()
        link.sendall(b".")
        read_exactly(link, 1)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _send_rate(link: socket.socket) -> float:
    """Bytes a second that arrived, over one connection."""
    chunk, began = bytes(CHUNK), time.perf_counter()
    while time.perf_counter() - began < LOAD_S:
        link.sendall(chunk)
    link.shutdown(socket.SHUT_WR)
    count = int.from_bytes(read_exactly(link, 8), "big")
    return count / (time.perf_counter() - began)


_SPEAK_WITHIN_S = 5.0
_MAX_AT_ONCE = 2 * MAX_PEERS


class Listener:
    """Serves from `start` until `stop`; each caller in a thread of its own.

    Only callers of the job are spoken to: those that come from an address of theirs and bring the secret.
    """

    def __init__(self, address: str, port: int, secret: str, callers: Collection[str]) -> None:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self._socket = socket.create_server((address, port), family=family, backlog=16)
        self._secret, self._callers = secret.encode(), frozenset(callers)
        self._slots = threading.BoundedSemaphore(_MAX_AT_ONCE)

    def start(self) -> None:
        threading.Thread(target=self._accept, name="reach", daemon=True).start()

    def stop(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
        self._socket.close()

    def _accept(self) -> None:
        while True:
            try:
                caller, address = self._socket.accept()
            except OSError:
                return
            if address[0] not in self._callers or not self._slots.acquire(blocking=False):
                caller.close()
                continue
            threading.Thread(target=self._serve, args=(caller,), name="reach", daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        try:
            with caller, suppress(OSError):
                caller.settimeout(_SPEAK_WITHIN_S)
                caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                hello = read_exactly(caller, len(self._secret) + 1)
                if not hmac.compare_digest(hello[:-1], self._secret):
                    return
                caller.sendall(HELLO)
                if hello[-1:] == ECHO:
                    _echo(caller)
                elif hello[-1:] == LOAD:
                    caller.sendall(_count_bytes(caller).to_bytes(8, "big"))
        finally:
            self._slots.release()


def _echo(caller: socket.socket) -> None:
    while message := caller.recv(1):
        caller.sendall(message)


def _count_bytes(caller: socket.socket) -> int:
    """Bytes until the caller has said all; it is cut off when it goes on for too long."""
    count, end, into = 0, time.monotonic() + _SPEAK_WITHIN_S, bytearray(CHUNK)
    while (size := caller.recv_into(into)) and time.monotonic() < end:
        count += size
    return count


MAX_S = 600.0
"""However far away `until` is: clocks may be wrong."""


def check_connectivity(
    work: ReachJob, own_ports: OwnPorts, targets: Targets, clock: ServerClock, wait: Callable[[float], bool]
) -> ReachReport:
    """`wait` sleeps, and returns True when the job is over."""
    last = time.monotonic() + MAX_S

    def seconds_until(at: float) -> float:
        return min(at - clock.now(), last - time.monotonic())

    busy, lease = own_ports.busy(), own_ports.lease_one(work.ports)
    listener = Listener(own_ports.address, lease.port, work.secret, work.callers) if lease else None
    try:
        if listener:
            listener.start()
        with ThreadPoolExecutor(max(1, len(work.peers)), thread_name_prefix="reach") as pool:
            outcomes = list(pool.map(lambda peer: call(peer, targets, seconds_until, wait), work.peers))
        wait(max(0.0, seconds_until(work.until)))
    finally:
        if listener:
            listener.stop()
        if lease:
            lease.release()
    reading = clock.reading()
    return ReachReport(
        port=lease.port if lease else None,
        busy_ports=busy,
        clock_offset_s=reading.offset_s,
        clock_error_s=reading.round_trip_s and reading.round_trip_s / 2,
        reached=outcomes,
    )
