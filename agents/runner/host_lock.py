"""One experiment at a time on a host, whoever asks; the agents that work for it share the lock.

Each agent claims the host with a file of its own and a lock on it. Whose claims count for ever is the rule
that keeps others from holding a host: those of root and of the agent's own user. A claim of anybody else is
waited for a moment, then named in the log and passed by.
"""

import contextlib
import fcntl
import json
import logging
import os
import pwd
import random
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from agents import procfs
from agents.contract.heartbeat import Claimed
from agents.contract.reports import HOST_BUSY
from agents.failure import JobFailed

log = logging.getLogger(__name__)
_OF_ROOT = Path("/run/dynoboard")
_PATIENCE_S = 10.0  # with a claim that does not count for ever
_LOOK_S = 0.2
_TRIES = 3
_MAX_CLAIMS = 256  # looked at; in a folder open to all anybody can leave more


class Claim(NamedTuple):
    """Somebody holds the host; `pid` is None where another container's process does."""

    owner: int
    pid: int | None
    fields: dict[str, object]

    @property
    def counts_for_ever(self) -> bool:
        return self.owner in (0, os.geteuid())

    def as_claimed(self) -> Claimed:
        process = "a process of another container" if self.pid is None else f"process {self.pid}"
        return Claimed(
            experiment=self._of("experiment", 64),
            control_plane=self._of("control_plane", 200),
            agent=self._of("agent", 64),
            process=f"{process} of user {_user(self.owner)}",
        )

    def _of(self, field: str, most: int) -> str:
        return str(self.fields.get(field, ""))[:most]

    def __str__(self) -> str:
        claim = self.as_claimed()
        control_plane = f" of {claim.control_plane}" if claim.control_plane else ""
        experiment = (
            f"experiment {claim.experiment or '?'}{control_plane}, through agent {claim.agent or '?'}"
        )
        return f"{experiment}, {claim.process}"


def default_folder() -> Path:
    """Meeting place of all agents of a host, once root's has made it; until then of one user's agents."""
    if os.geteuid() == 0 or (_OF_ROOT.is_dir() and os.access(_OF_ROOT, os.W_OK)):
        return _OF_ROOT
    return Path.home() / ".dyno" / "lock"


