"""`dyno`: the command line. A command's module is imported when it is called, so that each starts fast."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

# name → where it is: a function with typer's annotations, or a Typer of its own
COMMANDS = {
    "up": "backend.cli.up:up_command",
    "demo": "backend.cli.demo:demo_command",
    "set-up-server": "backend.cli.server.set_up:set_up_server_command",
    "serve": "backend.cli.server.serve:serve_command",
    "health": "backend.cli.health:health_command",
    "login": "backend.cli.login:login_command",
    "agent": "backend.cli.agent:app",
    "enrol-token": "backend.cli.enrol_token:enrol_token_command",
    "hosts": "backend.cli.hosts:app",
    "testbed": "backend.cli.testbed:app",
    "queue": "backend.cli.queue:app",
    "wheels": "backend.cli.wheels:wheels_command",
    "recipes": "backend.cli.launching.recipes:recipes_command",
    "lint": "backend.cli.launching.lint:lint_command",
    "from-conf": "backend.cli.launching.from_conf:from_conf_command",
    "workload": "backend.cli.launching.workload:app",
    "launch": "backend.cli.launching.launch:launch_command",
    "calibrate": "backend.cli.launching.calibrate:calibrate_command",
    "retest": "backend.cli.launching.retest:retest_command",
    "bisect": "backend.cli.launching.bisect:bisect_command",
    "wait": "backend.cli.launching.wait:wait_command",
    "cancel": "backend.cli.launching.cancel:cancel_command",
    "resume": "backend.cli.launching.cancel:resume_command",
    "more": "backend.cli.launching.cancel:more_command",
    "list": "backend.cli.results.list_experiments:list_command",
    "search": "backend.cli.results.list_experiments:list_command",
    "show": "backend.cli.results.show:show_command",
    "reproduce": "backend.cli.launching.reproduce:reproduce_command",
    "compare": "backend.cli.results.compare:compare_command",
    "export": "backend.cli.results.export:export_command",
    "share": "backend.cli.results.share:share_command",
    "import": "backend.cli.results.import_results:import_command",
    "parse": "backend.cli.results.parse:parse_command",
    "doctor": "backend.cli.operations.doctor:doctor_command",
    "retention": "backend.cli.operations.retention:retention_command",
    "backup": "backend.cli.operations.backup:backup_command",
    "restore": "backend.cli.operations.backup:restore_command",
    "migrate": "backend.cli.migrate:migrate_command",
    "rotate-job-key": "backend.cli.rotate_job_key:rotate_job_key_command",
}


class LazyGroup(TyperGroup):
    """The commands of COMMANDS, each imported on use."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, typer.Typer):
            single = typer.Typer(add_completion=False)
            single.command(cmd_name)(command)
            command = single
        command = typer.main.get_command(command)
        command.name = cmd_name  # that of a group is empty, and `dyno --help` prints it
        return command


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _say_version(is_wanted: bool) -> None:
    if is_wanted:
        from backend import __version__

        typer.echo(f"Dynoboard {__version__}")
        raise typer.Exit()


@app.callback()
def dyno(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Launch, record and compare tuning runs of nginx."""


if __name__ == "__main__":
    app()
