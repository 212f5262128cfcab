"""One perf beside a load: attached to processes, ended by a signal, read afterwards."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from agents.diagnostics import perf
from agents.files import end_of
from agents.processes import Child, Processes

ATTACH_S = 5.0
END_S = 10.0  # from the signal until what it recorded is on disk
READ_S = 45.0
MAX_DATA = 32 * 1024**2  # bytes of samples, 8 kB of stack each
MAX_TEXT = 128 * 1024**2  # bytes of what perf prints of them
_MAX_MEMORY = 4 * 1024**3
_LAST_WORDS = 600
_MMAP_PAGES = 1024  # of 4 kB, on each CPU: events of system calls come in the 100,000 a second


class NotSeen(Exception):
    """Error that says in words why perf found nothing out."""


@dataclass
class Perf:
    """Launcher of perf on this host. `attach` has a cancel of the job end what is started."""

    processes: Processes
    folder: Path
    attach: Callable[[Child], None]

    def start(self, name: str, words: Sequence[str]) -> "Recording":
        """NotSeen where it cannot be started, or ends before it is attached."""
        child = self._run(name, words)
        try:
            _wait_until_attached(child)
        except NotSeen as error:
            child.stop()
            raise NotSeen(f"{error}: {_last_words(self.folder / f'{name}.err')}") from None
        return Recording(child, self.folder / f"{name}.err")

    def lines_of(self, name: str, words: Sequence[str]) -> Iterator[str]:
        """Yield what a perf that ends by itself prints; of one that takes too long, what there is."""
        child = self._run(name, words)
        if child.wait(READ_S) is None:
            child.stop()
        return lines(self.folder / f"{name}.out")

    def _run(self, name: str, words: Sequence[str]) -> Child:
        program = perf.program()
        if program is None:
            raise NotSeen(f"perf is not installed here; {perf.INSTALL}")
        bounds = [f"--fsize={max(MAX_TEXT, 2 * MAX_DATA)}", f"--as={_MAX_MEMORY}", "--core=0"]
        environment = perf.ENVIRONMENT | {"PATH": os.environ.get("PATH", "")}
        out, err = self.folder / f"{name}.out", self.folder / f"{name}.err"
        try:
            with out.open("wb") as stdout, err.open("wb") as stderr:
                child = self.processes.start_outside(
                    perf.with_events(["prlimit", *bounds, program, *words]),
                    environment=environment,
                    stdout=stdout,
                    stderr=stderr,
                    cwd=self.folder,
                )
        except OSError as error:
            raise NotSeen(f"perf cannot be started: {error}") from error
        self.attach(child)
        return child


@dataclass
class Recording:
    child: Child
    stderr: Path

    def end(self) -> None:
        """NotSeen where perf ended badly, or has to be killed."""
        with suppress(ProcessLookupError):  # those it was attached to have ended, and so has it
            os.kill(self.child.pid, signal.SIGINT)
        exit_status = self.child.wait(END_S)
        self.child.stop()
        if exit_status is None:
            raise NotSeen("perf did not end in time")
        if exit_status.exit_code != 0 and exit_status.signal != signal.SIGINT:
            raise NotSeen(f"perf failed: {_last_words(self.stderr)}")


def record(pids: Sequence[int], hz: int, to: Path) -> list[str]:
    """Arguments of perf that sample the stacks of processes; without counters cycles become cpu-clock.

    Debian's nginx has no frame pointers: stacks are copied and unwound by DWARF.
    """
    words = ["record", "-q", "-N", "-B", "-e", "cycles", "-F", str(hz), "--call-graph", "dwarf,8192"]
    return [*words, f"--max-size={MAX_DATA // 1024}K", "-o", str(to), "-p", ",".join(map(str, pids))]


def script(of: Path) -> list[str]:
    """Arguments of perf that print the stacks; lines of source would take minutes to find."""
    words = ["script", "--no-inline", "--show-lost-events", "-F", "comm,pid,event,ip,sym,dso"]
    return [*words, "-i", str(of)]


def trace(pids: Sequence[int], to: Path) -> list[str]:
    """Arguments of perf that count system calls by name."""
    return ["trace", "-s", "-m", str(_MMAP_PAGES), "-o", str(to), "-p", ",".join(map(str, pids))]


def lines(path: Path) -> Iterator[str]:
    try:
        with path.open(errors="replace", newline="\n") as file:
            while line := file.readline(65_536):
                yield line
    except OSError:
        return


def _wait_until_attached(child: Child) -> None:
    deadline = time.monotonic() + ATTACH_S
    while child.wait(0.01) is None:
        try:
            if "[perf_event]" in Path(f"/proc/{child.pid}/maps").read_text():
                return
        except OSError:
            pass  # it is ending: the next turn knows
        if time.monotonic() > deadline:
            raise NotSeen("perf did not attach in time")
    raise NotSeen("perf could not attach")


def _last_words(path: Path) -> str:
    text = " ".join(end_of(path, _LAST_WORDS).split())
    return text or "it printed nothing"
