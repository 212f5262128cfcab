"""Calls another host of a testbed: does it answer, how fast, and how much goes there in a second."""

import socket
import statistics
import time
from collections.abc import Callable

from agents.connectivity.wire import CHUNK, ECHO, HELLO, LOAD, read_exactly
from agents.contract.connectivity import Reached, ReachOutcome
from agents.contract.jobs import ReachPeer
from agents.targets import Targets

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
