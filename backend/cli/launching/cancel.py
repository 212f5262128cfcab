"""`dyno cancel`: stop an experiment; every host is put back."""

from typing import Annotated

import typer

from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect

COMMAND = "dyno cancel"


def cancel_command(
    id: Annotated[str, typer.Argument(help="id of an experiment")],
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Cancel an experiment; once it has ended this changes nothing."""
    with connect(COMMAND, server) as api:
        experiment = api.post(f"/experiments/{id}/cancel", {})
        typer.echo(f"“{experiment['name']}”: {experiment['state']}")
