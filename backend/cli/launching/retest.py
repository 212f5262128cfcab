"""`dyno retest`: fresh trials of an experiment's best variant and its baseline."""

from typing import Annotated, Any

import typer

from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, NO_RESULT, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.launch import say_launched
from backend.cli.launching.wait import wait_and_show

COMMAND = "dyno retest"


def retest_command(
    id: Annotated[str, typer.Argument(help="id of an experiment of three or more variants that has ended")],
    metric: Annotated[str, typer.Option(help="metric by which the best is chosen")] = "requests_per_s",
    workload: Annotated[str | None, typer.Option(help="only the best under this workload")] = None,
    trials: Annotated[
        int | None, typer.Option(help="trials per run; default: as its spread requires")
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="show progress and, at the end, both figures")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Re-test the winner, whose first figure looks better than it is because it was the best of several."""
    body = {"metric": metric, "workload": workload, "trials": trials}
    with connect(COMMAND, server) as api:
        experiment = api.launch(body, f"/experiments/{id}/retest")
        if not wait:
            say_launched(api, experiment, as_json)
        else:
            _wait(api, experiment, metric, as_json)


def _wait(api: Api, experiment: dict[str, Any], metric: str, as_json: bool) -> None:
    final = wait_and_show(api, experiment, quiet=as_json)
    result = api.get(f"/experiments/{final['id']}/retested", metric=metric)
    if as_json:
        print_json({"experiment": final, "retested": result})
    else:
        typer.echo(result["sentence"])
    if final["state"] != "finished":
        raise typer.Exit(NO_RESULT)
