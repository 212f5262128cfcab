"""`dyno up`: everything on this machine, until Ctrl-C."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from backend.cli.embedded.problem import StackProblem

DataOption = Annotated[Path, typer.Option(envvar="DYNO_DATA", help="directory where everything is kept")]
PortOption = Annotated[int, typer.Option(envvar="DYNO_PORT", min=1, max=65535, help="port of the dashboard")]
BindOption = Annotated[str, typer.Option(envvar="DYNO_BIND", help="address of the dashboard")]


def up_command(
    data: DataOption = Path(".dyno"),
    port: PortOption = 8080,
    bind: BindOption = "127.0.0.1",
    agents: Annotated[
        bool, typer.Option("--agents/--no-agents", help="three agents on this machine, or none")
    ] = True,
    broker_port: Annotated[
        int | None,
        typer.Option(envvar="DYNO_BROKER_PORT", min=1, max=65535, help="port for agents on other hosts"),
    ] = None,
    reload: Annotated[
        bool, typer.Option("--reload", help="from a checkout: reload API and UI", hidden=True)
    ] = False,
) -> None:
    """Run everything on this machine: database, broker, dashboard, worker and three agents."""
    from backend.cli.embedded.programs import AGENTS
    from backend.cli.embedded.stack import Shape, embedded_stack

    with one_line_problems("dyno up"), ended_by_signals():
        _require_checkout(reload)
        settings = settings_for(bind, port)
        shape = Shape(AGENTS if agents else (), broker_port, reload)
        with embedded_stack(data, settings, say, shape) as stack:
            say(f"Dynoboard is at {stack.dashboard.url}  (data in {data}, Ctrl-C stops it)")
            for line in stack.dashboard.missing():
                say(line)
            if reload:
                say("The UI with reload is at http://127.0.0.1:5173")
            stack.watch(say)


def _require_checkout(reload: bool) -> None:
    from backend.resources import CHECKOUT

    if reload and not (CHECKOUT / "frontend").is_dir():
        raise StackProblem("--reload works from a checkout; this is an installed package")


def say(text: str) -> None:
    """One line to the terminal, at once."""
    print(text, flush=True)


def settings_for(bind: str, port: int):
    """The settings with this address; StackProblem when they open the dashboard to everybody."""
    from pydantic import ValidationError

    from backend.settings import Settings

    try:
        return Settings(bind=bind, port=port)  # pyright: ignore[reportCallIssue]
    except ValidationError as error:
        raise StackProblem(error.errors()[0]["msg"].removeprefix("Value error, ")) from None


@contextmanager
def one_line_problems(command: str) -> Iterator[None]:
    """A StackProblem becomes one line and exit status 1."""
    try:
        yield
    except StackProblem as problem:
        print(f"{command}: {problem}", file=sys.stderr)
        raise typer.Exit(1) from None


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Ctrl-C, TERM and a closed terminal leave the block in order; a second one while it stops is ignored."""

    def end(_number: int, _frame: object) -> NoReturn:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        yield
    except KeyboardInterrupt:
        say("Stopped")
