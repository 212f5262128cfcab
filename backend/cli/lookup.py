"""Rows of the API by the name or the id that somebody typed."""

from collections.abc import Sequence
from typing import Any

from backend.cli.client import Api, ApiProblem


def find_host(api: Api, name: str) -> dict[str, Any]:
    return find_row("host", api.get("/hosts"), name)


def find_testbed(api: Api, name: str, is_retired: bool = False) -> dict[str, Any]:
    return find_row("testbed", api.get("/testbeds", retired=str(is_retired).lower()), name)


def find_row(kind: str, rows: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    """The row with this name or id; ApiProblem lists the names that exist."""
    for row in rows:
        if name in (row["id"], row["name"]):
            return row
    names = ", ".join(row["name"] for row in rows) or "none"
    raise ApiProblem(f"There is no {kind} “{name}”; there is: {names}")
