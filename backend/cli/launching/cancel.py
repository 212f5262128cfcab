"""`dyno cancel`, `dyno resume`, `dyno more`: stop an experiment, measure what was left, add rounds."""

from typing import Annotated

import typer

from backend.cli.client import ApiProblem
from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect
from backend.cli.launching.bisect_steps import NOT_FOUND, find_bisect

CANCEL, RESUME, MORE = "dyno cancel", "dyno resume", "dyno more"


def cancel_command(
    id: Annotated[str, typer.Argument(help="id of an experiment or a bisect")],
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Cancel an experiment or a bisect; once it has ended this changes nothing."""
    with connect(CANCEL, server) as api:
        try:
            answer = api.post(f"/experiments/{id}/cancel", {})
        except ApiProblem as problem:
            if problem.status != NOT_FOUND or find_bisect(api, id) is None:
                raise
            answer = api.post(f"/bisects/{id}/cancel", {})
        typer.echo(f"“{answer['name']}”: {answer['state']}")


def resume_command(
    id: Annotated[str, typer.Argument(help="id of an experiment")],
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Measure the trials that are left of a failed or cancelled experiment, in the same rounds."""
    with connect(RESUME, server) as api:
        experiment = api.post(f"/experiments/{id}/resume", {})
        typer.echo(f"“{experiment['name']}”: {experiment['progress']['step']}; dyno wait {id} follows it")


def more_command(
    id: Annotated[str, typer.Argument(help="id of an experiment")],
    rounds: Annotated[int | None, typer.Option(help="how many; default: as many as would settle it")] = None,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Add rounds to a finished experiment whose questions are open, once, as a second stage."""
    with connect(MORE, server) as api:
        experiment = api.post(f"/experiments/{id}/more", {"rounds": rounds})
        stage = experiment["first_stage"]
        typer.echo(
            f"“{experiment['name']}”: {stage['added_rounds']} rounds more after {stage['rounds']}, "
            f"{experiment['progress']['step']}"
        )
