"""Proof of the sandbox's parts that hold for a process, read back from /proc. Pure but for the reading."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agents import procfs
from agents.contract.sandbox_parts import SandboxPart
from agents.sandbox.account import Account
from agents.sandbox.hidden import hidden_folders
from agents.sandbox.mounts import HIDDEN_OPTIONS, PRIVATE, PRIVATE_OPTIONS, PROC
from agents.sandbox.spec import KEPT, NAMES_KEPT, SandboxSpec

_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_CAPABILITIES = ("CapEff", "CapPrm", "CapInh", "CapAmb", "CapBnd")


class Seen(NamedTuple):
    """One process as the kernel has it."""

    status: dict[str, str]
    mounts: str  # /proc/PID/mountinfo
    environment: str
    limits: str
    oom_score_adj: int
    host_folders: list[Path]  # which it must not see
    agent_status: dict[str, str]


def look(pid: int) -> Seen | None:
    """None when it is ending; OSError when it may not be looked at."""
    folder = Path(f"/proc/{pid}")
    try:
        return Seen(
            _status(folder),
            (folder / "mountinfo").read_text(),
            (folder / "environ").read_bytes().decode(errors="replace"),
            (folder / "limits").read_text(),
            int((folder / "oom_score_adj").read_text()),
            hidden_folders(),
            _status(Path("/proc/self")),
        )
    except OSError:
        if procfs.is_ending(pid):
            return None
        raise


def _status(folder: Path) -> dict[str, str]:
    lines = (folder / "status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def missing(evidence: Seen, spec: SandboxSpec, account: Account) -> dict[SandboxPart, str]:
    """The parts of the sandbox that do not hold for a process, each with what is there instead."""
    kept_bits = sum(1 << KEPT[name] for name in spec.capabilities if account.is_separate)
    problems: dict[SandboxPart, str] = {
        "user": _user(evidence, account),
        "capabilities": _capabilities(evidence, kept_bits, account.is_separate),
        "no_new_privileges": "" if evidence.status.get("NoNewPrivs") == "1" else "it may gain privileges",
        "read_only": _writable(evidence.mounts, spec.writable),
        "private_tmp": _shared_tmp(evidence.mounts),
        "system_calls": _calls(evidence),
        "hidden_files": _visible_folders(evidence),
        "hidden_processes": _shared_proc(evidence.mounts),
        "environment": _stray(evidence.environment, spec.environment),
        "limits": _unlimited_names(evidence.limits, account.is_separate),
        "first_to_go": "" if evidence.oom_score_adj > 0 else f"its oom_score_adj is {evidence.oom_score_adj}",
    }
    return {name: problem for name, problem in problems.items() if problem}


def _user(evidence: Seen, account: Account) -> str:
    ids = {*evidence.status.get("Uid", "?").split(), *evidence.status.get("Gid", "?").split()}
    ids |= set(evidence.status.get("Groups", "").split())
    return "" if ids == {str(account.uid), str(account.gid)} else f"it runs as {', '.join(sorted(ids))}"


def _capabilities(evidence: Seen, allowed_bits: int, own_user: bool) -> str:
    """The bounding set of an ordinary user is left alone: without new privileges nothing of it comes back."""
    names = _CAPABILITIES if own_user else _CAPABILITIES[:-1]
    stray = {name: evidence.status.get(name, "?") for name in names}
    return ", ".join(f"{name} is {has}" for name, has in stray.items() if _bits(has) & ~allowed_bits)


def _bits(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        return -1


class _Mount(NamedTuple):
    path: Path
    options: list[str]
    kind: str
    own_options: set[str]  # of the file system, whoever mounts it

    @property
    def is_private(self) -> bool:
        """One of ours that may be written to."""
        return self.path in PRIVATE and PRIVATE_OPTIONS.split(",")[0] in self.own_options


def _mounts(mountinfo: str) -> list[_Mount]:
    lines = [line.split(" ") for line in mountinfo.splitlines()]
    return [
        _Mount(Path(_plain(f[4])), f[5].split(","), f[f.index("-") + 1], set(f[-1].split(","))) for f in lines
    ]


def _plain(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


def _writable(mountinfo: str, writable: Sequence[Path]) -> str:
    mounts = _mounts(mountinfo)
    stray = [str(m.path) for m in mounts if "rw" in m.options and m.path not in writable and not m.is_private]
    lacking = [str(path) for path in writable if path not in {m.path for m in mounts}]
    if stray:
        return f"it could write below {', '.join(stray[:3])}"
    return f"{', '.join(lacking)} is not a mount of its own" if lacking else ""


def _shared_tmp(mountinfo: str) -> str:
    private = {m.path for m in _mounts(mountinfo) if m.is_private}
    return "" if PRIVATE[0] in private else f"{PRIVATE[0]} is the host's"


def _visible_folders(evidence: Seen) -> str:
    size = HIDDEN_OPTIONS.split(",")[0]
    covers = {m.path for m in _mounts(evidence.mounts) if m.kind == "tmpfs" and size in m.own_options}
    folders = [str(folder) for folder in evidence.host_folders if folder not in covers]
    return f"it could read below {', '.join(folders[:3])}" if folders else ""


def _shared_proc(mountinfo: str) -> str:
    *_, proc = [m for m in _mounts(mountinfo) if m.path == PROC]
    return "" if proc.own_options & {"hidepid=2", "hidepid=invisible"} else f"{PROC} is the host's"


def _calls(evidence: Seen) -> str:
    """The agent may have filters of its own, from systemd or a container; Linux counts them from 5.9 on."""
    counts = [int(status.get("Seccomp_filters", "-1")) for status in (evidence.status, evidence.agent_status)]
    is_filtered = counts[0] > counts[1] if min(counts) >= 0 else evidence.status.get("Seccomp") == "2"
    return "" if is_filtered else "it has no filter of system calls"


def _stray(environment: str, own_names: Sequence[str]) -> str:
    """nginx writes its title over the first part of it: what looks like no variable is not one."""
    names = [match[1] for entry in environment.split("\0") if (match := _NAME.match(entry))]
    stray = sorted(set(names) - {*NAMES_KEPT, *own_names, "PWD"})  # which each shell sets by itself
    return f"it has {', '.join(stray)}" if stray else ""


def _unlimited_names(limits: str, own_user: bool) -> str:
    names = ["Max core file size", "Max file size", *(["Max processes"] if own_user else [])]
    stray = [name for name in names if re.search(rf"^{name} +unlimited", limits, re.MULTILINE)]
    return f"{', '.join(stray).lower()}: unlimited" if stray else ""
