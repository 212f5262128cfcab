"""Folders of the host that children do not see: everything but what programs need to run."""

import contextlib
import os
from pathlib import Path

ETC = Path("/etc")
# At the root: programs and libraries (also of Nix and Guix), devices, and what has mounts of its own.
_VISIBLE = {
    *("bin", "lib", "lib32", "lib64", "libx32", "sbin", "usr", "gnu", "nix"),
    *("dev", "etc", "proc", "sys", "tmp"),
}
# In /etc: what libc, the loader, OpenSSL and nginx read by themselves.
VISIBLE_IN_ETC = tuple(
    ETC / name
    for name in (
        *("alternatives", "ca-certificates", "crypto-policies", "pki", "ssl"),
        *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "localtime", "malloc.conf"),
        *("gai.conf", "group", "host.conf", "hosts", "nsswitch.conf", "passwd", "protocols", "services"),
        *("mime.types", "resolv.conf", "timezone"),
    )
)


def hidden_folders() -> list[Path]:
    """The folders as they are now: one that is made later at the root is hidden from later children."""
    with os.scandir("/") as entries:
        names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    return [ETC, *(Path("/", name) for name in sorted(names) if name not in _VISIBLE)]


def hidden_files(visible: tuple[Path, ...]) -> list[Path]:
    """One entry of each hidden folder that a child must not see; `visible` are those that it may."""
    exceptions = (*visible, *VISIBLE_IN_ETC)
    examples: list[Path] = []
    for folder in hidden_folders():
        with contextlib.suppress(OSError):
            paths = sorted(folder.iterdir())
            examples += [p for p in paths if not any(e.is_relative_to(p) for e in exceptions)][:1]
    return examples


def parts_of(program: Path) -> tuple[Path, ...]:
    """List what a program needs to see: its folder and its libraries; below /opt its whole package.

    Of a program that lies in somebody's home itself, or in a folder at the root, nothing but the program.
    """
    folder = program.parent
    if program.is_relative_to("/opt") and len(program.parts) > 3:
        return (Path(*program.parts[:3]),)
    is_shared = len(folder.parts) < 3 or folder.parent == Path("/home")
    beside = folder.parent.glob("lib*") if folder.name in ("bin", "sbin") else ()
    libraries = [path for path in beside if path.is_dir() and not path.is_symlink()]
    return (program if is_shared else folder, *libraries)
