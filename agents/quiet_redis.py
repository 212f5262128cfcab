"""kombu's Redis for workers beside what is measured: they wait for messages, and not for the clock.

kombu's own wakes up two or three times a second: to ask again, because its BRPOP ends after one, and for
queues that expire, which ours do not. A message ends a BRPOP at once, however long it might have taken.
"""

import socket
from contextlib import suppress
from typing import Any

import redis
from kombu.transport import redis as kombu_redis

LONGEST_S = 10
"""Of one BRPOP. Below half a minute: who has waited longer asks whether Redis lives, which agents may not."""


class _Bell:
    """Wakes a worker that waits: its end is a flag, seen only when it looks. Safe in a signal handler."""

    def __init__(self) -> None:
        self.heard, self._rope = socket.socketpair()
        for end in (self.heard, self._rope):
            end.setblocking(False)

    def ring(self) -> None:
        with suppress(BlockingIOError):  # it has been rung often enough
            self._rope.send(b"\0")

    def answer(self) -> None:
        with suppress(BlockingIOError):
            self.heard.recv(4096)


bell = _Bell()


class Channel(kombu_redis.Channel):
    def close(self) -> None:
        """Without waiting for the end of a BRPOP that nothing has come of yet."""
        waiting: Any = self._in_poll
        with suppress(redis.RedisError, OSError):
            if waiting and not waiting.can_read(timeout=0):
                self._in_poll = None
                waiting.disconnect()
        super().close()


class Transport(kombu_redis.Transport):
    """One that refuses, for want of disk (MISCONF) or memory (OOM), is waited for like one that is away: by
    default it would end the worker."""

    Channel = Channel
    brpop_timeout = LONGEST_S
    connection_errors = (*kombu_redis.Transport.connection_errors, redis.ResponseError)

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        super().register_with_event_loop(connection, loop)
        cycle: Any = self.cycle
        cycle._binding_expiry_tref.cancel()  # its timer of a second
        loop.add_reader(bell.heard, bell.answer)
