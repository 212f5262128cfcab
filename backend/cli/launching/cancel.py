"""`dyno cancel` and `dyno resume`: stop an experiment, and measure the trials that were left."""

from typing import Annotated

import typer

from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect

CANCEL, RESUME = "dyno cancel", "dyno resume"


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
        typer.echo(f"“{experiment['name']}”: {experiment['progress']['step']}")
