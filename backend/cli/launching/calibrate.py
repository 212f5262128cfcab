"""`dyno calibrate`: an A/A on a testbed, whose noise later plans count with."""

from typing import Annotated, Any

import typer

from backend.cli.connection import (
    DEFAULT_SERVER,
    NO_RESULT,
    JsonOption,
    ServerOption,
    connect,
    print_json,
    usage,
)
from backend.cli.launching.launch import override, say_launched
from backend.cli.launching.wait import wait_and_show
from backend.cli.lookup import find_testbed

COMMAND = "dyno calibrate"
RECIPE = "calibration"


def calibrate_command(
    testbed: Annotated[str | None, typer.Option(help="testbed by name or id; default: the only one")] = None,
    overrides: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="the load or configuration to calibrate for, e.g. workload.connections=400, "
            "workload.duration=10s, nginx.worker_processes=2",
        ),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="show progress and, at the end, the noise")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Measure 6 equal runs in 20 rounds: how much starts and trials differ here, and what disturbs.

    With --wait, status 3: failed or cancelled.
    """
    body = {"recipe": RECIPE, "form": "full", "set": dict(map(_equal, overrides or []))}
    with connect(COMMAND, server) as api:
        if testbed is not None:
            body["testbed_id"] = find_testbed(api, testbed)["id"]
        experiment = api.launch(body)
        if not wait:
            say_launched(api, experiment, as_json)
            return
        final: dict[str, Any] = wait_and_show(api, experiment, quiet=as_json)
        if as_json:
            calibration = api.get(f"/experiments/{final['id']}/calibration")
            print_json({"experiment": final, "calibration": calibration})
        if final["state"] != "finished":
            raise typer.Exit(NO_RESULT)


def _equal(text: str) -> tuple[str, str]:
    """What holds for all runs alike."""
    name, value = override(COMMAND, text)
    if name.startswith(("variants.", "control", "baseline", "kind")):
        raise usage(COMMAND, f"--set {name} would make runs differ; a calibration compares equal ones")
    return name, value
