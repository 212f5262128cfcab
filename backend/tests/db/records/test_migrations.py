"""Migrations and models are in step, and a database is upgraded once."""

import pytest
import sqlalchemy
from alembic import command

from backend.cli.migrate import DatabaseTooNew, upgrade
from backend.schema_version import alembic_config


def test_migrations_make_what_the_models_say(empty_database: str) -> None:
    assert upgrade(empty_database) is True
    command.check(alembic_config(empty_database))
    assert upgrade(empty_database) is False


def test_a_database_newer_than_the_code_is_refused_and_left_alone(empty_database: str) -> None:
    upgrade(empty_database)
    engine = sqlalchemy.create_engine(empty_database)
    with engine.begin() as session:
        session.execute(sqlalchemy.text("update alembic_version set version_num = 'ffff00001111'"))
    with pytest.raises(DatabaseTooNew, match="ffff00001111"):
        upgrade(empty_database)
    with engine.connect() as session:
        assert session.scalar(sqlalchemy.text("select version_num from alembic_version")) == "ffff00001111"
    engine.dispose()
