"""Which walls stand round a process, read back from /proc. Pure but for the reading."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agents import procfs
from agents.contract.reports import WallName
from agents.walls.account import Account
from agents.walls.mounts import PRIVATE, PRIVATE_OPTIONS
from agents.walls.room import KEPT, NAMES_KEPT, Room

_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_CAPABILITIES = ("CapEff", "CapPrm", "CapInh", "CapAmb", "CapBnd")


class Seen(NamedTuple):
    """One process as the kernel has it."""

    status: dict[str, str]
    mounts: str  # /proc/PID/mountinfo
    environment: str
    limits: str
    oom_score_adj: int


def look(pid: int) -> Seen | None:
    """None when it is ending; OSError when it may not be looked at."""
    folder = Path(f"/proc/{pid}")
    try:
        status = (folder / "status").read_text()
        return Seen(
            dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line),
            (folder / "mountinfo").read_text(),
            (folder / "environ").read_bytes().decode(errors="replace"),
            (folder / "limits").read_text(),
            int((folder / "oom_score_adj").read_text()),
        )
    except OSError:
        if procfs.is_ending(pid):
            return None
        raise


def missing(seen: Seen, room: Room, account: Account) -> dict[WallName, str]:
    """The walls that do not stand round a process, each with what was seen in its place."""
    kept = sum(1 << KEPT[name] for name in room.capabilities if account.own)
    found: dict[WallName, str] = {
        "user": _user(seen, account),
        "capabilities": _capabilities(seen, kept, account.own),
        "no_new_privileges": "" if seen.status.get("NoNewPrivs") == "1" else "it may gain privileges",
        "read_only": _writable(seen.mounts, room.writable),
        "private_tmp": _shared_tmp(seen.mounts),
        "environment": _stray(seen.environment),
        "limits": _unlimited(seen.limits, account.own),
        "first_to_go": "" if seen.oom_score_adj > 0 else f"its oom_score_adj is {seen.oom_score_adj}",
    }
    return {name: why for name, why in found.items() if why}


def _user(seen: Seen, account: Account) -> str:
    ids = {*seen.status.get("Uid", "?").split(), *seen.status.get("Gid", "?").split()}
    ids |= set(seen.status.get("Groups", "").split())
    return "" if ids == {str(account.uid), str(account.gid)} else f"it runs as {', '.join(sorted(ids))}"


def _capabilities(seen: Seen, allowed: int, own_user: bool) -> str:
    """The bounding set of an ordinary user is left alone: without new privileges nothing of it comes back."""
    names = _CAPABILITIES if own_user else _CAPABILITIES[:-1]
    stray = {name: seen.status.get(name, "?") for name in names}
    return ", ".join(f"{name} is {has}" for name, has in stray.items() if _bits(has) & ~allowed)


def _bits(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        return -1


class _Mount(NamedTuple):
    path: Path
    options: list[str]
    private: bool  # one of ours


def _mounts(mountinfo: str) -> list[_Mount]:
    lines = [line.split(" ") for line in mountinfo.splitlines()]
    size = PRIVATE_OPTIONS.split(",")[0]
    return [
        _Mount(path := Path(_plain(f[4])), f[5].split(","), path in PRIVATE and size in f[-1].split(","))
        for f in lines
    ]


def _plain(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


def _writable(mountinfo: str, own: Sequence[Path]) -> str:
    found = _mounts(mountinfo)
    stray = [str(m.path) for m in found if "rw" in m.options and m.path not in own and not m.private]
    lacking = [str(path) for path in own if path not in {m.path for m in found}]
    if stray:
        return f"it could write below {', '.join(stray[:3])}"
    return f"{', '.join(lacking)} is not a mount of its own" if lacking else ""


def _shared_tmp(mountinfo: str) -> str:
    private = {m.path for m in _mounts(mountinfo) if m.private}
    return "" if PRIVATE[0] in private else f"{PRIVATE[0]} is the host's"


def _stray(environment: str) -> str:
    """nginx writes its title over the first part of it: what looks like no variable is not one."""
    names = [match[1] for entry in environment.split("\0") if (match := _NAME.match(entry))]
    stray = sorted(set(names) - {*NAMES_KEPT, "PWD"})  # which each shell sets by itself
    return f"it has {', '.join(stray)}" if stray else ""


def _unlimited(limits: str, own_user: bool) -> str:
    bounded = ["Max core file size", "Max file size", *(["Max processes"] if own_user else [])]
    stray = [name for name in bounded if re.search(rf"^{name} +unlimited", limits, re.MULTILINE)]
    return f"{', '.join(stray).lower()}: unlimited" if stray else ""
