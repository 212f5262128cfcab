"""Tells the control plane that this agent is alive, as often as it asks, and learns its clock and keys."""

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping

from agents.contract.heartbeat import BEAT_EVERY_S, Heartbeat
from agents.runner.api import ControlPlane, RequestRefused, Unreachable
from agents.runner.clock import ServerClock

log = logging.getLogger(__name__)
MAX_S = 15.0  # whatever an agent is told
MAX_CLOCK_ERROR_S, CLOCK_READINGS = 0.01, 10  # before load tools of several hosts begin at once
UNHELD_S = 10.0  # the last word of an experiment may still be on its way


def within_bounds(told_s: float) -> float:
    """Seconds until the next heartbeat; the usual ones where what was told is no time."""
    return min(max(told_s, BEAT_EVERY_S), MAX_S) if math.isfinite(told_s) else BEAT_EVERY_S


class Heartbeats:
    """`on_keys` gets the keys of jobs with each answer, `on_back` is called when the API answers again,
    `on_unknown` when it no longer knows this agent. `on_deserted` gets a sentence at each try while it has
    not answered for `silence_s` seconds, or has said for UNHELD_S that nobody holds this host.
    """

    def __init__(
        self,
        api: ControlPlane,
        clock: ServerClock,
        beat: Callable[[], Heartbeat],
        on_keys: Callable[[Mapping[str, str]], None],
        on_back: Callable[[], None],
        on_unknown: Callable[[], None],
        on_deserted: Callable[[str], None],
        silence_s: float,
    ) -> None:
        self._api, self._clock, self._beat = api, clock, beat
        self._on_keys, self._on_back, self._on_unknown = on_keys, on_back, on_unknown
        self._on_deserted, self._silence_s = on_deserted, silence_s
        self._is_unreachable, self._notice = False, ""
        self._heard = time.monotonic()
        self._unheld_since: float | None = None
        self._every_s = BEAT_EVERY_S
        self.is_watched = True  # whether somebody looks at live readings, as far as is known
        self._ended, self._hurried = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        self.once()  # the clock is known before the first job
        self._thread.start()

    def hurry(self) -> None:
        """Something happened that the control plane should know: beat as soon as a held host would."""
        self._hurried.set()

    def stop(self) -> None:
        self._ended.set()
        self._hurried.set()
        self._thread.join(5)

    def read_clock(self) -> None:
        """Read the control plane's clock anew where what is known of it may be too far off."""
        for _ in range(CLOCK_READINGS):
            if (self._clock.reading().round_trip_s or 0.0) / 2 <= MAX_CLOCK_ERROR_S:
                return
            self.once()

    def once(self) -> None:
        sent_at, self._every_s = time.monotonic(), BEAT_EVERY_S
        try:
            reply = self._api.heartbeat(self._beat())
        except Unreachable as error:
            self._unreachable(str(error))
        except RequestRefused as error:
            if error.status in (401, 403, 404):
                log.warning("the control plane no longer knows this agent (%s)", error)
                self._on_unknown()
            elif error.status == 409:
                log.error("this agent is not listened to any more: %s", error)
                self._on_unknown()
            else:
                self._unreachable(str(error))
        except ValueError as error:
            self._unreachable(f"its answer is not understood: {error}")
        else:
            self._heard, self._every_s = time.monotonic(), within_bounds(reply.beat_after_s)
            self._clock.learn(sent_at, self._heard, reply.server_time)
            self.is_watched = reply.watched
            self._on_keys(reply.job_keys)
            if reply.notice and reply.notice != self._notice:
                log.error("%s", reply.notice)
            self._notice = reply.notice
            if self._is_unreachable:
                log.info("the control plane answers again")
                self._is_unreachable = False
                self._on_back()
            self._note_held(reply.held)

    def _note_held(self, is_held: bool) -> None:
        if is_held:
            self._unheld_since = None
            return
        since = self._unheld_since = self._unheld_since or self._heard
        if self._heard - since >= min(UNHELD_S, self._silence_s):
            self._on_deserted("this host is changed, and no experiment holds it any more")

    def _unreachable(self, reason: str) -> None:
        if not self._is_unreachable:
            log.warning("the control plane does not answer: %s", reason)
        self._is_unreachable, self.is_watched = True, False
        if time.monotonic() - self._heard >= self._silence_s:
            self._on_deserted(f"this host has heard nothing for {self._silence_s:g} s")

    def _run(self) -> None:
        while not self._is_over():
            self.once()

    def _is_over(self) -> bool:
        """After the wait for the next heartbeat, or at the end."""
        if not self._ended.wait(BEAT_EVERY_S):
            self._hurried.wait(self._every_s - BEAT_EVERY_S)
            self._hurried.clear()
        return self._ended.is_set()
