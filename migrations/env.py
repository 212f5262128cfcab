"""Alembic's environment: our models, and the settings' database unless a URL or a connection is given."""

from alembic import context
from sqlalchemy import Connection, create_engine, pool

from backend.records.tables import Base
from backend.settings import get_settings

ADVISORY_LOCK = 4711_0815  # two migrations at once would race for the same tables


def run() -> None:
    if caller_connection := context.config.attributes.get("connection"):
        _run_on(caller_connection)  # in its own transaction: a restore
        return
    url = context.config.get_main_option("sqlalchemy.url") or get_settings().sqlalchemy_url
    engine = create_engine(url, poolclass=pool.NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({ADVISORY_LOCK})")
        connection.commit()
        _run_on(connection)


def _run_on(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


run()
