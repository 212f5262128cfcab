"""Cooling down: wait until connections that were closed leave room for new ones."""

import time
from collections.abc import Callable

from agents.contract.crowding import Ports
from agents.contract.reports import Cooled
from agents.observe.sockets import read_ports

POLL_S = 1.0


def cool(
    max_s: float,
    wait: Callable[[float], bool],
    read: Callable[[], Ports] = read_ports,
    now: Callable[[], float] = time.monotonic,
) -> Cooled:
    """Look again until the host is no longer crowded, `max_s` have passed, or `wait` says to stop.

    `wait` sleeps for some seconds and returns whether the job was ended in that time.
    """
    start, before = now(), read()
    ports = before
    while ports.is_crowded and (remaining_s := start + max_s - now()) > 0:
        if wait(min(POLL_S, remaining_s)):
            break
        ports = read()
    return Cooled(waited_s=now() - start, before=before, after=ports)
