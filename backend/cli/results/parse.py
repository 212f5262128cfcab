"""`dyno parse`: the figures in a saved output of a load tool, as JSON."""

import json
from typing import Annotated, Any

import typer

from agents.catalog.tools import ReadableTool
from agents.parse import MAX_BYTES, NotAReport, ToolReport, decode, parse


def parse_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Saved output of the tool; - for standard input.")
    ],
    tool: Annotated[
        ReadableTool | None, typer.Option("--tool", help="The tool that printed it; detected if omitted.")
    ] = None,
) -> None:
    """Print the figures of a saved output of a load tool as JSON, in SI units."""
    try:
        report = parse(decode(_read(file)), tool)
    except OSError as error:
        raise _fail(f"cannot read {file}: {error.strerror or error}") from None
    except NotAReport as error:
        raise _fail(f"{_name(file)}: {error.reason}") from None
    typer.echo(json.dumps(_figures(report), indent=1, ensure_ascii=False))
    for line in _remarks(report):
        typer.echo(f"warning: {line}", err=True)


def _read(file: str) -> bytes:
    """At most one byte more than is allowed, so that an endless file is refused, not read."""
    if file == "-":
        return typer.get_binary_stream("stdin").read(MAX_BYTES + 1)
    with open(file, "rb") as stream:
        return stream.read(MAX_BYTES + 1)


def _figures(report: ToolReport) -> dict[str, Any]:
    return report.model_dump(mode="json") | {
        "failed_requests": report.failed_requests(),
        "failures": report.failures_summary(),
    }


def _remarks(report: ToolReport) -> list[str]:
    """What must not be overlooked: failures first."""
    failures = report.failures_summary()
    return ([f"failures: {failures}"] if failures else []) + report.cautions


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _fail(message: str) -> typer.Exit:
    typer.echo(f"dyno parse: {message}", err=True)
    return typer.Exit(1)
