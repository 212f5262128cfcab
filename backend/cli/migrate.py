"""`dyno migrate`: bring a database to the schema of this version."""

import time

import typer

from backend.cli.connection import usage

WAIT_S, EVERY_S = 60.0, 0.5
"""For a database that starts at the same time, as after `docker compose restart`."""


def upgrade(database_url: str) -> bool:
    """Apply what is missing; True when something was. WrongSchema for one that is newer, or too old."""
    from alembic import command

    from backend.schema_version import alembic_config, check_known, known_revisions

    present = _present_revision(database_url)
    if present == known_revisions()[0]:
        return False
    check_known(present)
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
    from backend.schema_version import WrongSchema

    url = required_database("dyno migrate")
    if reason := wait_for(url):
        typer.echo(f"dyno migrate: the database did not answer within {WAIT_S:.0f} s: {reason}", err=True)
        raise typer.Exit(1)
    try:
        has_changed = upgrade(url)
    except WrongSchema as problem:
        typer.echo(f"dyno migrate: {problem}", err=True)
        raise typer.Exit(1) from None
    _let_in_containers()
    typer.echo("migrated" if has_changed else "up to date")


def required_database(command: str) -> str:
    """The URL of DYNO_DATABASE_URL; without one the command ends."""
    from backend.settings import get_settings

    if url := get_settings().sqlalchemy_url:
        return url
    raise usage(command, "there is no DYNO_DATABASE_URL: set it to the server's, such as postgresql:///dyno")


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
