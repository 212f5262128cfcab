"""`dyno up`: everything on this machine, until Ctrl-C."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from backend.cli.embedded.problem import StackProblem

if TYPE_CHECKING:
    from backend.cli.embedded.stack import Stack
    from backend.settings import Settings

DataOption = Annotated[Path, typer.Option(envvar="DYNO_DATA", help="directory where everything is kept")]
PortOption = Annotated[int, typer.Option(envvar="DYNO_PORT", min=1, max=65535, help="port of the dashboard")]
UI_PORT = 5173  # of Vite, with --reload
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
    tls_cert: Annotated[
        Path | None, typer.Option(help="certificate with its chain (PEM), in place of one that is made here")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="key of that certificate (PEM)")] = None,
    insecure_network: Annotated[
        bool, typer.Option("--insecure-network", help="no TLS beyond loopback (DYNO_INSECURE_NETWORK=1)")
    ] = False,
    reload: Annotated[
        bool, typer.Option("--reload", help="from a checkout: reload API and UI", hidden=True)
    ] = False,
) -> None:
    """Run everything on this machine: database, broker, dashboard, worker and three agents."""
    from backend.cli.embedded.programs import AGENTS
    from backend.cli.embedded.stack import Shape, embedded_stack
    from backend.cli.login import invite

    with one_line_problems("dyno up"), ended_by_signals() as is_interrupted:
        _require_checkout(reload)
        settings = settings_for(
            bind, port, data, tls_cert=tls_cert, tls_key=tls_key, insecure_network=insecure_network
        )
        shape = Shape(AGENTS if agents else (), broker_port, reload)
        with embedded_stack(data, settings, say, shape) as stack:
            say(f"Dynoboard is at {stack.dashboard.url}  (data in {data}, Ctrl-C stops it)")
            for line in (*stack.dashboard.missing(), *network_lines(stack, settings, broker_port)):
                say(line)
            invite(stack.api, stack.layout.run / "sign-in.html", say, UI_PORT if reload else None)
            stack.watch(say, is_interrupted)


def network_lines(stack: "Stack", settings: "Settings", broker_port: int | None) -> list[str]:
    """What those beyond this machine have to know, and what they could do."""
    from backend.settings import is_loopback

    lines = []
    if settings.insecure_network and not is_loopback(settings.bind):
        lines.append(f"INSECURE: no TLS on {settings.bind}; anyone on that network can read tokens")
    if stack.certificate.pin and broker_port:
        lines.append(
            f"Agents on other hosts: --server {stack.dashboard.url} --ca-sha256 {stack.certificate.pin}"
        )
    return lines


def _require_checkout(reload: bool) -> None:
    from backend.resources import CHECKOUT

    if reload and not (CHECKOUT / "frontend").is_dir():
        raise StackProblem("--reload works from a checkout; this is an installed package")


def say(text: str) -> None:
    """One line to the terminal, at once; lost where that is a file on a full disk."""
    with suppress(OSError):
        print(text, flush=True)


def settings_for(bind: str, port: int, data: Path, **options: Any):
    """The settings with this address; StackProblem when one of them is not possible.

    `options`: those of the command line, None where not given.
    """
    from pydantic import ValidationError

    from backend.cli.embedded.tls import own_certificate
    from backend.settings import LOOPBACK, Settings

    options_given = {name: value for name, value in options.items() if value}
    try:
        certificate_settings = own_certificate(
            data, bind, Settings(bind=LOOPBACK, port=port, **options_given)
        )
        return Settings(bind=bind, port=port, **(certificate_settings | options_given))
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
def ended_by_signals() -> Iterator[Callable[[], bool]]:
    """Ctrl-C, TERM and a closed terminal leave the block in order; a second one while it stops is ignored.

    Yields whether one came: Python drops an exception that is raised while an object is finalised, so
    whoever waits for long asks.
    """
    has_come = False

    def end(_number: int, _frame: object) -> NoReturn:
        nonlocal has_come
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        has_come = True
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        yield lambda: has_come
    except KeyboardInterrupt:
        say("Stopped")
