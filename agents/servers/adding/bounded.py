"""A program of a stranger, run as a user of its own where there can be one, bounded in time and bytes."""

import contextlib
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from agents.files import end_of
from agents.sandbox.account import Account
from agents.sandbox.spec import privileges

MAX_S = 30 * 60
MAX_BYTES = 2 * 1024**3
_LOOK_S = 1.0
_LOG_LINES = 12


class CannotAdd(Exception):
    """Reason why the operator's command cannot be carried out, and what to do."""


def run_bounded(command: Sequence[str], folder: Path, log: Path, deadline: float, account: Account) -> None:
    """Run a program that writes below `folder` and prints to the end of `log`; CannotAdd where it fails.

    `deadline` is monotonic, in s.
    """
    uid, gid = (account.uid, account.gid) if account.is_separate else (None, None)
    bounds = ["prlimit", "--core=0:0", f"--fsize={MAX_BYTES}:{MAX_BYTES}"]
    variables = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder), "LC_ALL": "C"}
    with log.open("ab") as output:
        output.write(f"$ {shlex.join(command)}\n".encode(errors="replace"))
        output.flush()
        process = subprocess.Popen(
            [*privileges(uid, gid, "KILL"), *bounds, *command],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        while process.poll() is None:
            if problem := _excess(folder, log, deadline):
                raise CannotAdd(f"{command[0]} was ended: {problem}")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_LOOK_S)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode:
        lines = [line for line in end_of(log, 4000).splitlines() if line.strip()]
        raise CannotAdd("\n  ".join([f"{command[0]} failed:", *lines[-_LOG_LINES:]]))


def size_of(folder: Path) -> int:
    """Bytes on disk below a folder; what vanishes meanwhile does not count."""
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(place, name)).st_blocks * 512
    return total


def hand_over(folder: Path, account: Account) -> None:
    """Give everything below a folder to the user that a program runs as; links are not followed."""
    if account.is_separate:
        for place, _, files in os.walk(folder):
            for path in (place, *(os.path.join(place, name) for name in files)):
                os.chown(path, account.uid, account.gid, follow_symlinks=False)


def _excess(folder: Path, log: Path, deadline: float) -> str:
    if time.monotonic() > deadline:
        return f"it took longer than {MAX_S // 60} minutes"
    is_full = size_of(folder) + log.stat().st_size > MAX_BYTES
    return f"it wrote more than {MAX_BYTES >> 30} GB" if is_full else ""
