"""Starting servers so that none outlives the process that started it."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from backend.cli.embedded.problem import StackProblem

SOCKET_PATH_LIMIT = 100  # bytes; the kernel takes 107, servers append a suffix while they bind
POLL_S = 0.05


def tether(argv: Sequence[str], stop_signal: signal.Signals) -> list[str]:
    """`argv` under setpriv: the kernel sends it `stop_signal` when its parent dies, however it dies."""
    return ["setpriv", "--pdeathsig", stop_signal.name.removeprefix("SIG"), "--", *argv]


def wait_until(ready: Callable[[], bool], name: str, timeout_s: float = 30) -> None:
    """Return as soon as `ready()` holds; StackProblem when it does not within `timeout_s`."""
    deadline = time.monotonic() + timeout_s
    while not ready():
        if time.monotonic() > deadline:
            raise StackProblem(f"{name} was not ready within {timeout_s:.0f} s")
        time.sleep(POLL_S)


@contextmanager
def serving(
    argv: Sequence[str], ready: Callable[[], bool], stop_signal: signal.Signals, log: Path
) -> Iterator[None]:
    """Run one server during the block. StackProblem with the end of its log when it ends early."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            tether(argv, stop_signal), stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    try:
        wait_until(lambda: _alive(process, log) and ready(), argv[0])
        yield
    finally:
        _stop(process, stop_signal)


def last_line(log: Path) -> str:
    """The last line with text in a log file, or a note that there is none."""
    lines = log.read_text(errors="replace").split("\n") if log.exists() else []
    return next((line.strip() for line in reversed(lines) if line.strip()), "its log is empty")


def socket_directory(data: Path, name: str) -> Path:
    """The directory for unix sockets of `name`: below `data`, or a short one in /tmp if that is too long."""
    folder = data / "run" / name
    if len(os.fsencode(folder)) > SOCKET_PATH_LIMIT - len("/.s.PGSQL.5432"):
        folder = Path("/tmp") / f"dyno-{os.geteuid()}-{data.stat().st_ino}" / name
    folder.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
    if folder.parent.stat().st_uid != os.geteuid():
        raise StackProblem(f"{folder.parent} belongs to another user; remove it, or choose another --data")
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _alive(process: subprocess.Popen[bytes], log: Path) -> bool:
    if process.poll() is not None:
        raise StackProblem(f"a server exited while starting: {last_line(log)}")
    return True


def _stop(process: subprocess.Popen[bytes], stop_signal: signal.Signals) -> None:
    process.send_signal(stop_signal)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
