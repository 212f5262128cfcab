"""Dies by SIGKILL at the n-th write: to the journal, or to a setting of the host.

As a program it is an agent that does so: `python -m agents.tests.journal.mortal N FILE OPTIONS…` counts
from the moment that FILE exists.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

When = Literal["before", "half", "after"]
_COUNTED = ("/journal", "/proc/sys/", "/proc/irq/")


def die_at(number: int, when: When, is_armed: Callable[[], bool] = lambda: True) -> None:
    """From now on this process ends before, in the middle of, or after its n-th change of a file."""
    counted = 0

    def mortal(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(target: Any, *rest: Any, **more: Any) -> Any:
            nonlocal counted
            if not _is_counted(target) or not is_armed():
                return real(target, *rest, **more)
            counted += 1
            if counted == number and when == "half" and _is_cut(target, real):
                real(target, rest[0][: len(rest[0]) // 2])
            if counted == number and when != "after":
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return real(target, *rest, **more)
            finally:
                if counted == number:
                    os.kill(os.getpid(), signal.SIGKILL)

        return call

    for name in ("write", "fsync", "unlink", "replace", "ftruncate"):
        setattr(os, name, mortal(getattr(os, name)))


def _is_counted(target: Any) -> bool:
    path = os.readlink(f"/proc/self/fd/{target}") if isinstance(target, int) else os.fspath(target)
    return any(part in str(path) for part in _COUNTED)


def _is_cut(target: Any, real: Callable[..., Any]) -> bool:
    """The kernel takes a value as a whole; a line of the journal may be torn."""
    return real.__name__ == "write" and "/journal/" in os.readlink(f"/proc/self/fd/{target}")


if __name__ == "__main__":
    from agents.runner.__main__ import main

    number, armed = int(sys.argv[1]), Path(sys.argv[2])
    die_at(number, "after", armed.exists)
    sys.argv[1:] = sys.argv[3:]
    sys.exit(main())
