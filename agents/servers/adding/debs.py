"""Debian packages, unpacked below one folder by dpkg-deb. Their scripts are never read."""

import os
import shutil
import stat
import time
from collections.abc import Sequence
from pathlib import Path

from agents.sandbox.account import Account
from agents.servers.adding.bounded import MAX_S, CannotAdd, hand_over, run_bounded
from agents.servers.adding.texts import KNOWN_PROGRAMS

_PACKAGE = "package.deb"


def unpack(packages: Sequence[Path], tree: Path, log: Path, account: Account) -> None:
    """Unpack the files of packages into an empty folder, which is the caller's afterwards.

    dpkg-deb runs as a user of its own where it can, so that no path of a package leads anywhere else.
    """
    if shutil.which("dpkg-deb") is None:
        raise CannotAdd("--deb needs dpkg-deb, which is missing: install the package dpkg")
    for package in packages:
        if not package.is_file():
            raise CannotAdd(f"--deb {package}: there is no such file")
        shutil.copyfile(package, tree / _PACKAGE)
        hand_over(tree, account)
        try:
            run_bounded(["dpkg-deb", "-x", _PACKAGE, "."], tree, log, time.monotonic() + MAX_S, account)
            take_back(tree)
        except CannotAdd as error:
            raise CannotAdd(f"--deb {package}: {error}") from None
        finally:
            log.unlink(missing_ok=True)
        (tree / _PACKAGE).unlink()


def take_back(tree: Path) -> None:
    """Make a folder the caller's, readable to all; CannotAdd where a link of it leads out."""
    links: list[Path] = []
    for place, folders, files in os.walk(tree):
        for path in (Path(place), *(Path(place, name) for name in (*folders, *files))):
            mode = path.lstat().st_mode
            os.chown(path, os.geteuid(), os.getegid(), follow_symlinks=False)
            if stat.S_ISLNK(mode):
                links.append(path)
            elif stat.S_ISDIR(mode) or stat.S_ISREG(mode):
                path.chmod(0o755 if mode & 0o111 else 0o644)
            else:
                raise CannotAdd(f"{path.relative_to(tree)} is a device or a pipe; a server has files alone")
    for path in links:
        _check_link(tree, path)


def _check_link(tree: Path, path: Path) -> None:
    """An absolute link means a place in the package. One that leads nowhere is removed."""
    target = os.readlink(path)
    if target.startswith("/"):
        path.unlink()
        path.symlink_to(os.path.relpath(tree / target.lstrip("/"), path.parent))
    try:
        is_inside = path.resolve(strict=True).is_relative_to(tree.resolve())
    except (OSError, RuntimeError):  # RuntimeError: a circle
        path.unlink()
        return
    if not is_inside:
        raise CannotAdd(
            f"the link {str(path.relative_to(tree))!r} leads out of its folder, to {target[:200]!r}"
        )


def library_folders(tree: Path) -> list[Path]:
    """Folders of shared libraries; modules of a server are named otherwise."""
    return sorted({path.parent for path in tree.rglob("lib*.so*") if path.is_file()})


def find_program(tree: Path) -> Path:
    """The server among the programs of packages; CannotAdd names what they hold."""
    programs = sorted(p for p in tree.glob("**/*bin/*") if p.is_file() and os.access(p, os.X_OK))
    program = next((path for path in programs if path.name in KNOWN_PROGRAMS), None)
    if program is None:
        names = ", ".join(dict.fromkeys(path.name for path in programs[:10]))
        raise CannotAdd(f"the packages hold no server that is known{names and f'; they hold {names}'}")
    return program
