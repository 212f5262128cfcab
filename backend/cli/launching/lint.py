"""`dyno lint`: errors in a definition, and advice on it, before a launch."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from backend.cli.client import ApiProblem
from backend.cli.connection import (
    DEFAULT_SERVER,
    FAILED,
    JsonOption,
    ServerOption,
    connect,
    print_json,
    usage,
)
from backend.cli.launching.launch import MAX_BYTES, is_file, text_of_file
from backend.cli.lookup import find_testbed
from backend.place_words import place_words

COMMAND = "dyno lint"
NOT_FOUND = 404
Item = dict[str, Any]
"""place, severity (error, warning or hint), text; where known line, column, code, variant, example."""


def lint_command(
    recipe: Annotated[
        str, typer.Argument(metavar="RECIPE|FILE|-", help="a recipe's name, a YAML file, or standard input")
    ],
    form: Annotated[str, typer.Option(help="form of a recipe: quick, or full as in its source")] = "quick",
    testbed: Annotated[
        str | None, typer.Option(help="testbed by name or id: ask the dashboard, which knows its hosts")
    ] = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Print errors and advice with their places. Exit status 1 when there is an error or a warning."""
    if form not in ("quick", "full"):
        raise usage(COMMAND, f"--form is quick or full, not “{form}”")
    text = _text(recipe)
    if testbed is None:
        items = _lint_here(recipe, form, _shipped_text(recipe, server) if text is None else text)
    else:
        with connect(COMMAND, server) as api:
            body = {"yaml": text} if text is not None else {"recipe": recipe, "form": form}
            items = _lint_there(api.post("/plans", body | {"testbed_id": find_testbed(api, testbed)["id"]}))
    if as_json:
        print_json(items)
    else:
        typer.echo("\n".join([line for item in items for line in _lines(item)] or [f"{recipe}: no findings"]))
    if any(item["severity"] != "hint" for item in items):
        raise typer.Exit(FAILED)


def _text(recipe: str) -> str | None:
    """A definition's text, or None where a recipe is named."""
    if recipe == "-":
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise usage(
                COMMAND, f"standard input is over {MAX_BYTES / 1e6:.0f} MB: too long for a definition"
            )
        return data.decode("utf-8", errors="replace")
    return text_of_file(Path(recipe), COMMAND) if is_file(recipe) else None


def _lint_here(recipe: str, form: str, text: str | None) -> list[Item]:
    """Without a dashboard: what can be said when nothing is known of the hosts."""
    from backend.advice.advise import advise
    from backend.definition import yaml_text
    from backend.definition.issues import DefinitionErrors
    from backend.definition.parse import parse_definition

    try:
        definition = _recipe(recipe, form) if text is None else parse_definition(text)
    except DefinitionErrors as error:
        return [_error(problem.model_dump()) for problem in error.errors]
    marks = yaml_text.load(text)[1] if text is not None else {}
    return list(_place_items((a.model_dump() for a in advise(definition)), marks))


def _recipe(slug: str, form: str) -> Any:
    from backend.recipes import library
    from backend.recipes.service import this_machine

    recipe = library.find(slug)
    assert recipe is not None, "others are asked of the dashboard"
    return library.instantiate(recipe, "full" if form == "full" else "quick", this_machine())


def _shipped_text(slug: str, server: str) -> str | None:
    """The text of a recipe that was saved on the dashboard; None for one that is shipped."""
    from backend.recipes import library

    if library.find(slug):
        return None
    with connect(COMMAND, server) as api:
        try:
            return api.get(f"/recipes/{quote(slug, safe='')}")["yaml"]
        except ApiProblem as problem:
            slugs = ", ".join(r.slug for r in library.recipes())
            reason = "" if problem.status == NOT_FOUND else f". Recipes of the dashboard: {problem}"
            raise usage(
                COMMAND, f"“{slug}” is no file and no recipe that is shipped: those are {slugs}{reason}"
            ) from None


def _lint_there(plan: dict[str, Any]) -> list[Item]:
    return [*map(_error, plan["errors"]), *plan["advice"], *_goal(plan.get("goal"))]


def _goal(goal: Mapping[str, Any] | None) -> Iterator[Item]:
    """Hint where a plan hardly shows a change of 5%; a dashboard of 0.1.0 says nothing of it."""
    if goal and goal["tone"] != "green":
        yield {"place": "trials", "severity": "hint", "text": goal["sentence"]}


def _error(problem: Mapping[str, Any]) -> Item:
    position = {key: problem[key] for key in ("line", "column") if problem.get(key)}
    return {"place": problem["place"], "severity": "error", "text": problem["message"]} | position


def _place_items(items: Iterable[Item], marks: Mapping[Any, tuple[int, int]]) -> Iterator[Item]:
    """With line and column, where the text has the place itself."""
    from backend.definition.issues import place_of

    positions = {place_of(path): mark for path, mark in marks.items()}
    for item in items:
        line, column = positions.get(item["place"], (None, None))
        yield item | ({"line": line, "column": column} if line else {})


def _lines(item: Item) -> Iterator[str]:
    position = f" (line {item['line']})" if item.get("line") else ""
    code = f" [{item['code']}]" if "code" in item else ""
    yield f"{place_words(item['place']) or 'definition'}{position}: {item['severity']}: {item['text']}{code}"
    if item.get("example"):
        yield f"    instead: {item['example']}"
