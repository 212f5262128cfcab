"""The user that nginx and load tools run as: of a root agent a number of its own, which nothing else has."""

import hashlib
import os
import pwd
from dataclasses import dataclass
from pathlib import Path

# systemd gives numbers of this range to services for as long as they run (DynamicUser): no account has them.
_FIRST, _LAST = 61184, 65519
_TAKEN = Path("/run/systemd/dynamic-uid")


@dataclass(frozen=True)
class Account:
    """`own`: a user other than the agent's."""

    uid: int
    gid: int
    is_separate: bool

    def lend(self, path: Path) -> None:
        """The account may read it, and nobody else but the agent."""
        mode = 0o700 if path.is_dir() else 0o600
        if self.is_separate:
            os.chown(path, -1, self.gid)
            mode |= (mode & 0o500) >> 3
        path.chmod(mode)

    def give(self, folder: Path) -> None:
        """The account may write into it."""
        if self.is_separate:
            os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)


def own_account() -> Account:
    """The agent's own user."""
    return Account(os.geteuid(), os.getegid(), is_separate=False)


def account_for(tag: str) -> Account:
    """A free number for the agent with this tag, the same at each start; an ordinary agent has only itself.

    `nobody` would not do: other services of the machine run as it, and whoever is the same user may stop
    them, read their memory and fill their limit of tasks.
    """
    if os.geteuid() != 0:
        return own_account()
    count = _LAST - _FIRST + 1
    start = int.from_bytes(hashlib.sha256(tag.encode()).digest()[:8], "big")
    uid = next(uid for n in range(count) if _is_free(uid := _FIRST + (start + n) % count))
    return Account(uid, uid, is_separate=True)


def _is_free(uid: int) -> bool:
    if (_TAKEN / str(uid)).exists():
        return False
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return True
    return False
