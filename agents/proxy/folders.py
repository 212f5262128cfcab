"""Folders of an agent's nginx instances and load tools on disk, and what of them is theirs."""

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from agents.contract.jobs import NginxSetup
from agents.failure import JobFailed
from agents.files import open_plain
from agents.proxy.certificates import certificate_folder
from agents.proxy.synthetic_sites import SyntheticSites
from agents.sandbox.account import Account
from agents.sandbox.spec import SandboxSpec

MAX_PAGE = 256 * 1024 * 1024
_MAX_SOCKET_LENGTH = 100  # bytes; the kernel takes 107
_PAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_FILLER = b"Dynoboard serves this page to be measured, and nothing else.  \n"
_OF_ROOT = Path("/var/lib/dynoboard-sealed")


def tag_of(state: Path) -> str:
    """Tells apart the agents of a host: by user, because one cannot use the folders of another."""
    return hashlib.sha256(f"{os.geteuid()} {state.resolve()}".encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Place:
    """Folders of one instance: `folder` with nginx.conf, key and stderr is the agent's, the rest nginx's.

    What nginx may write to, it may also fill with links: the agent never takes a way through `prefix`.
    """

    folder: Path
    prefix: Path
    logs: Path


class Folders:
    """nginx/ (prefixes), run/ (sockets), work/ (load tools) and the logs in memory, for one agent.

    A root agent has them apart from its state directory, which is for nobody else: the account of its
    children passes through these. What a child may write to is the account's, everything else is lent.
    """

    def __init__(self, state: Path, account: Account) -> None:
        tag, self._account = tag_of(state), account
        self.root = (_OF_ROOT / tag if account.is_separate else state).absolute()
        self._certificates = state / "tls"
        self._sites = SyntheticSites()
        self.nginx, self.sockets, self.work = (self.root / name for name in ("nginx", "run", "work"))
        if len(str(self.sockets / "00000" / "s")) > _MAX_SOCKET_LENGTH:
            self.sockets = Path(tempfile.gettempdir()).resolve() / f"dynoboard-{tag}"
        self.memory = (
            Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else self.nginx
        ) / f"dynoboard-{tag}"

    def clear(self) -> None:
        """Remove everything of every setup, and make room again."""
        self._remove_setups()
        if self._account.is_separate:
            _OF_ROOT.mkdir(parents=True, exist_ok=True)
            _OF_ROOT.chmod(0o711)
        self.root.mkdir(parents=True, exist_ok=True)
        if self._account.is_separate:
            self._account.lend(self.root)
        for folder in (self.nginx, self.sockets, self.memory):
            folder.mkdir(parents=True)
            self._account.lend(folder)
        self.work.mkdir(exist_ok=True)
        self._account.lend(self.work)

    def remove(self) -> None:
        self._remove_setups()
        shutil.rmtree(self.work, ignore_errors=True)
        if self._account.is_separate:
            shutil.rmtree(self.root, ignore_errors=True)

    def _remove_setups(self) -> None:
        for folder in (self.nginx, self.sockets, self.memory):
            shutil.rmtree(folder, ignore_errors=True)

    def socket(self, port: int) -> Path:
        """Make the place for nginx's status socket at a port: a folder of its own."""
        folder = self.sockets / str(port)
        shutil.rmtree(folder, ignore_errors=True)  # a killed nginx leaves its own behind
        folder.mkdir()
        self._account.give(folder)
        return folder / "s"

    def make_setup(self, setup: NginxSetup) -> Path:
        """The folder of a setup with its pages."""
        folder = self.nginx / setup.key
        shutil.rmtree(folder, ignore_errors=True)
        for path in (folder, folder / "html"):
            path.mkdir()
            self._account.lend(path)
        for name, size in setup.pages.items():
            self._account.lend(_write_page(folder / "html", name, size))
        if setup.site:
            self._sites.make(folder / "html", setup.site, self._account)
        return folder

    def make_place(self, setup: NginxSetup, number: int) -> Place:
        """The folders of one instance: html/ shared with its setup, logs/ where the setup wants them."""
        folder = self.nginx / setup.key / str(number)
        folder.mkdir()
        self._account.lend(folder)
        if setup.tls:
            self._copy_certificate(certificate_folder(self._certificates, setup.tls), folder / "tls")
        logs = folder / "logs"
        if setup.log_target == "memory":
            logs = self.memory / setup.key / str(number)
            logs.parent.mkdir(exist_ok=True)
            self._account.lend(logs.parent)
            shutil.rmtree(logs, ignore_errors=True)
        place = Place(folder, folder / "prefix", logs)
        for path in (place.prefix, place.logs):
            path.mkdir()
            self._account.give(path)
        (place.prefix / "tmp").mkdir()
        self._account.give(place.prefix / "tmp")
        (place.prefix / "html").symlink_to(folder.parent / "html")
        (place.prefix / "logs").symlink_to(logs)
        return place

    def sandbox_spec_of(self, place: Place, socket: Path, capabilities: tuple[str, ...]) -> SandboxSpec:
        """Sandbox of one instance: the folders that it may touch."""
        return SandboxSpec((place.prefix, place.logs, socket.parent), (self.nginx,), capabilities)

    def make_work(self, name: str) -> Path:
        """The folder of one execution of a load tool; only out/ in it is the tool's."""
        folder = self.work / name
        for path in (folder, folder / "out"):
            path.mkdir(exist_ok=True)
        self._account.lend(folder)
        self._account.give(folder / "out")
        return folder

    def remove_setup(self, key: str) -> None:
        shutil.rmtree(self.nginx / key, ignore_errors=True)
        shutil.rmtree(self.memory / key, ignore_errors=True)

    def _copy_certificate(self, store: Path, to: Path) -> None:
        to.mkdir()
        self._account.lend(to)
        for file in store.iterdir():
            self._account.lend(Path(shutil.copyfile(file, to / file.name)))


def truncate_logs(place: Place, beyond: int = 0, errors_too: bool = False) -> None:
    """Empty the logs of an instance that have their share of a size; nginx appends, so goes on at 0."""
    try:
        logs = [path for path in place.logs.iterdir() if errors_too or "error" not in path.name]
    except FileNotFoundError:
        return  # it was stopped meanwhile
    logs += [place.folder / "stderr"] if errors_too else []
    for path in logs:
        with contextlib.suppress(OSError):
            if path.lstat().st_size <= beyond // len(logs):
                continue  # as nearly always: this is asked every second beside what is measured
            with open_plain(path, os.O_WRONLY) as handle:
                os.ftruncate(handle, 0)


def _write_page(folder: Path, name: str, size: int) -> Path:
    if not _PAGE.fullmatch(name):
        raise JobFailed("bad_page", f"“{name}” is not a plain file name")
    if not 0 <= size <= MAX_PAGE:
        raise JobFailed("bad_page", f"Page {name}: {size} bytes is not within 0 to {MAX_PAGE}")
    whole, rest = divmod(size, len(_FILLER))
    with (folder / name).open("wb") as file:
        for _ in range(whole):
            file.write(_FILLER)
        file.write(_FILLER[:rest])
    return folder / name
