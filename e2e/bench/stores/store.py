"""A store of many trials: one experiment of each size is made as if it had been measured.

The rest are copies, made inside PostgreSQL, which differ in name, notes, tags and time.
"""

from collections.abc import Sequence

import psycopg
from psycopg import sql
from sqlalchemy import create_engine

from backend.records.experiments import Experiment, JobRow
from backend.records.runs import Run, Trial
from backend.records.samples import SampleSeries
from backend.records.tables import Base
from e2e.bench.stores.store_template import Size, make_template

BATCH = 100  # copies in one statement

SMALLEST, MIDDLE, LARGEST = Size(4, 5), Size(12, 20), Size(100, 20)
FRONT = (MIDDLE, *[SMALLEST] * 38)
"""The newest: 1,000 trials, which are the whole of a small store and come first in every larger one."""
CYCLE = (SMALLEST, SMALLEST, Size(6, 10), Size(6, 10), Size(10, 12), Size(10, 12))
CYCLE = (*CYCLE, MIDDLE, MIDDLE, Size(30, 20), LARGEST)
"""Of the rest, over and over."""

WORDS = "nightly kernel upgrade gzip tuning proxy buffers listen backlog keepalive pool files tls".split()  # noqa: SIM905
RARE = "zebra"
"""In the notes of one experiment of a thousand."""


def sizes(trials: int) -> list[Size]:
    """Of the experiments of a store with about so many trials, the newest first."""
    found, left = list(FRONT), trials - sum(size.trials for size in FRONT)
    while left > 0:
        found.append(CYCLE[(len(found) - len(FRONT)) % len(CYCLE)])
        left -= found[-1].trials
    return found


def id_of(number: int) -> str:
    """Of a copy; 0 is the newest."""
    return f"s{number:013d}"


def fill(database_url: str, trials: int, there: int = 0) -> int:
    """Bring a store to so many trials; `there`: how many experiments it already has. How many it has then."""
    wanted = sizes(trials)
    engine = create_engine(database_url)
    templates = {size: make_template(engine, size) for size in dict.fromkeys(wanted[there:])}
    engine.dispose()
    with psycopg.connect(database_url.replace("+psycopg", ""), autocommit=True) as database:
        database.execute("SET session_replication_role = replica")  # no trigger a row for foreign keys
        database.execute("SET synchronous_commit = off")
        for size, template in templates.items():
            numbers = [n for n, one in enumerate(wanted) if one == size and n >= there]
            for begin in range(0, len(numbers), BATCH):
                _copy(database, template, numbers[begin : begin + BATCH])
            _remove(database, template)
        database.execute("VACUUM ANALYZE")
    return len(wanted)


def _copy(database: psycopg.Connection, template: str, numbers: Sequence[int]) -> None:
    rows = [(id_of(n), *_said(n)) for n in numbers]
    database.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS copies (id text, name text, notes text, tag text, ago int)"
    )
    database.execute("TRUNCATE copies")
    with database.cursor() as cursor:
        cursor.executemany("INSERT INTO copies VALUES (%s, %s, %s, %s, %s)", rows)
    for model, key in (
        (Experiment, "id"),
        (Run, "experiment_id"),
        (Trial, "experiment_id"),
        (JobRow, "experiment_id"),
        (SampleSeries, None),
    ):
        _copy_rows(database, model, key, template)


def _said(number: int) -> tuple[str, str, str, int]:
    """Name, notes, tag, and how many minutes ago a copy was launched."""
    one, other = WORDS[number % len(WORDS)], WORDS[number // len(WORDS) % len(WORDS)]
    notes = f"{one} after the {other}: compared with run {number}. " * 6
    return f"{one} {other} {number}", notes + (RARE if number % 1000 == 7 else ""), one, 7 * number


def _copy_rows(database: psycopg.Connection, model: type[Base], key: str | None, template: str) -> None:
    """Every column as it is, but for the ids and for what a person would have written."""
    columns = [column for column in model.__table__.columns if column.computed is None]
    where = (
        sql.SQL("s.{} = {}").format(sql.Identifier(key), template)
        if key
        else sql.SQL("s.trial_id LIKE {}").format(f"{template}%")
    )
    database.execute(
        sql.SQL(
            "INSERT INTO {table} ({names}) SELECT {values} FROM {table} s, copies c WHERE {where}"
        ).format(
            table=sql.Identifier(model.__tablename__),
            names=sql.SQL(", ").join(sql.Identifier(column.name) for column in columns),
            values=sql.SQL(", ").join(_value(model, column.name, template) for column in columns),
            where=where,
        )
    )


_WRITTEN = {
    "name": "s.name || ', ' || c.name",
    "notes": "c.notes",
    "tags": "ARRAY[c.tag]",
    "created_at": "now() - make_interval(mins => c.ago)",
}


def _value(model: type[Base], name: str, template: str) -> sql.Composable:
    if model is Experiment and name in _WRITTEN:
        return sql.SQL(_WRITTEN[name])  # pyright: ignore[reportArgumentType]
    column = sql.SQL("s.{}").format(sql.Identifier(name))
    if name in ("id", "experiment_id", "run_id", "trial_id"):
        return sql.SQL("replace({}, {}, c.id)").format(column, template)
    if name == "headline":
        return sql.SQL("replace({}::text, {}, c.id)::jsonb").format(column, template)
    return column


def _remove(database: psycopg.Connection, template: str) -> None:
    database.execute("DELETE FROM sample_series WHERE trial_id LIKE %s", [f"{template}%"])
    for table in ("jobs", "trials", "runs"):
        database.execute(
            sql.SQL("DELETE FROM {} WHERE experiment_id = %s").format(sql.Identifier(table)), [template]
        )
    database.execute("DELETE FROM experiments WHERE id = %s", [template])
