"""`dyno recipes`: own recipes and those shipped, what they take and need; as YAML, and saved from YAML."""

from pathlib import Path
from typing import Annotated, Any

import typer

from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.launching.launch import definition_of_file
from backend.cli.lookup import find_testbed

COMMAND = "dyno recipes"


def recipes_command(
    name: Annotated[str | None, typer.Argument(help="name of a recipe; without it, all are listed")] = None,
    form: Annotated[str, typer.Option(help="form: quick, or full as in its source")] = "quick",
    version: Annotated[int | None, typer.Option(help="of an own recipe; default: the newest")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save a definition as a recipe called NAME")
    ] = None,
    after: Annotated[
        int | None, typer.Option(help="with --save: the version that it follows; left out for a new recipe")
    ] = None,
    retire: Annotated[
        bool | None,
        typer.Option("--retire/--bring-back", help="hide a recipe of your own from lists, or show it again"),
    ] = None,
    as_yaml: Annotated[bool, typer.Option("--yaml", help="print the definition as YAML")] = False,
    testbed: Annotated[str | None, typer.Option(help="testbed by name or id; default: the only one")] = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """List the recipes with minutes and needs on a testbed, show one, or save one of your own."""
    if form not in ("quick", "full"):
        raise usage(COMMAND, f"--form is quick or full, not “{form}”")
    if as_yaml and name is None:
        raise usage(COMMAND, "--yaml needs the name of a recipe")
    if name is None and (save is not None or retire is not None):
        raise usage(COMMAND, "--save, --retire and --bring-back need the name of a recipe")
    text = None if save is None else definition_of_file(save, COMMAND)
    with connect(COMMAND, server) as api:
        if name is not None and text is not None:
            _say_saved(_save(api, {"title": name, "yaml": text, "after": after}), as_json)
            return
        if name is not None and retire is not None:
            api.patch(f"/recipes/{_check_name(name)}", {"retired": retire})
            typer.echo(f"{name} is {'retired' if retire else 'back'}")
            return
        query = {} if testbed is None else {"testbed_id": find_testbed(api, testbed)["id"]}
        query |= {} if version is None else {"version": str(version)}
        answer: Any = api.get("/recipes", **query) if name is None else _get_one(api, name, form, query)
    if as_json:
        print_json(answer)
    elif as_yaml:
        typer.echo(answer["yaml"], nl=False)
    elif name is None:
        _print_list(answer)
    else:
        _print_one(answer)


def _get_one(api: Api, name: str, form: str, query: dict[str, str]) -> dict[str, Any]:
    return api.get(f"/recipes/{_check_name(name)}", form=form, **query)


def _check_name(name: str) -> str:
    if not name.replace("-", "").isalnum():
        raise ApiProblem(f"“{name}” is not the name of a recipe")
    return name


def _save(api: Api, body: dict[str, Any]) -> dict[str, Any]:
    """The saved recipe; a refusal because of its version names the option that helps."""
    try:
        return api.post("/recipes", body)
    except ApiProblem as problem:
        version = problem.more.get("version")
        if version is None:
            raise
        advice = f"--after {version} saves it as version {version + 1}" if version else "leave out --after"
        raise ApiProblem(f"{problem}; {advice}", problem.status) from None


def _say_saved(recipe: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(recipe)
    else:
        typer.echo(f"Saved version {recipe['version']}: dyno launch {recipe['slug']}")


def _print_list(recipes: list[dict[str, Any]]) -> None:
    width = max(len(recipe["slug"]) for recipe in recipes)
    for recipe in recipes:
        times = ", ".join(f"{_form(recipe, form)}{_time(form)}" for form in recipe["on_testbed"])
        needs = ", ".join(recipe["on_testbed"][-1]["needs"])
        typer.echo(f"{recipe['slug']:{width}}  {times}")
        typer.echo(f"{'':{width}}  {recipe['title']}; {'needs' if recipe['own'] else 'full:'} {needs}")
    if any(form["problems"] for recipe in recipes for form in recipe["on_testbed"]):
        typer.echo("\n! this testbed cannot run it; dyno recipes NAME says why")


def _form(recipe: dict[str, Any], form: dict[str, Any]) -> str:
    own_recipe = recipe["own"]
    return f"your own, version {own_recipe['version']}, " if own_recipe else f"{form['form']} "


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
            f"\n{_form(recipe, form).rstrip(' ,')}: {_time(form).rstrip('!')}, {form['runs']} runs, "
            f"{', '.join(form['needs'])}"
        )
        for text in form["left_out"]:
            typer.echo(f"  left out: {text}")
        for text in form["problems"]:
            typer.echo(f"  cannot run here: {text}")
    if recipe["note"]:
        typer.echo(f"\n{recipe['note']}")
    choice = "" if recipe["own"] else f" --form {recipe['form']}"
    typer.echo(f"\ndyno launch {recipe['slug']}{choice}")
