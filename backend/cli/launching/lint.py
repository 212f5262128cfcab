"""`dyno lint`: errors in a definition, and advice on it, before a launch."""

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
from backend.cli.findings import Item, error_item, finding_line, goal_items, items_of_plan, name_of_text
from backend.cli.launching.launch import definition_of_file, is_file
from backend.cli.lookup import find_testbed

COMMAND = "dyno lint"
NOT_FOUND = 404


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
    text = definition_of_file(Path(recipe), COMMAND) if is_file(recipe) else _own_text(recipe, server)
    if testbed is None:
        items = _lint_here(recipe, form, text)
    else:
        with connect(COMMAND, server) as api:
            body = {"yaml": text} if text is not None else {"recipe": recipe, "form": form}
            plan = api.post("/plans", body | {"testbed_id": find_testbed(api, testbed)["id"]})
        items = [*items_of_plan(plan), *goal_items(plan)]
    items = [{key: value for key, value in item.items() if value is not None} for item in items]
    if as_json:
        print_json(items)
    else:
        file = name_of_text(recipe)
        typer.echo(
            "\n".join([line for item in items for line in _lines(file, item)] or [f"{file}: no findings"])
        )
    if any(item["severity"] != "hint" for item in items):
        raise typer.Exit(FAILED)


def _lint_here(recipe: str, form: str, text: str | None) -> list[Item]:
    """Without a dashboard: what can be said when nothing is known of the hosts."""
    from backend.advice.advise import advise
    from backend.definition import yaml_text
    from backend.definition.issues import DefinitionErrors
    from backend.definition.parse import parse_definition

    try:
        definition = _recipe(recipe, form) if text is None else parse_definition(text)
    except DefinitionErrors as error:
        return [error_item(problem.model_dump()) for problem in error.errors]
    marks = yaml_text.load(text)[1] if text is not None else {}
    return list(_place_items((a.model_dump() for a in advise(definition)), marks))


def _recipe(slug: str, form: str) -> Any:
    from backend.recipes import library
    from backend.recipes.service import this_machine

    recipe = library.find(slug)
    assert recipe is not None, "others are asked of the dashboard"
    return library.instantiate(recipe, "full" if form == "full" else "quick", this_machine())


def _own_text(slug: str, server: str) -> str | None:
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


def _place_items(items: Iterable[Item], marks: Mapping[Any, tuple[int, int]]) -> Iterator[Item]:
    """With line and column, where the text has the place itself or what is around it."""
    from backend.definition.issues import nearest_mark, place_of

    positions = {place_of(path): mark for path, mark in marks.items()}
    for item in items:
        line, column = nearest_mark(item["place"], positions) or (None, None)
        yield {**item, "line": line, "column": column}


def _lines(file: str, item: Item) -> Iterator[str]:
    yield finding_line(item, file) + (f" [{item['code']}]" if "code" in item else "")
    if item.get("example"):
        yield f"    instead: {item['example']}"
