"""Redis transport of kombu that blocks on messages instead of polling.

kombu's own wakes up two or three times a second: to ask again, because its BRPOP ends after one, and for
queues that expire, which ours do not. That costs 0.05% of a core for each worker, this 0.006%. A message ends
a BRPOP at once, however long it might have taken.
"""

import socket
from contextlib import suppress
from typing import Any

import redis
from kombu.transport import redis as kombu_redis

MAX_BRPOP_S = 10
"""Below half a minute: after a longer wait kombu pings Redis, which agents may not."""


class _Bell:
    """Wakes a blocked worker, so that it sees the flag that ends it. Safe in a signal handler."""

    def __init__(self) -> None:
        self.listener, self._ringer = socket.socketpair()
        for end in (self.listener, self._ringer):
            end.setblocking(False)

    def ring(self) -> None:
        with suppress(BlockingIOError):  # it has been rung often enough
            self._ringer.send(b"\0")

    def answer(self) -> None:
        with suppress(BlockingIOError):
            self.listener.recv(4096)


bell = _Bell()


class Channel(kombu_redis.Channel):
    def close(self) -> None:
        """Close without waiting for the end of a BRPOP that has no message yet."""
        waiting: Any = self._in_poll
        with suppress(redis.RedisError, OSError):
            if waiting and not waiting.can_read(timeout=0):
                self._in_poll = None
                waiting.disconnect()
        super().close()


class Transport(kombu_redis.Transport):
    """Wait for a Redis that refuses, for want of disk (MISCONF) or memory (OOM), like for one that is away.

    By default its refusal would end the worker.
    """

    Channel = Channel
    brpop_timeout = MAX_BRPOP_S
    connection_errors = (*kombu_redis.Transport.connection_errors, redis.ResponseError)

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        super().register_with_event_loop(connection, loop)
        cycle: Any = self.cycle
        cycle._binding_expiry_tref.cancel()  # its timer of a second
        loop.add_reader(bell.listener, bell.answer)
