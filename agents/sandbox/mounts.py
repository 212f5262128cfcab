"""A mount namespace for the calling thread, whose children inherit it: read-only but for a few folders.

Linux 5.12 or later, and CAP_SYS_ADMIN. OSError names the step that the kernel refused.
"""

import contextlib
import ctypes
import errno
import os
import stat
from pathlib import Path

from agents.sandbox.hidden import VISIBLE_IN_ETC, hidden_folders
from agents.sandbox.spec import SandboxSpec

PRIVATE = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))  # every child has its own, empty
PRIVATE_OPTIONS = "size=1024k,mode=1777"
HIDDEN_OPTIONS = "size=256k,mode=711"  # room for names that lead to what is seen
PROC, PROC_OPTIONS = Path("/proc"), "hidepid=2"
_CLONE_NEWNS = 0x00020000  # this and what follows: linux/sched.h, linux/mount.h
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 1 << 18
_RDONLY, _NOSUID, _NODEV, _NOEXEC = 1, 2, 4, 8  # the same in mount(2) and mount_setattr(2)
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MOUNT_ATTR_SIZE = 32
_SYS_MOUNT_SETATTR = 442  # on every architecture

_libc = ctypes.CDLL(None, use_errno=True)


class _Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("attr_set", "attr_clr", "propagation", "userns_fd")]


def enter(spec: SandboxSpec, *, has_own_proc: bool) -> None:
    """Seal the calling thread; there is no way back. `has_own_proc`: without processes of other users."""
    _check("unshare", _libc.unshare(_CLONE_NEWNS))
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE)
    folders, covers = hidden_folders(), _covers(spec)
    links = {path: path.readlink() for path in VISIBLE_IN_ETC if path.is_symlink()}
    whole = [path for path in VISIBLE_IN_ETC if path.exists() and path not in links]
    beneath = [path for path in spec.readable if any(path.is_relative_to(c) for c in (*folders, *covers))]
    handles = {path: _open(path) for path in (*whole, *beneath, *spec.writable)}
    try:
        os.umask(0o066)  # whoever passes through what is made here may do only that
        for folder in folders:
            with contextlib.suppress(FileNotFoundError):  # removed since it was listed
                _mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV | _NOEXEC, HIDDEN_OPTIONS)
        for path in covers:
            path.mkdir(parents=True, exist_ok=True)
            _mount("tmpfs", path, "tmpfs", _NOSUID | _NODEV | _NOEXEC, PRIVATE_OPTIONS)
        for path, target in links.items():
            path.symlink_to(target)
        for path, handle in handles.items():
            _make_mount_point(path, handle)
            _mount(f"/proc/self/fd/{handle}", path, None, _MS_BIND)
        os.umask(0o077)
    finally:
        for handle in handles.values():
            os.close(handle)
    if has_own_proc:
        _mount("proc", PROC, "proc", _NOSUID | _NODEV | _NOEXEC, PROC_OPTIONS)
    _set("/", _AT_RECURSIVE, _Attributes(attr_set=_RDONLY))
    for path in (*covers, *spec.writable):
        _set(path, 0, _Attributes(attr_set=_NOSUID | _NODEV | _NOEXEC, attr_clr=_RDONLY))


def _covers(spec: SandboxSpec) -> list[Path]:
    """The private folders of this host, but for one that is itself in use."""
    bound_paths = {*spec.readable, *spec.writable}
    return [path for path in PRIVATE if path.is_dir() and not path.is_symlink() and path not in bound_paths]


def _open(path: Path) -> int:
    """Before anything covers it, and in this namespace: the kernel binds nothing from another one."""
    handle = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    if stat.S_ISLNK(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.ELOOP, f"{path} is a link")
    return handle


def _make_mount_point(path: Path, handle: int) -> None:
    if stat.S_ISDIR(os.fstat(handle).st_mode):
        path.mkdir(parents=True, exist_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not by opening it: another thread may fork just then, and its child would hold the mount writable.
        with contextlib.suppress(FileExistsError):
            os.mknod(path)


def _mount(
    source: str | None, target: str | Path, kind: str | None, flags: int, data: str | None = None
) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    result = _libc.mount(*texts[:3], ctypes.c_ulong(flags), texts[3])
    _check(f"mount {target}", result)


def _set(target: str | Path, flags: int, attributes: _Attributes) -> None:
    number, size = ctypes.c_long(_SYS_MOUNT_SETATTR), ctypes.c_size_t(_MOUNT_ATTR_SIZE)
    result = _libc.syscall(number, _AT_FDCWD, os.fsencode(target), flags, ctypes.byref(attributes), size)
    _check(f"mount_setattr {target}", result)


def _check(step: str, result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{step}: {os.strerror(number)}")
