"""Results that are costly to make, kept while they are asked for. Pure."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class RecentlyUsed(Generic[V]):
    """The values that were asked for last, by what they depend on; safe for threads.

    most     what the sizes of all of them may add up to
    size_of  the size of one; by default each counts as 1
    """

    def __init__(self, most: int, size_of: Callable[[V], int] = lambda _: 1) -> None:
        self._most, self._size_of, self._size = most, size_of, 0
        self._found: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        value = make()  # without the lock: it may take long, and nobody else should wait for it
        with self._lock:
            self._keep(key, value)
        return value

    def _keep(self, key: Hashable, value: V) -> None:
        size = self._size_of(value)
        if key not in self._found and size <= self._most:
            self._found[key] = value
            self._size += size
        while self._size > self._most:
            self._size -= self._size_of(self._found.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._found.clear()
            self._size = 0
