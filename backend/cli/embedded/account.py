"""The system account that servers run as when `dyno up` is started by root."""

import fcntl
import os
import pwd
import re
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from backend.cli.embedded.problem import StackProblem

ACCOUNT = "dynoboard"
CREATION_LOCK = Path("/run/dynoboard-account.lock")  # where only root writes


def hand_over(directory: Path) -> None:
    """As root, the account gets this directory and what is in it; once, because then they are its own."""
    if os.geteuid() != 0:
        return
    account = _account()
    if directory.stat().st_uid != account.pw_uid:
        for path in (*directory.rglob("*"), directory):
            os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)


def write_private(path: Path, text: str) -> None:
    """A file that only the account reads. It is always a new one: what lies there may be a link elsewhere."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        if os.geteuid() == 0:
            os.fchown(file.fileno(), _account().pw_uid, _account().pw_gid)
        file.write(text)


def as_account(stop_signal: signal.Signals, *paths: Path) -> list[str]:
    """The words that make a program run as the account; none for an ordinary user.

    `needed`: paths that it must reach. Where a directory above them is closed to others, the program gets
    the capability to pass it.
    """
    if os.geteuid() != 0:
        return []
    account = _account()
    words = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    words.append("--no-new-privs")
    if all(map(_open_to_all, paths)):
        words += ["--inh-caps=-all", "--bounding-set=-all"]
    else:
        capability = _passing_capability()
        words += [f"--inh-caps=-all,+{capability}", f"--ambient-caps=-all,+{capability}"]
        # without this, access(2) looks without the capability, and initdb asks access(2) first
        words.append("--securebits=+no_setuid_fixup")
    return [*words, "--pdeathsig", stop_signal.name.removeprefix("SIG"), "--"]


def _account() -> pwd.struct_passwd:
    """Made on first use (only root gets here)."""
    return _known_account() or _create_account()


def _known_account() -> pwd.struct_passwd | None:
    with suppress(KeyError):
        return pwd.getpwnam(ACCOUNT)
    return None


def _create_account() -> pwd.struct_passwd:
    """By one process at a time: two `useradd` at once may both succeed, and the second changes the user id
    that the first gave."""
    if not shutil.which("useradd"):
        raise StackProblem(f"servers do not run as root: create a system account named {ACCOUNT}")
    command = [
        "useradd",
        "--system",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/usr/sbin/nologin",
        ACCOUNT,
    ]
    with os.fdopen(os.open(CREATION_LOCK, os.O_WRONLY | os.O_CREAT, 0o600), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if account := _known_account():
            return account
        result = subprocess.run(command, check=False, capture_output=True, text=True)
    if result.returncode != 0:
        raise StackProblem(f"the system account {ACCOUNT} could not be created: {result.stderr.strip()}")
    return pwd.getpwnam(ACCOUNT)


def _open_to_all(path: Path) -> bool:
    return all(step.stat().st_mode & 0o001 for step in (path, *path.parents))


def _passing_capability() -> str:
    """The smallest capability at hand that lets a process pass directories closed to it."""
    status = Path("/proc/self/status").read_text()
    match = re.search(r"^CapBnd:\s*([0-9a-f]+)", status, re.MULTILINE)
    bounds = int(match[1], 16) if match else 0
    for number, name in ((2, "dac_read_search"), (1, "dac_override")):
        if bounds >> number & 1:
            return name
    raise StackProblem(
        f"the account {ACCOUNT} cannot reach this directory: choose a --data that all users can enter"
    )
