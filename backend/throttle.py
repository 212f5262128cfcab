"""How often somebody may be wrong about a token, in bounded memory. Pure but for the clock.

Each address has `EACH` wrong tries and gets one back every few seconds. All addresses together have `TOTAL`,
which an address that was right before does not need. So one stranger keeps nobody else out, and many
strangers keep nobody out who was in before.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

EACH, TOTAL, PERIOD_S = 10, 300, 60.0
MOST_ADDRESSES = 2048


@dataclass
class _Bucket:
    """Tries that are left: `size` at most, all of them back after a period."""

    size: int
    remaining: float
    at: float

    def refill(self, now: float) -> None:
        self.remaining = min(self.size, self.remaining + (now - self.at) * self.size / PERIOD_S)
        self.at = now

    def wait_s(self) -> int:
        return math.ceil((1 - self.remaining) * PERIOD_S / self.size) if self.remaining < 1 else 0


class Throttle:
    """Counts wrong tries; safe for threads.

    tell  called with what `note` of another process's throttle takes: all of them count what one saw
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[bool, str], None] = lambda is_right, key: None,
    ) -> None:
        self._clock, self._tell, self._lock = clock, tell, Lock()
        self.clear()

    def clear(self) -> None:
        """Forget everybody."""
        self._wrong: OrderedDict[str, _Bucket] = OrderedDict()
        self._right: OrderedDict[str, None] = OrderedDict()
        self._all = _Bucket(TOTAL, TOTAL, self._clock())

    def wait_s(self, address: str) -> int:
        """Seconds until this address may try again; 0 when it may now."""
        key, now = network_of(address), self._clock()
        with self._lock:
            self._all.refill(now)
            together = 0 if key in self._right else self._all.wait_s()
            bucket = self._wrong.get(key)
            if bucket is None:
                return together
            bucket.refill(now)
            return max(together, bucket.wait_s())

    def wrong(self, address: str) -> None:
        """This address was wrong."""
        key = network_of(address)
        self.note(False, key)
        self._tell(False, key)

    def right(self, address: str) -> None:
        """This address was right."""
        key = network_of(address)
        if self.note(True, key):
            self._tell(True, key)

    def note(self, is_right: bool, key: str) -> bool:
        """What was seen here or elsewhere; whether it is news. `key`: of `network_of`."""
        return self._note_right(key) if is_right else self._note_wrong(key)

    def _note_wrong(self, key: str) -> bool:
        now = self._clock()
        with self._lock:
            bucket = self._wrong.setdefault(key, _Bucket(EACH, EACH, now))
            self._wrong.move_to_end(key)
            for counter in (bucket, self._all):
                counter.refill(now)
                counter.remaining = max(0.0, counter.remaining - 1)
            while len(self._wrong) > MOST_ADDRESSES:
                self._wrong.popitem(last=False)
        return True

    def was_right(self, address: str) -> bool:
        """Whether this address is among those that were right lately."""
        with self._lock:
            return network_of(address) in self._right

    def _note_right(self, key: str) -> bool:
        with self._lock:
            is_news = key not in self._right
            self._right[key] = None
            self._right.move_to_end(key)
            while len(self._right) > MOST_ADDRESSES:
                self._right.popitem(last=False)
        return is_news


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the first 64 bits, which one host may have all to itself."""
    try:
        parsed_address = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed_address, ipaddress.IPv4Address):
        return str(parsed_address)
    return str(parsed_address.ipv4_mapped or ipaddress.ip_network((parsed_address, 64), strict=False))
