"""Rate limiter for failed token attempts, with bounded memory. Pure but for the clock.

Each address has `EACH` attempts and gets one back every few seconds. All addresses together have `TOTAL`,
which an address that succeeded before does not need. One attacker cannot lock out others; many cannot lock
out addresses that signed in before.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

EACH, TOTAL, PERIOD_S = 10, 300, 60.0
MAX_ADDRESSES = 2048


@dataclass
class _Bucket:
    """Attempts that are left: `size` at most, all of them back after a period."""

    size: int
    remaining: float
    at: float

    def refill(self, now: float) -> None:
        self.remaining = min(self.size, self.remaining + (now - self.at) * self.size / PERIOD_S)
        self.at = now

    def wait_s(self) -> int:
        return math.ceil((1 - self.remaining) * PERIOD_S / self.size) if self.remaining < 1 else 0


class RateLimiter:
    """Counts failed attempts; safe for threads.

    tell  called with the arguments of `record` of another process's limiter: all of them count what one saw
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[bool, str], None] = lambda is_success, key: None,
    ) -> None:
        self._clock, self._tell, self._lock = clock, tell, Lock()
        self.clear()

    def clear(self) -> None:
        """Forget everybody."""
        self._failures: OrderedDict[str, _Bucket] = OrderedDict()
        self._successes: OrderedDict[str, None] = OrderedDict()
        self._all = _Bucket(TOTAL, TOTAL, self._clock())

    def wait_s(self, address: str) -> int:
        """Seconds until this address may try again; 0 when it may now."""
        key, now = network_of(address), self._clock()
        with self._lock:
            self._all.refill(now)
            together = 0 if key in self._successes else self._all.wait_s()
            bucket = self._failures.get(key)
            if bucket is None:
                return together
            bucket.refill(now)
            return max(together, bucket.wait_s())

    def record_failure(self, address: str) -> None:
        """Count a failed attempt of this address."""
        key = network_of(address)
        self.record(False, key)
        self._tell(False, key)

    def record_success(self, address: str) -> None:
        """Remember that this address succeeded."""
        key = network_of(address)
        if self.record(True, key):
            self._tell(True, key)

    def record(self, is_success: bool, key: str) -> bool:
        """Record what was seen here or elsewhere; True when it is news. `key`: of `network_of`."""
        return self._record_success(key) if is_success else self._record_failure(key)

    def _record_failure(self, key: str) -> bool:
        now = self._clock()
        with self._lock:
            bucket = self._failures.setdefault(key, _Bucket(EACH, EACH, now))
            self._failures.move_to_end(key)
            for counter in (bucket, self._all):
                counter.refill(now)
                counter.remaining = max(0.0, counter.remaining - 1)
            while len(self._failures) > MAX_ADDRESSES:
                self._failures.popitem(last=False)
        return True

    def has_succeeded(self, address: str) -> bool:
        """Whether this address succeeded lately."""
        with self._lock:
            return network_of(address) in self._successes

    def _record_success(self, key: str) -> bool:
        with self._lock:
            is_news = key not in self._successes
            self._successes[key] = None
            self._successes.move_to_end(key)
            while len(self._successes) > MAX_ADDRESSES:
                self._successes.popitem(last=False)
        return is_news


def network_of(address: str) -> str:
    """What counts as one address: the first 64 bits of IPv6, which one host may have all to itself."""
    try:
        parsed_address = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed_address, ipaddress.IPv4Address):
        return str(parsed_address)
    return str(parsed_address.ipv4_mapped or ipaddress.ip_network((parsed_address, 64), strict=False))
