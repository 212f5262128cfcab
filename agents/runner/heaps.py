"""Number of heaps that the C library gives the agent's threads."""

import ctypes
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX of mallopt(3)
_HEAPS = 2


def share_heaps() -> None:
    """Few heaps for all threads, before the first of them starts.

    glibc gives each new thread one of its own, up to eight for each core, and each keeps what its threads
    once held. So an agent grew until the largest job had been in all of them: by 16 MB in an hour.
    """
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _HEAPS)
