"""Interface of the handler of one kind of setting: read, write, compare."""

import errno
import os
from pathlib import Path
from typing import Protocol

from agents.contract.jobs import Setting
from agents.failure import JobFailed


class SettingHandler(Protocol):
    """One kind of setting. Names and values of `read`, `write`, `same` are those of `targets`."""

    def targets(self, setting: Setting) -> list[Setting]:
        """The single values behind what was asked; JobFailed when one cannot be set here. Changes nothing."""
        ...

    def read(self, name: str) -> str:
        """The value as it is, in one spelling. FileNotFoundError: there is no such thing (any more)."""
        ...

    def write(self, name: str, value: str) -> None:
        """OSError with the kernel's reason, or JobFailed with a service's."""
        ...

    def is_same(self, a: str, b: str) -> bool: ...


def refusal(message: str) -> JobFailed:
    return JobFailed("setting_refused", message)


def read_text(path: Path) -> str:
    return path.read_text(errors="replace").strip()


def write_text(path: Path, value: str) -> None:
    """One write(2): the kernel takes or refuses a value as a whole. Nothing is created."""
    handle = os.open(path, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)
    try:
        os.write(handle, value.encode() + b"\n")
    finally:
        os.close(handle)


def why_not(error: OSError) -> str:
    """The kernel's refusal in words."""
    match error.errno:
        case errno.EINVAL | errno.ERANGE | errno.ENOENT | errno.EDOM:
            return "the kernel does not accept this value"
        case errno.EPERM | errno.EACCES:
            return "the agent may not change it; it needs root"
        case errno.EROFS:
            return "it is read-only here, as in a container"
        case _:
            return f"the kernel refuses: {error.strerror or error}"
