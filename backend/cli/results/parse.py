"""`dyno parse`: the figures in a saved output of a load tool, as JSON."""

import json
from typing import Annotated, Any

import typer

from agents.catalog.tools import ReadableTool
from agents.parse import MAX_BYTES, NotAReport, ToolReport, decode, parse
from backend.cli.connection import failure
from backend.cli.findings import name_of_text
from backend.cli.input_file import read_input

COMMAND = "dyno parse"


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
        report = parse(decode(read_input(COMMAND, file, MAX_BYTES)), tool)
    except NotAReport as error:
        raise failure(COMMAND, f"{name_of_text(file)}: {error.reason}") from None
    typer.echo(json.dumps(_figures(report), indent=1, ensure_ascii=False))
    for line in _remarks(report):
        typer.echo(f"warning: {line}", err=True)


def _figures(report: ToolReport) -> dict[str, Any]:
    return report.model_dump(mode="json") | {
        "failed_requests": report.failed_requests(),
        "failures": report.failures_summary(),
    }


def _remarks(report: ToolReport) -> list[str]:
    """What must not be overlooked: failures first."""
    failures = report.failures_summary()
    return ([f"failures: {failures}"] if failures else []) + report.cautions
