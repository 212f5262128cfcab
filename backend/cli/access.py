"""Which token a command sends to a server: DYNO_TOKEN, or what this user's own running `dyno up` has noted.

A note belongs to one address and to one living `dyno up`: afterwards somebody else might listen there.
"""

import hashlib
import json
import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

CONTAINER_SERVER = "http://127.0.0.1:8080"  # the API in its own container; DYNO_SERVER names the proxy


@dataclass(frozen=True)
class Access:
    """A server's token, where people open its pages if not at its own address, and a file with its CA."""

    token: str | None = None
    site: str | None = None
    ca: str = ""


@dataclass(frozen=True)
class _Note:
    """What a running `dyno up` says of its server; `process` and `started` tell it from others."""

    server: str
    token: str
    site: str
    ca: str
    process: int
    started: float


def find_access(server: str) -> Access:
    """The token for exactly this server; none when nothing here knows it."""
    if token := os.environ.get("DYNO_TOKEN"):
        return Access(token)
    if note := _read(server.rstrip("/")):
        return Access(note.token, note.site, note.ca)
    own_server = os.environ.get("DYNO_SERVER") or CONTAINER_SERVER
    return _of_container() if server.rstrip("/") == own_server.rstrip("/") else Access()


@contextmanager
def note_access(server: str, token: str, site: str, ca: str = "") -> Iterator[None]:
    """Commands of this user find the token of `server` until the end of the block.

    Without a home directory there is nothing to write to: then commands need DYNO_TOKEN.
    """
    import psutil  # comes with the servers on this machine; commands in containers do without

    note = _Note(server.rstrip("/"), token, site, ca, os.getpid(), psutil.Process().create_time())
    with suppress(OSError, KeyError):
        _write(note)
    try:
        yield
    finally:
        with suppress(OSError, KeyError):
            _path(note.server).unlink()


def _path(server: str) -> Path:
    """KeyError when this user has no home. HOME is not asked: after sudo it may be somebody else's."""
    state_home = os.environ.get("XDG_STATE_HOME", "")
    default_home = Path(pwd.getpwuid(os.geteuid()).pw_dir, ".local", "state")
    home = Path(state_home) if os.path.isabs(state_home) else default_home
    return home / "dynoboard" / f"server-{hashlib.sha256(server.encode()).hexdigest()[:16]}.json"


def _write(note: _Note) -> None:
    path = _path(note.server)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(f".{note.process}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(asdict(note), file)
    new.replace(path)


def _read(server: str) -> _Note | None:
    with suppress(OSError, KeyError, ValueError, TypeError):
        with _path(server).open() as file:
            status = os.fstat(file.fileno())
            note = _Note(**json.load(file))
        is_own = status.st_uid == os.geteuid() and status.st_mode & 0o077 == 0
        return note if is_own and note.server == server and _lives(note) else None
    return None


def _lives(note: _Note) -> bool:
    import psutil

    try:
        return abs(psutil.Process(note.process).create_time() - note.started) < 1
    except psutil.Error:
        return False


def _of_container() -> Access:
    """In a container of ours, and on a server of units, token and CA are files beside the other secrets."""
    folder = os.environ.get("DYNO_SECRETS")
    with suppress(OSError):
        if folder:
            ca = Path(folder, "ca.pem")
            return Access(Path(folder, "dyno_token").read_text().strip(), ca=str(ca) if ca.exists() else "")
    return Access()
