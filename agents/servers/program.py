"""A declared program: its command, what its sandbox shows, and what it says of itself."""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from agents.processes import Processes
from agents.sandbox.hidden import parts_of
from agents.sandbox.spec import SandboxSpec

ASK_S = 10.0
MAX_OUTPUT = 256 * 1024
_PATHS = ("LD_LIBRARY_PATH", "LD_PRELOAD")


@dataclass(frozen=True)
class Program:
    """`path` leads to the file itself, or is the name of a program on PATH."""

    path: str
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def command(self) -> list[str]:
        """The beginning of its argument list.

        env(1) sets its environment at the very end: no part of the sandbox, nor anything with privileges,
        loads a library that the declaration names.
        """
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        return ["env", *variables, self.path] if variables else [self.path]

    @property
    def visible(self) -> tuple[Path, ...]:
        """Folders that its sandbox must show beside the usual ones."""
        if not self.path.startswith("/"):
            return ()
        paths = [path for name in _PATHS for path in _split(self.environment.get(name, ""))]
        return tuple(dict.fromkeys([*parts_of(Path(self.path)), *filter(Path.exists, paths)]))

    @property
    def preloads(self) -> list[Path]:
        return _split(self.environment.get("LD_PRELOAD", ""))


def _split(text: str) -> list[Path]:
    words = text.replace(":", " ").split()
    return [Path(word).resolve() for word in words if word.startswith("/")]


class Answer(NamedTuple):
    """Output of a program. `exit_code` is None where it was stopped: it went on, or printed too much."""

    exit_code: int | None
    text: str


def ask(processes: Processes, command: list[str], visible: tuple[Path, ...]) -> Answer:
    """Run a program that ends by itself, in the sandbox; OSError when it cannot be started."""
    spec = SandboxSpec(readable=visible)
    pipe = subprocess.PIPE
    with processes.sandbox.start(command, spec, stdout=pipe, stderr=subprocess.STDOUT, cwd="/") as popen:
        try:
            return _read_answer(popen)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(popen.pid, signal.SIGKILL)  # also what it has started


def _read_answer(popen: subprocess.Popen[bytes]) -> Answer:
    assert popen.stdout
    deadline, content, handle = time.monotonic() + ASK_S, b"", popen.stdout.fileno()
    while len(content) <= MAX_OUTPUT and (left_s := deadline - time.monotonic()) > 0:
        if not select.select([handle], [], [], left_s)[0]:
            break
        if not (piece := os.read(handle, 65536)):
            with contextlib.suppress(subprocess.TimeoutExpired):
                return Answer(popen.wait(left_s), content.decode(errors="replace"))
            break
        content += piece
    return Answer(None, content.decode(errors="replace"))
