"""`dyno migrate`: bring a database to the schema of this version."""

import time

import typer

WAIT_S, EVERY_S = 60.0, 0.5
"""For a database that starts at the same time, as after `docker compose restart`."""


class DatabaseTooNew(Exception):
    """The database was made by a newer version of Dynoboard than this one."""


def upgrade(database_url: str) -> bool:
    """Apply what is missing; True when something was. DatabaseTooNew when the schema is newer."""
    from alembic import command

    from backend.schema_version import alembic_config, known_revisions

    head, known = known_revisions()
    present = _present_revision(database_url)
    if present == head:
        return False
    if present is not None and present not in known:
        raise DatabaseTooNew(
            f"the database is newer than this version of Dynoboard (schema {present}); update Dynoboard"
        )
    command.upgrade(alembic_config(database_url), "head")
    return True


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

    url = get_settings().sqlalchemy_url
    if reason := wait_for(url):
        typer.echo(f"dyno migrate: the database did not answer within {WAIT_S:.0f} s: {reason}", err=True)
        raise typer.Exit(1)
    try:
        changed = upgrade(url)
    except DatabaseTooNew as problem:
        typer.echo(f"dyno migrate: {problem}", err=True)
        raise typer.Exit(1) from None
    _let_in_containers()
    typer.echo("migrated" if changed else "up to date")


def wait_for(database_url: str, wait_s: float = WAIT_S) -> str:
    """Return once the database answers; why it does not when it has not for so long."""
    from sqlalchemy import NullPool, create_engine
    from sqlalchemy.exc import OperationalError

    engine, until = create_engine(database_url, poolclass=NullPool), time.monotonic() + wait_s
    while True:
        try:
            engine.connect().close()
            return ""
        except OperationalError as error:
            if time.monotonic() > until:
                return str(error.orig).strip().splitlines()[-1]
        time.sleep(EVERY_S)


def _let_in_containers() -> None:
    """The agents beside these servers enrol with tokens that were made with the other secrets."""
    from backend.database import transaction
    from backend.hosts.enrolment import tokens
    from backend.settings import get_settings

    if hashes := get_settings().agent_token_hashes:
        with transaction() as session:
            tokens.register(session, hashes)
