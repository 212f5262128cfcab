"""All rows of the test's database, kept to be put back: what costs many requests is made once a process."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, DateTime, Table

from backend.records.tables import Base


@dataclass(frozen=True)
class StoredRows:
    """Tables with the rows they had, as JSON of PostgreSQL, and when that was."""

    rows: list[tuple[Table, str]]
    at: Any

    @classmethod
    def take(cls, connection: Connection) -> "StoredRows":
        rows: list[tuple[Table, str]] = []
        for table in Base.metadata.sorted_tables:
            query = f"SELECT json_agg(each)::text FROM {table.name} each"  # noqa: S608 - names are ours
            if rows_text := connection.exec_driver_sql(query).scalar():
                rows.append((table, rows_text))
        return cls(rows, connection.exec_driver_sql("SELECT now()").scalar())

    def put_back(self, connection: Connection) -> None:
        """Into empty tables, as if it had all happened just now."""
        for table, rows in self.rows:
            columns = [column for column in table.columns if column.computed is None]
            names = ", ".join(column.name for column in columns)
            values = ", ".join(
                f"{column.name} + (now() - %(at)s)" if isinstance(column.type, DateTime) else column.name
                for column in columns
            )
            source = f"json_populate_recordset(null::{table.name}, %(rows)s::json)"
            connection.exec_driver_sql(
                f"INSERT INTO {table.name} ({names}) OVERRIDING SYSTEM VALUE SELECT {values} FROM {source}",  # noqa: S608
                {"rows": rows, "at": self.at},
            )
