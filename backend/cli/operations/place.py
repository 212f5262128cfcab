"""Where the database of a command is: that of the settings, or the one that `dyno up` keeps in its data."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from backend.errors import Conflict, NotFound

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.orm import Session

    from backend.cli.embedded.layout import Layout
    from backend.cli.embedded.servers import Servers
    from backend.settings import Settings


@dataclass(frozen=True)
class Place:
    """A database that answers. `layout`: of the data directory, if the server is a `dyno up`."""

    database_url: str
    settings: "Settings"
    layout: "Layout | None" = None

    @cached_property
    def _engine(self) -> "Engine":
        from sqlalchemy import create_engine
        from sqlalchemy.pool import NullPool

        return create_engine(self.database_url, poolclass=NullPool)

    @contextmanager
    def transaction(self) -> "Iterator[Session]":
        """One transaction on it."""
        from sqlalchemy.orm import Session

        with Session(self._engine) as session, session.begin():
            yield session


@contextmanager
def database_of(data: Path, *, must_be_stopped: bool = False, make: bool = False) -> Iterator[Place]:
    """The database for as long as the block lasts; that of a `dyno up` that does not run is started for it.

    `stopped`: Conflict while it runs. `make`: where there is none yet one is made, else NotFound.
    """
    from backend.settings import get_settings

    settings = get_settings()
    if settings.database_url:
        yield Place(settings.sqlalchemy_url, settings, _layout_beside(data, settings, make))
        return
    with _embedded_place(data, settings, must_be_stopped, make) as place:
        yield place


def _layout_beside(data: Path, settings: "Settings", make: bool) -> "Layout | None":
    """The data directory of a `dyno up` whose database is elsewhere; that of a server has no CA."""
    from backend.cli.embedded.layout import Layout, prepare_layout
    from backend.cli.embedded.tls import FOLDER

    root = data.expanduser().absolute()
    if make and not settings.redis_url:
        return prepare_layout(root)
    return Layout(root) if (root / FOLDER).is_dir() else None


@contextmanager
def _embedded_place(data: Path, settings: "Settings", must_be_stopped: bool, make: bool) -> Iterator[Place]:
    from backend.cli.embedded.layout import Layout, prepare_layout, take_lock
    from backend.cli.embedded.problem import StackProblem
    from backend.cli.embedded.servers import servers_of

    root = data.expanduser().absolute()
    if not make and not (root / "postgres" / "PG_VERSION").exists():
        raise NotFound(
            f"There is no database in {root}: name the directory of `dyno up` with --data, or set "
            "DYNO_DATABASE_URL"
        )
    layout = prepare_layout(root) if make else Layout(root)
    try:
        lock = take_lock(layout)
    except StackProblem as running:
        if must_be_stopped:
            raise Conflict(f"{running}: stop it first") from None
        yield Place(servers_of(layout, settings, None).database_url, settings, layout)
        return
    with lock:
        servers = servers_of(layout, settings, None)
        with _start(layout, servers):
            yield Place(servers.database_url, settings, layout)


@contextmanager
def _start(layout: "Layout", servers: "Servers") -> Iterator[None]:
    """PostgreSQL alone: neither API nor agents can come in meanwhile, by the lock."""
    from backend.cli.embedded.postgres import STOP_SIGNAL
    from backend.cli.embedded.process import serving
    from backend.cli.embedded.servers import DATABASE

    postgres = servers.postgres
    assert postgres is not None
    postgres.initialise()
    with serving(postgres.argv(), postgres.ready, STOP_SIGNAL, layout.log("postgres")):
        postgres.ensure_database(DATABASE)
        yield
