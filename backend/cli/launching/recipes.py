"""`dyno recipes`: the recipes shipped, what they take and need, and each as YAML."""

from typing import Annotated, Any

import typer

from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connected, print_json, usage
from backend.cli.launching.launch import testbed_id

COMMAND = "dyno recipes"


def recipes_command(
    name: Annotated[str | None, typer.Argument(help="name of a recipe; without it, all are listed")] = None,
    form: Annotated[str, typer.Option(help="form: quick, or full as in its source")] = "quick",
    as_yaml: Annotated[bool, typer.Option("--yaml", help="print the definition as YAML")] = False,
    testbed: Annotated[str | None, typer.Option(help="testbed by name or id; default: the only one")] = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """List the recipes with minutes and needs on a testbed, or show one."""
    if form not in ("quick", "full"):
        raise usage(COMMAND, f"--form is quick or full, not “{form}”")
    if as_yaml and name is None:
        raise usage(COMMAND, "--yaml needs the name of a recipe")
    with connected(COMMAND, server) as api:
        query = {} if testbed is None else {"testbed_id": testbed_id(api, testbed)}
        found: Any = api.get("/recipes", **query) if name is None else _one(api, name, form, query)
    if as_json:
        print_json(found)
    elif as_yaml:
        typer.echo(found["yaml"], nl=False)
    elif name is None:
        _print_list(found)
    else:
        _print_one(found)


def _one(api: Api, name: str, form: str, query: dict[str, str]) -> dict[str, Any]:
    if not name.replace("-", "").isalnum():
        raise ApiProblem(f"“{name}” is not the name of a recipe")
    return api.get(f"/recipes/{name}", form=form, **query)


def _print_list(recipes: list[dict[str, Any]]) -> None:
    width = max(len(recipe["slug"]) for recipe in recipes)
    for recipe in recipes:
        quick, full = recipe["on_testbed"]
        typer.echo(f"{recipe['slug']:{width}}  quick {_time(quick)}, full {_time(full)}")
        typer.echo(f"{'':{width}}  {recipe['title']}; full: {', '.join(full['needs'])}")
    if any(form["problems"] for recipe in recipes for form in recipe["on_testbed"]):
        typer.echo("\n! this testbed cannot run it; dyno recipes NAME says why")


def _time(form: dict[str, Any]) -> str:
    seconds = form["seconds"]
    text = f"{seconds / 3600:.1f} h" if seconds >= 5400 else f"{max(1, round(seconds / 60))} min"
    return f"{text}!" if form["problems"] else text


def _print_one(recipe: dict[str, Any]) -> None:
    typer.echo(f"{recipe['title']} ({recipe['topic']})\n{recipe['summary']}\n\n{recipe['why']}")
    if recipe["source"]:
        typer.echo(f"Source: {recipe['source']}")
    for form in recipe["on_testbed"]:
        typer.echo(
            f"\n{form['form']}: {_time(form).rstrip('!')}, {form['runs']} runs, {', '.join(form['needs'])}"
        )
        for text in form["left_out"]:
            typer.echo(f"  left out: {text}")
        for text in form["problems"]:
            typer.echo(f"  cannot run here: {text}")
    if recipe["note"]:
        typer.echo(f"\n{recipe['note']}")
    typer.echo(f"\ndyno launch {recipe['slug']} --form {recipe['form']}")
