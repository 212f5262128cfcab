"""`dyno demo`: everything on this machine, and one experiment on it from launch to deltas."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from backend.cli.up import (
    BindOption,
    DataOption,
    PortOption,
    ended_by_signals,
    one_line_problems,
    say,
    settings_for,
)

if TYPE_CHECKING:
    from backend.cli.client import Api

RECIPE = {"recipe": "pinned-against-unpinned", "form": "quick"}
TESTBED = "local"


def demo_command(
    data: DataOption = Path(".dyno"),
    port: PortOption = 8080,
    bind: BindOption = "127.0.0.1",
    once: Annotated[bool, typer.Option("--once", help="exit after the table of deltas")] = False,
) -> None:
    """Run everything on this machine, compare pinned with unpinned on it, and show the deltas."""
    from backend.cli.embedded.stack import embedded_stack
    from backend.cli.login import invite

    with one_line_problems("dyno demo"), ended_by_signals() as is_interrupted:
        settings = settings_for(bind, port, data)
        with embedded_stack(data, settings, say) as stack:
            say(f"Dynoboard is at {stack.dashboard.url}")
            invite(stack.api, stack.layout.run / "sign-in.html", say)
            experiment = launch_and_follow(stack.api)
            say(f"{stack.api.site}/experiments/{experiment['id']}")
            if once and experiment["state"] != "finished":
                raise typer.Exit(1)
            if not once:
                say("Ctrl-C stops it")
                stack.watch(say, is_interrupted)


def launch_and_follow(api: "Api") -> dict[str, Any]:
    """Launch the recipe on the local testbed and show it to its end; StackProblem when it is refused."""
    from backend.cli.client import ApiProblem
    from backend.cli.embedded.problem import StackProblem
    from backend.cli.launching.follow import follow, print_result
    from backend.cli.tables import terminal

    console = terminal()
    try:
        testbed = next(row for row in api.get("/testbeds") if row["name"] == TESTBED)
        experiment_out = api.post("/experiments", {**RECIPE, "testbed_id": testbed["id"]})
        say(f"Launched “{experiment_out['name']}”: {api.site}/experiments/{experiment_out['id']}")
        experiment = follow(api, experiment_out["id"], console)
        if experiment["failure"]:
            say(f"The experiment {experiment['state']}: {experiment['failure']['message']}")
        print_result(api, experiment, console)
    except (ApiProblem, StopIteration) as problem:
        raise StackProblem(str(problem) or f"there is no testbed {TESTBED}") from None
    return experiment
