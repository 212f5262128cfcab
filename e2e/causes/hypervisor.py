"""A hypervisor that takes the CPU from one nginx: its workers are stopped for a share of the time.

No other program runs meanwhile, and no worker is ready, as under a real one. /proc/stat tells it: while these
workers work, a copy of it that the agents of the stack open in its place counts as much steal beside the busy
time of each CPU. What they read of it, and all that follows, is their own.
"""

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SHARE, PERIOD_S, RENEW_S = 0.35, 0.02, 0.3
_BUSY, _STEAL = (1, 2, 3, 6, 7), 8  # places in a line: user nice system irq softirq; steal


@contextmanager
def taking_cpu(clock: Path, run: str) -> Iterator[None]:
    """From the workers of the proxy of a run, by its id; `clock`: the folder of the stack's shim."""
    end, copy = threading.Event(), Copy(clock / "proc-stat")
    thread = threading.Thread(target=_take, args=(run, copy, end))
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()
        copy.path.unlink()


class Copy:
    """/proc/stat with more steal: `renew` adds what the busy time since the last call makes."""

    def __init__(self, path: Path) -> None:
        self.path, self._added, self._before = path, dict[str, float](), dict[str, int]()
        path.touch()
        self._file = os.open(path, os.O_WRONLY)
        self.renew(0.0)

    def renew(self, ratio: float) -> None:
        lines: list[str] = []
        for line in Path("/proc/stat").read_text().splitlines():
            words = line.split()
            if words[0].startswith("cpu"):
                busy = sum(int(words[n]) for n in _BUSY)
                growth = busy - self._before.get(words[0], busy)
                self._before[words[0]] = busy
                self._added[words[0]] = self._added.get(words[0], 0.0) + ratio * growth
                words[_STEAL] = str(int(words[_STEAL]) + int(self._added[words[0]]))
                line = " ".join(words)
            lines.append(line)
        os.pwrite(self._file, ("\n".join(lines) + "\n").encode().ljust(os.fstat(self._file).st_size), 0)


def _take(run: str, copy: Copy, end: threading.Event) -> None:
    workers, renewed, ran = list[int](), 0.0, 0
    while not end.is_set():
        if time.monotonic() - renewed > RENEW_S:
            workers, renewed = list(_workers(run)), time.monotonic()
        _signal(workers, signal.SIGSTOP)
        time.sleep(PERIOD_S * SHARE)
        _signal(workers, signal.SIGCONT)
        time.sleep(PERIOD_S * (1 - SHARE))
        before, ran = ran, sum(map(_ran_ns, workers))
        copy.renew(SHARE / (1 - SHARE) if ran - before > 1e5 else 0.0)


def _workers(run: str) -> Iterator[int]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            text = path.read_bytes()
            if text.startswith(b"nginx: master") and re.search(rf"/{run}-\d+-proxy-".encode(), text):
                children = path.parent / "task" / path.parent.name / "children"
                yield from map(int, children.read_text().split())


def _ran_ns(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    return 0


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
