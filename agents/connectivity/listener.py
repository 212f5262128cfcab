"""Listens for the other hosts of a testbed, for seconds: answers their small messages, and counts large ones.

Only callers of the job are spoken to: those that come from an address of theirs and bring the secret.
"""

import hmac
import socket
import threading
import time
from collections.abc import Collection
from contextlib import suppress

from agents.connectivity.wire import CHUNK, ECHO, HELLO, LOAD, read_exactly
from agents.contract.connectivity import MAX_PEERS

_SPEAK_WITHIN_S = 5.0
_MAX_AT_ONCE = 2 * MAX_PEERS


class Listener:
    """Serves from `start` until `stop`; each caller in a thread of its own."""

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