class HostLock:
    """Held by a claim in `folder`; the kernel releases it when the agent ends.

    Agents of containers share it where they share the folder.
    """

    def __init__(
        self, folder: Path, holder: str, patience_s: float = _PATIENCE_S, control_plane: str = ""
    ) -> None:
        self._folder, self._holder, self._patience_s = folder, holder, patience_s
        self._control_plane = control_plane
        self._claim: tuple[Path, int] | None = None
        self.experiment: str | None = None

    def take(self, experiment: str) -> None:
        """JobFailed `host_busy` names who holds it. Taking it again for the same experiment is fine."""
        if self.experiment == experiment:
            return
        if self.experiment is not None:
            raise _busy(Claim(os.geteuid(), os.getpid(), self._claim_fields(self.experiment)))
        self._make_folder()
        # Two agents that come at the same moment see each other, and come again.
        for again in reversed(range(_TRIES)):
            self._claim = self._write_claim(experiment)
            try:
                holder = self._held_by(experiment)
                if holder and not again:
                    raise _busy(holder)
            except BaseException:
                self.release()
                raise
            if holder is None:
                self.experiment = experiment
                return
            self.release()
            time.sleep(_LOOK_S * random.random())

    def foreign_claim(self) -> Claimed | None:
        """Claim of another that holds the host and counts for ever; None while it is held here."""
        if self.experiment is not None:
            return None
        return next((claim.as_claimed() for claim in self._claims_besides() if claim.counts_for_ever), None)

    def release(self) -> None:
        if self._claim is not None:
            path, file = self._claim
            path.unlink(missing_ok=True)
            os.close(file)
        self._claim = self.experiment = None

    def _held_by(self, experiment: str) -> Claim | None:
        """Find the claim that stands in the way; those that do not count for ever get a moment to go."""
        deadline = time.monotonic() + self._patience_s
        while claims := list(self._claims_besides(experiment)):
            for claim in claims:
                if claim.counts_for_ever:
                    return claim
            if time.monotonic() > deadline:
                for claim in claims:
                    log.warning("going on although this host is claimed for %s", claim)
                return None
            time.sleep(min(_LOOK_S, self._patience_s))
        return None

    def _claims_besides(self, experiment: str | None = None) -> Iterator[Claim]:
        """Yield the claims of others now, but for those of an experiment, whoever holds them.

        Files that nobody holds are left of agents that ended, and go.
        """
        own_path = self._claim and self._claim[0]
        paths = sorted(self._folder.glob("claim-*"), key=_rank)[:_MAX_CLAIMS]
        read_holders = cache(_read_holders)  # once, and only where somebody is in the way
        for path in paths:
            if path != own_path and (claim := _read(path, experiment, read_holders)):
                yield claim

    def _write_claim(self, experiment: str) -> tuple[Path, int]:
        """A new file, so nobody else's; it has its name once it is locked, for a free one is taken away."""
        name = secrets.token_hex(8)
        path, new_path = self._folder / f"claim-{name}", self._folder / f"new-{name}"
        file = os.open(new_path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.write(file, json.dumps(self._claim_fields(experiment)).encode())
        os.fchmod(file, 0o644)
        new_path.rename(path)
        return path, file

    def _claim_fields(self, experiment: str) -> dict[str, object]:
        return {
            "experiment": experiment,
            "agent": self._holder,
            "pid": os.getpid(),
            "control_plane": self._control_plane,
        }

    def _make_folder(self) -> None:
        """Open to all where root makes it, as /tmp is; JobFailed when it is a stranger's, or a link."""
        with contextlib.suppress(FileExistsError):
            self._folder.mkdir(parents=True)
            self._folder.chmod(0o1777 if os.geteuid() == 0 else 0o700)
        status = self._folder.lstat()
        is_open = status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX
        if not stat.S_ISDIR(status.st_mode) or status.st_uid not in (0, os.geteuid()) or is_open:
            raise JobFailed(
                "host_lock",
                f"The lock folder {self._folder} belongs to user {_user(status.st_uid)} "
                "or is open to others: "
                "only root or this agent's user may own it and rename files in it. Remove it, or choose "
                "another one with --lock",
            )


def _rank(path: Path) -> tuple[bool, float]:
    """Those that count for ever first, and the oldest of each kind."""
    try:
        status = path.lstat()
    except OSError:
        return True, 0
    return status.st_uid not in (0, os.geteuid()), status.st_mtime


def _read(
    path: Path, besides: str | None, read_holders: Callable[[], dict[tuple[int, int], list[int]]]
) -> Claim | None:
    """The claim in a file while its owner holds it; None for what is none, or of the experiment `besides`."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
            return None
        if _is_free(file):
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        fields = _said_in(file)
        if besides is not None and fields.get("experiment") == besides:
            return None
        pids = read_holders().get((status.st_dev, status.st_ino), [])
        genuine = [pid for pid in pids if procfs.user_of(pid) == status.st_uid]
        if pids and not genuine:
            holder = f"process {pids[0]} of user {_user(procfs.user_of(pids[0]))}"
            log.warning("%s holds %s, which is not its own: ignored", holder, path)
            return None
        return Claim(status.st_uid, genuine[0] if genuine else None, fields)
    finally:
        os.close(file)


def _is_free(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _said_in(file: int) -> dict[str, object]:
    try:
        fields = json.loads(os.pread(file, 4096, 0))
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _read_holders() -> dict[tuple[int, int], list[int]]:
    """Device and inode → who holds a flock on it, as far as this process may see (proc_locks(5)).

    The kernel takes 10 to 20 ms to open this list: first all changes of locks have to end.
    """
    pids_of: dict[tuple[int, int], list[int]] = {}
    for line in Path("/proc/locks").read_text().splitlines():
        words = line.split()
        if len(words) == 8 and words[1] == "FLOCK":
            major, minor, inode = words[5].split(":")
            key = os.makedev(int(major, 16), int(minor, 16)), int(inode)
            pids_of.setdefault(key, []).append(int(words[4]))
    return pids_of


def _user(uid: int | None) -> str:
    try:
        return "?" if uid is None else f"{pwd.getpwuid(uid).pw_name} ({uid})"
    except KeyError:
        return str(uid)


def _busy(claim: Claim) -> JobFailed:
    return JobFailed(HOST_BUSY, f"This host is held by {claim}; one experiment at a time")
