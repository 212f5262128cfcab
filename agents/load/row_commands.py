"""Commands of a load tool that print what it wrote: run after a trial, in its sandbox."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from agents.processes import Child, Processes
from agents.sandbox.spec import SandboxSpec

_MAX_S = 600.0  # 20 million rows take about 200 s
_MAX_LINE = 1 << 20  # characters of one row


@dataclass(frozen=True)
class RowCommands:
    """Runs such commands; `attach` lets a cancel end them."""

    processes: Processes
    attach: Callable[[Child], None]

    def print_report(self, argv: list[str], folder: Path) -> None:
        """Add what a command prints to the output of the tool."""
        with (folder / "stdout").open("ab") as out, (folder / "stderr").open("ab") as err:
            child = self.processes.start(argv, stdout=out, stderr=err, cwd=folder, spec=_spec(folder))
        self.attach(child)
        child.wait(_MAX_S)
        child.stop()

    @contextmanager
    def rows(self, argv: list[str], folder: Path) -> Iterator[Iterable[str]]:
        """The lines that a command prints, as they come; none without a command. It ends with the block."""
        if not argv:
            yield ()
            return
        reading_end, writing_end = os.pipe2(os.O_CLOEXEC)
        with open(reading_end, encoding="utf-8", errors="replace", newline="") as lines:
            with open(writing_end, "wb") as out, (folder / "stderr").open("ab") as err:
                child = self.processes.start(argv, stdout=out, stderr=err, cwd=folder, spec=_spec(folder))
            self.attach(child)
            timer = threading.Timer(_MAX_S, child.stop)
            timer.start()
            try:
                yield iter(lambda: lines.readline(_MAX_LINE), "")
            finally:
                timer.cancel()
                child.stop(grace=0)


def _spec(folder: Path) -> SandboxSpec:
    return SandboxSpec(readable=(folder,))
