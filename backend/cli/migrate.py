"""`dyno migrate`: bring a database to the schema of this version."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from alembic.config import Config


class DatabaseTooNew(Exception):
    """The database was made by a newer version of Dynoboard than this one."""


def upgrade(database_url: str) -> bool:
    """Apply what is missing; True when something was. DatabaseTooNew when the schema is newer."""
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = alembic_config(database_url)
    scripts, present = ScriptDirectory.from_config(config), _present_revision(database_url)
    if present == scripts.get_current_head():
        return False
    try:
        if present:
            scripts.get_revision(present)
    except CommandError:
        raise DatabaseTooNew(
            f"the database is newer than this Dynoboard (its schema is {present}): update Dynoboard"
        ) from None
    command.upgrade(config, "head")
    return True


def alembic_config(database_url: str) -> "Config":
    """Alembic's settings for the package `migrations` and one database."""
    from alembic.config import Config

    package = find_spec("migrations")
    assert package is not None
    assert package.submodule_search_locations is not None
    config = Config(attributes={"database_url": database_url})
    config.set_main_option("script_location", package.submodule_search_locations[0].replace("%", "%%"))
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    return config


def _present_revision(database_url: str) -> str | None:
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    engine = create_engine(database_url)
    try:
        with engine.connect() as session:
            return MigrationContext.configure(session).get_current_revision()
    finally:
        engine.dispose()


def migrate_command() -> None:
    """Bring the database of DYNO_DATABASE_URL to the schema of this version."""
    from backend.settings import get_settings

    try:
        changed = upgrade(get_settings().sqlalchemy_url)
    except DatabaseTooNew as problem:
        typer.echo(f"dyno migrate: {problem}", err=True)
        raise typer.Exit(1) from None
    typer.echo("migrated" if changed else "up to date")
