"""`dyno`: the command line. A command's module is imported when it is called, so that each starts fast."""

import errno
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

# panel of the help → name → where it is: a function with typer's annotations, or a Typer of its own
PANELS = {
    "Define": {
        "recipes": "backend.cli.launching.recipes:recipes_command",
        "from-conf": "backend.cli.launching.from_conf:from_conf_command",
        "workload": "backend.cli.launching.workload:app",
        "lint": "backend.cli.launching.lint:lint_command",
    },
    "Measure": {
        "launch": "backend.cli.launching.launch:launch_command",
        "wait": "backend.cli.launching.wait:wait_command",
        "cancel": "backend.cli.launching.cancel:cancel_command",
        "resume": "backend.cli.launching.cancel:resume_command",
        "more": "backend.cli.launching.cancel:more_command",
        "retest": "backend.cli.launching.retest:retest_command",
        "reproduce": "backend.cli.launching.reproduce:reproduce_command",
        "bisect": "backend.cli.launching.bisect:bisect_command",
        "calibrate": "backend.cli.launching.calibrate:calibrate_command",
    },
    "Results": {
        "list": "backend.cli.results.list_experiments:list_command",
        "search": "backend.cli.results.list_experiments:list_command",
        "show": "backend.cli.results.show:show_command",
        "compare": "backend.cli.results.compare:compare_command",
        "export": "backend.cli.results.export:export_command",
        "share": "backend.cli.results.share:share_command",
        "import": "backend.cli.results.import_results:import_command",
        "parse": "backend.cli.results.parse:parse_command",
    },
    "Hosts": {
        "hosts": "backend.cli.hosts:app",
        "testbed": "backend.cli.testbed:app",
        "queue": "backend.cli.queue:app",
        "enrol-token": "backend.cli.enrol_token:enrol_token_command",
        "agent": "backend.cli.agent:app",
        "wheels": "backend.cli.wheels:wheels_command",
    },
    "Server": {
        "up": "backend.cli.up:up_command",
        "demo": "backend.cli.demo:demo_command",
        "login": "backend.cli.login:login_command",
        "doctor": "backend.cli.operations.doctor:doctor_command",
        "health": "backend.cli.health:health_command",
        "backup": "backend.cli.operations.backup:backup_command",
        "restore": "backend.cli.operations.backup:restore_command",
        "retention": "backend.cli.operations.retention:retention_command",
        "set-up-server": "backend.cli.server.set_up:set_up_server_command",
        "serve": "backend.cli.server.serve:serve_command",
        "migrate": "backend.cli.migrate:migrate_command",
        "rotate-job-key": "backend.cli.rotate_job_key:rotate_job_key_command",
    },
}
COMMANDS = {name: (place, panel) for panel, places in PANELS.items() for name, place in places.items()}
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class LazyGroup(TyperGroup):
    """The commands of COMMANDS, each imported on use."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        place, panel = COMMANDS[cmd_name]
        module, attribute = place.split(":")
        command: Any = getattr(import_module(module), attribute)
        if not isinstance(command, typer.Typer):
            single = typer.Typer(add_completion=False)
            single.command(cmd_name)(command)
            command = single
        command = typer.main.get_command(command)
        command.name = cmd_name  # that of a group is empty, and `dyno --help` prints it
        command.rich_help_panel = panel
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments name; names like it where there is none."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = " or ".join(f"“{name}”" for name in get_close_matches(args[0], COMMANDS))
            hint = f"did you mean {near}?" if near else "dyno --help lists them"
            ctx.fail(f"There is no command “{args[0]}”; {hint}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **options: Any) -> Any:
        """Run it; a full disk behind standard output is one line, in whichever command it is noticed."""
        try:
            return super().main(*args, **options)
        except OSError as error:
            if error.errno not in NO_ROOM or error.filename is not None:
                raise
            typer.echo(f"dyno: cannot write the output: {error.strerror}", err=True)
            raise SystemExit(1) from None


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, pretty_exceptions_enable=False)


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
