"""Messages of the kernel during a trial that bear on its network, its memory or its processes."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from agents.contract.counters import MAX_EVENT_LENGTH, MAX_EVENTS, HostEvent

_LOG = Path("/dev/kmsg")
_MAX_RECORD_LENGTH = 8192
_MAX_RECORDS = 10_000  # of one window; a kernel that says more is not read to the end
_BEARS = re.compile(
    r"SYN flooding|conntrack: table full|neighbou?r(?:ing)? table overflow|out of socket memory"
    r"|too many orphaned|TCP: out of memory|NETDEV WATCHDOG|[Ll]ink (?:is )?(?:up|down)"
    r"|page allocation failure|Out of memory|oom-kill|segfault at|general protection|throttled"
    r"|soft lockup|hung_task|rcu.*stall",
)


class KernelLog:
    """From now on; `events` reads what came since. Nothing where the log may not be read (CAP_SYSLOG)."""

    def __init__(self, path: Path = _LOG) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            os.lseek(self._file, 0, os.SEEK_END)

    def events(self, wall_of_boot: float) -> list[HostEvent]:
        """`wall_of_boot`: epoch seconds at which the kernel's clock began."""
        records = [record for record in self._records() if _BEARS.search(record)]
        return [event for record in records[:MAX_EVENTS] if (event := event_of(record, wall_of_boot))]

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _records(self) -> Iterator[str]:
        for _ in range(_MAX_RECORDS if self._file is not None else 0):
            try:
                yield os.read(self._file or 0, _MAX_RECORD_LENGTH).decode(errors="replace")
            except BrokenPipeError:
                continue  # some were overwritten before they were read
            except OSError:
                return


def event_of(record: str, wall_of_boot: float) -> HostEvent | None:
    """A record of /dev/kmsg: `priority,number,microseconds,flags;text`, then lines of its own. Pure."""
    head, _, rest = record.partition(";")
    parts = head.split(",")
    if len(parts) < 3 or not parts[2].isdecimal():
        return None
    text = "".join(c if c.isprintable() else " " for c in rest.split("\n", 1)[0])[:MAX_EVENT_LENGTH]
    return HostEvent(at=wall_of_boot + int(parts[2]) / 1e6, text=text)
