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
from backend.cli.launching.follow import has_red_trust, verdict_style

COMMAND = "dyno list"
MAX_PAGE = 200  # in one answer of the API

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
        experiments = _pages(api, " ".join(words or []), limit)
        if as_json:
            print_json(experiments)
        elif experiments:
            Console().print(_table(experiments))
        else:
            advice = "matches; remove a word, or" if words else "yet; launch one, or"
            typer.echo(f"No experiment {advice} add archived:include", err=True)


def _pages(api: Api, search: str, limit: int) -> list[dict[str, Any]]:
    experiments: list[dict[str, Any]] = []
    query = {"q": search, "tz": f"{datetime.now().astimezone():%z}"}
    while len(experiments) < limit:
        size = min(MAX_PAGE, limit - len(experiments))
        page = api.get("/experiments", **query, limit=str(size))
        experiments += page
        if len(page) < size:
            break
        query["before"] = page[-1]["id"]
    return experiments


def _table(experiments: list[dict[str, Any]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    has_tags = any(experiment["tags"] for experiment in experiments)
    for name in ("id", "launched", "state", "name", *(["tags"] if has_tags else []), "result"):
        table.add_column(name, no_wrap=name in ("id", "launched", "state"), overflow="fold")
    for experiment in experiments:
        launch_time = datetime.fromisoformat(experiment["created_at"]).astimezone()
        name = ("★ " if experiment["starred"] else "") + experiment["name"]
        by = f"\nby {experiment['owner']['login'] if experiment['owner'] else 'token'}"
        title = Text(name).append(by, style="dim")  # a column of its own would leave none for the result
        table.add_row(
            experiment["id"],
            f"{launch_time:%Y-%m-%d %H:%M}",
            experiment["state"],
            title,
            *([Text(", ".join(experiment["tags"]))] if has_tags else []),
            _format_result(experiment),
        )
    return table


def _format_result(experiment: dict[str, Any]) -> Text:
    headline = experiment["headline"] or {}
    verdict = (headline.get("delta") or {}).get("verdict", "")
    sentence = headline.get("sentence") or (experiment["progress"] or {}).get("step") or ""
    return Text(sentence, style=verdict_style(verdict, has_red_trust(experiment)))
