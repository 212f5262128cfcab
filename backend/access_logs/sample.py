"""A uniform sample of the requests of a log, in bounded memory. Pure: the random numbers are seeded.

Each request has the same chance to be in it, wherever it stands. By the gaps between those that are taken
(algorithm L), a log costs random numbers for what is taken only.
"""

import math
import random
from typing import NamedTuple

MAX_REQUESTS = 200_000
MAX_BYTES = 48 * 1024**2
"""Of all targets in the sample. Longer ones halve the number of requests instead."""


class SampledRequest(NamedTuple):
    """A GET: its target, whether the answer was 304, and the bytes of a whole answer (None: not said)."""

    target: bytes
    is_unchanged: bool
    size: int | None


class Reservoir:
    """`index` counts the requests offered from 0; a request is offered only if its index is `next_index`."""

    def __init__(
        self, rng: random.Random, max_requests: int = MAX_REQUESTS, max_bytes: int = MAX_BYTES
    ) -> None:
        self._rng, self._max_requests, self._max_bytes = rng, max_requests, max_bytes
        self._bytes = 0
        self.requests: list[SampledRequest] = []
        self.next_index = 0

    def take(self, request: SampledRequest) -> None:
        """Take the request of `next_index`, in the place of another once the sample is full."""
        index = self.next_index
        if len(self.requests) < self._max_requests:
            self.requests.append(request)
            self.next_index = index + 1
            if len(self.requests) == self._max_requests:
                self._draw_largest_key(index + 1)
        else:
            place = self._rng.randrange(len(self.requests))
            self._bytes -= len(self.requests[place].target)
            self.requests[place] = request
            self._largest_key *= self._power()
            self._skip(index)
        self._bytes += len(request.target)
        if self._bytes > self._max_bytes and len(self.requests) > 1:
            self._halve(index + 1)

    def _halve(self, request_count: int) -> None:
        """Keep a random half: a uniform sample of a uniform sample is one."""
        self._max_requests = len(self.requests) // 2
        self.requests = self._rng.sample(self.requests, self._max_requests)
        self._bytes = sum(len(request.target) for request in self.requests)
        self._draw_largest_key(request_count)

    def _draw_largest_key(self, request_count: int) -> None:
        """Draw the key of the next algorithm step: each request has a random one, the smallest are taken."""
        count = len(self.requests)
        self._largest_key = self._rng.betavariate(count, request_count - count + 1)
        self._skip(request_count - 1)

    def _power(self) -> float:
        return math.exp(math.log(1 - self._rng.random()) / len(self.requests))

    def _skip(self, index: int) -> None:
        """The next request whose key is below the largest."""
        gap = math.log(1 - self._rng.random()) / math.log1p(-min(self._largest_key, 1 - 1e-12))
        self.next_index = index + 1 + int(gap)
