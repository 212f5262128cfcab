"""Messages for the control plane: in order, each until it is accepted, on disk unless that is at once."""

import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from agents.failure import is_full
from agents.files import forget_oldest, write_atomically

log = logging.getLogger(__name__)
Delivery = Literal["accepted", "refused", "again"]
_REFUSED_KEPT = 200
_DROPPED_AT_ONCE = 100
_BACKOFF_S = (0.2, 0.5, 1.0, 2.0, 4.0)
_AT_ONCE_S = 0.25  # a synced write takes as long as a delivery, which makes it needless


def delivery_of(status: int) -> Delivery:
    """Classify the answer to a message: done with, never wanted, or to be sent again. Pure."""
    if 200 <= status < 300:
        return "accepted"
    if 400 <= status < 500 and status not in (401, 408, 429):
        return "refused"
    return "again"


class Outbox:
    """One folder of messages and the thread that empties it.

    `post` sends one body and returns the HTTP status, or raises OSError when nobody answers.
    At most `max_messages` are kept while the API is away; beyond that the oldest is dropped and logged.
    On a full disk `make_room` gives up what matters less, as long as that is something; what still cannot be
    written waits in memory, at most `max_unwritten` of it.
    """

    def __init__(
        self,
        folder: Path,
        post: Callable[[bytes], int],
        *,
        durable: bool = False,
        max_messages: int = 100_000,
        max_unwritten: int = 1_000,
        make_room: Callable[[], int] = lambda: 0,
    ) -> None:
        self._folder, self._refused = folder, folder.parent / "refused"
        self._post, self._durable = post, durable
        self._max_messages, self._max_unwritten, self._make_room = max_messages, max_unwritten, make_room
        folder.mkdir(parents=True, exist_ok=True)
        self._refused.mkdir(parents=True, exist_ok=True)
        self._waiting = deque(sorted(folder.glob("*.json")))
        self._number = int(self._waiting[-1].stem.split("-")[0]) if self._waiting else 0
        self._unwritten: dict[Path, bytes] = {}  # not yet on disk, or the disk was full, or need not have it
        self._changed = threading.Condition()
        self._ended = False
        self._failures = 0
        self._thread = threading.Thread(target=self._run, name=f"outbox-{folder.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, body: bytes, name: str = "message", *, in_memory: bool = False) -> None:
        """Wake the delivery; returns once the message is delivered or on disk (in memory if that is full).

        `in_memory`: the end of the agent may lose it.
        """
        with self._changed:
            self._number += 1
            path = self._folder / f"{self._number:012d}-{name}.json"
            self._unwritten[path] = body
            self._waiting.append(path)
            self._changed.notify_all()
            if not (in_memory or self._is_delivered_at_once(path)):
                self._write(path, body)
            if len(self._waiting) > self._max_messages:
                self._drop(self._waiting[0])
            if len(self._unwritten) > self._max_unwritten:
                self._drop(next(iter(self._unwritten)))

    def drop_some(self) -> int:
        """Give up the oldest messages on disk, to make room for something else; how many that were."""
        with self._changed:
            oldest = [path for path in self._waiting if path not in self._unwritten][:_DROPPED_AT_ONCE]
            for path in oldest:
                self._drop(path)
        return len(oldest)

    def _is_delivered_at_once(self, path: Path) -> bool:
        if not self._durable or not self._thread.is_alive() or self._waiting[0] != path:
            return False
        self._changed.wait_for(lambda: path not in self._waiting or self._failures, _AT_ONCE_S)
        return path not in self._waiting

    def _write(self, path: Path, body: bytes) -> None:
        while True:
            try:
                write_atomically(path, body, durable=self._durable)
                self._unwritten.pop(path)
                return
            except OSError as error:
                if is_full(error) and self._make_room():
                    continue
                log.error("cannot write %s, keeping it in memory: %s", path, error)
                return

    def _drop(self, path: Path) -> None:
        log.warning("the spool or its disk is full; dropping %s", path.name)
        self._waiting.remove(path)
        self._unwritten.pop(path, None)
        path.unlink(missing_ok=True)

    def drain(self, timeout: float) -> bool:
        """Wait until everything is delivered; False when time is up first."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting, timeout)

    def stop(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._thread.join(5)

    def retry_now(self) -> None:
        """The API is back: do not wait for the backoff to pass."""
        with self._changed:
            self._failures = 0
            self._changed.notify_all()

    def _run(self) -> None:
        while (path := self._next()) is not None:
            outcome = self._deliver(path)
            with self._changed:
                if outcome == "again":
                    self._failures += 1
                    self._changed.notify_all()
                    self._changed.wait(_BACKOFF_S[min(self._failures, len(_BACKOFF_S)) - 1])
                    continue
                self._failures = 0
                self._clear(path, outcome)
                if self._waiting and self._waiting[0] == path:
                    self._waiting.popleft()
                self._changed.notify_all()

    def _next(self) -> Path | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended)
            return None if self._ended else self._waiting[0]

    def _deliver(self, path: Path) -> Delivery:
        try:
            status = self._post(self._unwritten.get(path) or path.read_bytes())
        except FileNotFoundError:
            return "accepted"  # dropped from a full spool meanwhile
        except OSError as error:
            if self._failures == 0:
                log.warning("cannot deliver %s, trying again: %s", path.name, error)
            return "again"
        outcome = delivery_of(status)
        if outcome == "refused":
            log.error("the control plane refused %s with status %d", path.name, status)
        elif outcome == "again" and self._failures == 0:
            log.warning("status %d for %s, trying again", status, path.name)
        return outcome

    def _clear(self, path: Path, outcome: Delivery) -> None:
        body = self._unwritten.pop(path, None)
        if outcome == "refused" and (body is None or self._durable):
            self._put_aside(path, body)
        if body is None:
            path.unlink(missing_ok=True)

    def _put_aside(self, path: Path, body: bytes | None) -> None:
        """Kept for a person to look at, if that is possible. `body`: of a message that is not on disk."""
        try:
            if body is None:
                os.replace(path, self._refused / path.name)
            else:
                write_atomically(self._refused / path.name, body)
            forget_oldest(self._refused, _REFUSED_KEPT)
        except OSError as error:
            log.error("cannot keep %s: %s", path.name, error)
