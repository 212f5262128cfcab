"""Fetches the packages that hosts install, by the lock with its hashes, when the first host asks for them.

Who asks is nobody yet, so a request chooses one of the fixed targets and nothing else. Each target is
fetched by one process at a time, into a folder beside the served files. What failed rests a minute.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from backend import resources
from backend.hosts.installing.locked import Target, read_lock, requirements
from backend.hosts.installing.wheelhouse import complete_targets

PIPS = (
    [sys.executable, "-m", "pip"],
    ["python3", "-m", "pip"],
    [str(Path(sys.executable).with_name("uv")), "tool", "run", "pip"],
    ["uv", "tool", "run", "pip"],
)
GLIBC = ("2_28", "2_17")
REST_S = 60.0  # after a failure
MAX_DOWNLOAD_S = 300.0  # an installer waits for twice as long
_PART = ".part-"


@dataclass
class Fetches:
    """Background fetches of this process: at most one thread for each target."""

    _running: set[Target] = field(default_factory=set)
    _failures: dict[Target, tuple[float, str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, folder: Path, target: Target) -> str:
        """Fetch it in the background unless that runs already; the problem of a try that failed just now."""
        with self._lock:
            failed_at, problem = self._failures.get(target, (0.0, ""))
            if problem and time.monotonic() - failed_at < REST_S:
                return problem
            if target not in self._running:
                self._running.add(target)
                threading.Thread(target=self._run, args=(folder, target), daemon=True).start()
        return ""

    def last_problem(self) -> str:
        """The newest failure, in words; empty where nothing failed."""
        with self._lock:
            return max(self._failures.values(), default=(0.0, ""))[1]

    def _run(self, folder: Path, target: Target) -> None:
        problem = "the fetch broke off"
        try:
            problem = "; ".join(fetch(folder, [target]))
        except OSError as error:
            problem = f"{folder}: {error.strerror}"
        finally:
            with self._lock:
                self._running.discard(target)
                self._failures.pop(target, None)
                if problem:
                    self._failures[target] = (time.monotonic(), problem)


fetches = Fetches()


def fetch(folder: Path, targets: Sequence[Target]) -> Iterator[str]:
    """Download what is lacking for these hosts; yields what went wrong."""
    if set(targets) <= set(complete_targets(folder)):
        return
    pip = next((pip for pip in PIPS if _answers([*pip, "--version"])), None)
    if pip is None:
        yield "neither pip nor uv is here to fetch them; on Debian and Ubuntu: apt-get install python3-pip"
        return
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        for target in targets:
            if target not in complete_targets(folder):  # another process may have fetched it meanwhile
                yield from _download(pip, folder, target)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time; what an earlier one left unfinished goes."""
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for part in folder.glob(f"{_PART}*"):
            shutil.rmtree(part, ignore_errors=True)
        yield


def _download(pip: Sequence[str], folder: Path, target: Target) -> Iterator[str]:
    """Move the files into place when all of them are there, compared with the lock's hashes."""
    with tempfile.TemporaryDirectory(prefix=_PART, dir=folder) as part:
        lock = Path(part, "lock.txt")
        lock.write_text(requirements(read_lock(resources.AGENT_LOCK.read_text())))
        command = [*pip, *_words(target, part, str(lock))]
        try:
            result = subprocess.run(
                command, check=False, capture_output=True, text=True, timeout=MAX_DOWNLOAD_S
            )
        except subprocess.TimeoutExpired:
            yield f"nothing for {target.python} {target.machine}: pip took longer than {MAX_DOWNLOAD_S:.0f} s"
            return
        if result.returncode:
            yield f"nothing for {target.python} {target.machine}: {_reason(result.stderr)}"
            return
        for wheel in Path(part).glob("*.whl"):
            os.replace(wheel, folder / wheel.name)


def _reason(stderr: str) -> str:
    """Pip's own last line, but for that of an index that is out of reach: it names a package as missing."""
    if "Retrying (" in stderr:
        return "the package index cannot be reached from here"
    return (stderr.strip().splitlines() or ["pip failed"])[-1]


def _words(target: Target, folder: str, lock: str) -> list[str]:
    platforms = [f"--platform=manylinux_{glibc}_{target.machine}" for glibc in GLIBC]
    abis = [f"--abi={abi}" for abi in (f"cp{target.python.replace('.', '')}", "abi3", "none")]
    return [
        *("download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"),
        *("--retries=2", "--timeout=15"),
        *("--require-hashes", "--implementation=cp", f"--python-version={target.python}", *abis, *platforms),
        *(f"--platform=manylinux2014_{target.machine}", "--dest", folder, "--requirement", lock),
    ]


def _answers(command: list[str]) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
