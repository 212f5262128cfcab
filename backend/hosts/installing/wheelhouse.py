"""The folder of wheels that agents are installed from. fetching.py fills it."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from backend import resources
from backend.hosts.installing.locked import TARGETS, Target, choose_wheels, read_lock
from backend.hosts.installing.own_wheel import NAME, own_wheel


def served_wheels(folder: Path) -> dict[str, str]:
    """Name of each wheel that hosts may have → its SHA-256: those of the lock, whatever else lies there."""
    allowed_digests = {
        digest for package in read_lock(resources.AGENT_LOCK.read_text()) for digest in package.hashes
    }
    try:
        files = [path for path in folder.iterdir() if path.suffix == ".whl"]
        digests = {path.name: _digest(path, path.stat().st_size, path.stat().st_mtime_ns) for path in files}
    except OSError:
        return {}
    return {name: digest for name, digest in digests.items() if digest in allowed_digests}


@lru_cache(maxsize=512)
def _digest(path: Path, _size: int, _mtime_ns: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def for_host(folder: Path, target: Target) -> dict[str, str] | None:
    """All that such a host needs: name → SHA-256, the agent's own wheel last. None: not here yet."""
    return _complete(served_wheels(folder), target)


def _complete(files: Mapping[str, str], target: Target) -> dict[str, str] | None:
    names = choose_wheels(files, read_lock(resources.AGENT_LOCK.read_text()), target)
    if names is None:
        return None
    return {name: files[name] for name in names} | {NAME: hashlib.sha256(own_wheel()).hexdigest()}


def complete_targets(folder: Path) -> list[Target]:
    """The hosts that everything is there for."""
    files = served_wheels(folder)
    return [target for target in TARGETS if _complete(files, target) is not None]


def content(folder: Path, name: str) -> bytes | None:
    """A wheel by its name; None for any other name."""
    if name == NAME:
        return own_wheel()
    return (folder / name).read_bytes() if name in served_wheels(folder) else None
