"""A bisect in the terminal, for `bisect`, `wait`, `show` and `cancel`: steps as they end, and the answer."""

import time
from typing import Any

import typer

from backend.cli.client import Api, ApiProblem, read_again
from backend.cli.connection import NO_RESULT, end_with_advice, print_json

NOT_FOUND = 404
POLL_S = 2.0


def find_bisect(api: Api, id_: str) -> dict[str, Any] | None:
    """The bisect with this id, if it is one's."""
    try:
        return api.get(f"/bisects/{id_}")
    except ApiProblem as problem:
        if problem.status != NOT_FOUND:
            raise
        return None


def wait_for_bisect(api: Api, bisect: dict[str, Any], as_json: bool) -> None:
    """Follow it to its end, print it, and exit with 3 where it has no answer."""
    id_ = bisect["id"]
    with end_with_advice(
        f"The bisect continues. Follow it again: dyno wait {id_}; stop it: dyno cancel {id_}"
    ):
        bisect = _follow(api, bisect, is_quiet=as_json)
    if as_json:
        print_json(bisect)
    if bisect["state"] != "finished":
        raise typer.Exit(NO_RESULT)


def print_bisect(api: Api, bisect: dict[str, Any]) -> None:
    """Name, the steps that have ended, the answer so far, and its page."""
    typer.echo(f"{bisect['name']} · {bisect['state']}")
    for step in _ended_steps(bisect):
        typer.echo(_step_line(step))
    _print_answer(bisect)
    typer.echo(f"{api.site}/bisects/{bisect['id']}")


def _follow(api: Api, bisect: dict[str, Any], is_quiet: bool) -> dict[str, Any]:
    """Print each step once it has ended, and at last the answer."""
    printed_count = 0
    while True:
        ended_steps = _ended_steps(bisect)
        for step in ended_steps[printed_count:] if not is_quiet else []:
            typer.echo(_step_line(step))
        printed_count = len(ended_steps)
        if bisect["state"] != "running":
            break
        time.sleep(POLL_S)
        bisect = read_again(api, f"/bisects/{bisect['id']}", lambda text: typer.echo(text, err=True))
    if not is_quiet:
        _print_answer(bisect)
    return bisect


def _ended_steps(bisect: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for step in bisect["steps"] if step["words"]]


def _step_line(step: dict[str, Any]) -> str:
    rounds = f" after {step['rounds']} rounds" if step["rounds"] else ""
    return f"{step['experiment']['name']}: {step['words']}{rounds}"


def _print_answer(bisect: dict[str, Any]) -> None:
    if text := " ".join(filter(None, (bisect["sentence"], bisect["problem"]))):
        typer.echo(text)
