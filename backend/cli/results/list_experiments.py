"""`dyno list` and `dyno search`: experiments by the same words as the search box of the dashboard."""

from datetime import datetime
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.follow import STYLES

COMMAND = "dyno list"
MOST = 200  # in one answer of the API

WordsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[WORDS]...",
        help="words and conditions: tag:nightly host:proxy-1 knob:nginx.worker_processes=2 verdict:better "
        "after:2026-11-01 by:me is:starred archived:include; '\"two words\"' for words in a row",
        show_default=False,
    ),
]
LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="list at most this many")]


def list_command(
    words: WordsArgument = None,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """List experiments, newest first; with words, only those that match all of them."""
    with connect(COMMAND, server) as api:
        found = _pages(api, " ".join(words or []), limit)
        if as_json:
            print_json(found)
        elif found:
            Console().print(_table(found))
        else:
            typer.echo(
                "No experiment matches; remove a word, or add archived:include",
                err=True,
            )


def _pages(api: Api, search: str, limit: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    query = {"q": search, "tz": f"{datetime.now().astimezone():%z}"}
    while len(found) < limit:
        size = min(MOST, limit - len(found))
        page = api.get("/experiments", **query, limit=str(size))
        found += page
        if len(page) < size:
            break
        query["before"] = page[-1]["id"]
    return found


def _table(found: list[dict[str, Any]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("id", "launched", "state", "name", "tags", "result"):
        table.add_column(name, no_wrap=name in ("id", "launched", "state"), overflow="fold")
    for one in found:
        launched = datetime.fromisoformat(one["created_at"]).astimezone()
        name = ("★ " if one["starred"] else "") + one["name"]
        by = f"\nby {one['owner']['login'] if one['owner'] else 'token'}"
        said = Text(name).append(by, style="dim")  # a column of its own would leave none for the result
        table.add_row(one["id"], f"{launched:%Y-%m-%d %H:%M}", one["state"], said, *_said(one))
    return table


def _said(one: dict[str, Any]) -> tuple[Text, Text]:
    headline = one["headline"] or {}
    verdict = (headline.get("delta") or {}).get("verdict", "")
    sentence = headline.get("sentence") or (one["progress"] or {}).get("step") or ""
    return Text(", ".join(one["tags"])), Text(sentence, style=STYLES.get(verdict, ""))
