"""`dyno agent …`: the agent's own program, in this process. It shares no code with the control plane."""

import os
import sys

import typer

app = typer.Typer(add_completion=False)


@app.command(
    "agent",
    add_help_option=False,
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,  # or `server add --source DIR -- ARGUMENTS` would lose its --
    },
)
def agent_command(ctx: typer.Context) -> None:
    """Run an agent on this host (dyno agent --help lists its options)."""
    # -P: a folder `agents` where this was called is not ours
    os.execv(sys.executable, [sys.executable, "-P", "-m", "agents.runner", *ctx.args])
