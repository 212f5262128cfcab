"""`dyno list` and `dyno search`: experiments by the same words as the search box of the dashboard."""

from datetime import datetime
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from agents.contract.states import ExperimentState
from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.follow import has_red_trust, verdict_style
from backend.cli.tables import local_time, terminal

COMMAND = "dyno list"
INDENT, STATE_WIDTH = 4, max(map(len, ExperimentState))
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
            _print(experiments, terminal())
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


def _print(experiments: list[dict[str, Any]], console: Console) -> None:
    """Each as a line that can be searched for, and its result below; in a pipe no line is broken."""
    for experiment in experiments:
        console.print(_title(experiment), soft_wrap=not console.is_terminal)
        result = _format_result(experiment)
        if result and console.is_terminal:
            console.print(Padding(result, (0, 0, 0, INDENT)))
        elif result:
            console.print(Text(" " * INDENT).append(result), soft_wrap=True)


def _title(experiment: dict[str, Any]) -> Text:
    launch_time = local_time(experiment["created_at"])
    line = Text(f"{experiment['id']}  {launch_time}  {experiment['state']:{STATE_WIDTH}}  ")
    line.append(("★ " if experiment["starred"] else "") + experiment["name"], style="bold")
    by = experiment["owner"]["login"] if experiment["owner"] else "token"
    tags = ", ".join(experiment["tags"])
    return line.append(f" by {by}" + (f" [{tags}]" if tags else ""), style="dim")


def _format_result(experiment: dict[str, Any]) -> Text:
    headline = experiment["headline"] or {}
    verdict = (headline.get("delta") or {}).get("verdict", "")
    sentence = headline.get("sentence") or (experiment["progress"] or {}).get("step") or ""
    return Text(sentence, style=verdict_style(verdict, has_red_trust(experiment)))
