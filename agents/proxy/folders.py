"""Where an agent's nginx instances live on disk."""

import contextlib
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from agents.contract.jobs import NginxSetup
from agents.failure import JobFailed
from agents.proxy.certificates import certificate_folder

MAX_PAGE = 256 * 1024 * 1024
_LONGEST_SOCKET = 100  # bytes; the kernel takes 107
_FILLER = b"Dynoboard serves this page to be measured, and nothing else.  \n"


class Folders:
    """nginx/ (prefixes), run/ (sockets) and the logs in memory, for one state directory."""

    def __init__(self, state: Path) -> None:
        owner = f"{os.geteuid()} {state.resolve()}"  # an ordinary user cannot use root's folders
        tag = hashlib.sha256(owner.encode()).hexdigest()[:12]
        self.nginx = state / "nginx"
        self._certificates = state / "tls"
        self.sockets = state / "run"
        if os.geteuid() == 0 and not _others_can_enter(state):
            # Workers run as nobody: they must reach their pages.
            self.nginx = Path("/var/lib/dynoboard") / tag
        if len(str(self.sockets.resolve() / "00000.sock")) > _LONGEST_SOCKET:
            self.sockets = Path(tempfile.gettempdir()) / f"dynoboard-{tag}"
        self.memory = (
            Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else self.nginx
        ) / f"dynoboard-{tag}"

    def clear(self) -> None:
        """Remove everything of every setup, and make room again."""
        self.remove()
        for folder in (self.nginx, self.sockets, self.memory):
            folder.mkdir(parents=True, mode=0o711)

    def remove(self) -> None:
        for folder in (self.nginx, self.sockets, self.memory):
            shutil.rmtree(folder, ignore_errors=True)

    def socket(self, port: int) -> Path:
        path = self.sockets.resolve() / f"{port}.sock"
        path.unlink(missing_ok=True)  # a killed nginx leaves its own behind
        return path

    def make_setup(self, setup: NginxSetup) -> Path:
        """The folder of a setup with its pages."""
        folder = self.nginx.resolve() / setup.key
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "html").mkdir(parents=True, mode=0o755)
        for name, size in setup.pages.items():
            _write_page(folder / "html", name, size)
        return folder

    def make_prefix(self, setup: NginxSetup, number: int) -> Path:
        """The prefix of one instance: html/ shared with its setup, logs/ where the setup wants them."""
        prefix = self.nginx.resolve() / setup.key / str(number)
        prefix.mkdir(mode=0o711)
        (prefix / "tmp").mkdir(mode=0o711)
        (prefix / "html").symlink_to("../html")
        if setup.tls:
            (prefix / "tls").symlink_to(certificate_folder(self._certificates, setup.tls))
        if setup.log_target == "memory":
            logs = self.memory / setup.key / str(number)
            shutil.rmtree(logs, ignore_errors=True)
            logs.mkdir(parents=True, mode=0o755)
            (prefix / "logs").symlink_to(logs)
        else:
            (prefix / "logs").mkdir(mode=0o755)
        return prefix

    def remove_setup(self, key: str) -> None:
        shutil.rmtree(self.nginx / key, ignore_errors=True)
        shutil.rmtree(self.memory / key, ignore_errors=True)


def truncate_logs(prefix: Path, beyond: int = 0, errors_too: bool = False) -> None:
    """Empty the logs of an instance that have grown beyond a size; nginx appends, so goes on at 0."""
    for path in (prefix / "logs").glob("*"):
        with contextlib.suppress(OSError):
            wanted = errors_too or "error" not in path.name
            if wanted and path.is_file() and path.stat().st_size > beyond:
                os.truncate(path, 0)


def _write_page(folder: Path, name: str, size: int) -> None:
    if "/" in name or name.startswith(".") or not name:
        raise JobFailed("bad_page", f"“{name}” is not a plain file name")
    if not 0 <= size <= MAX_PAGE:
        raise JobFailed("bad_page", f"Page {name}: {size} bytes is not within 0 to {MAX_PAGE}")
    whole, rest = divmod(size, len(_FILLER))
    with (folder / name).open("wb") as file:
        for _ in range(whole):
            file.write(_FILLER)
        file.write(_FILLER[:rest])
    (folder / name).chmod(0o644)


def _others_can_enter(folder: Path) -> bool:
    resolved = folder.resolve()
    return all(path.stat().st_mode & 0o001 for path in (resolved, *resolved.parents) if path.exists())
