"""`dyno cancel`, `dyno resume`, `dyno more`: stop an experiment, measure what was left, add rounds."""

from typing import Annotated

import typer

from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect

CANCEL, RESUME, MORE = "dyno cancel", "dyno resume", "dyno more"


def cancel_command(
    id: Annotated[str, typer.Argument(help="id of an experiment")],
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Cancel an experiment; once it has ended this changes nothing."""
    with connect(CANCEL, server) as api:
        experiment = api.post(f"/experiments/{id}/cancel", {})
        typer.echo(f"“{experiment['name']}”: {experiment['state']}")


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
