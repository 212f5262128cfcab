"""`dyno workload from-log`: a workload in the shape of an access log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from backend.cli.connection import JsonOption, failure
from backend.cli.input_file import open_input
from backend.cli.output_file import ForceOption, refuse_to_overwrite, write_text

if TYPE_CHECKING:
    from backend.access_logs.workload import LogSummary

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Make workloads.")
COMMAND = "dyno workload from-log"
_PIECE = 256 * 1024


@app.callback()
def workload() -> None:
    """Make workloads."""


@app.command("from-log")
def from_log_command(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="an access log; - for input")],
    format_name: Annotated[
        str, typer.Option("--format", help="auto, combined, common, json, or the text of a log_format")
    ] = "auto",
    keep_paths: Annotated[
        bool, typer.Option("--keep-paths", help="ask for the paths of the log, of a backend of your own")
    ] = False,
    mask: Annotated[bool, typer.Option("--mask", help="with x for the values of queries")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="write the workload here; default: print it")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Make a workload with the mix of requests of an access log, and list what was left out.

    Without --keep-paths no text of the log is kept: the workload brings pages of the sizes seen.
    """
    from backend.access_logs.problems import UnusableLog
    from backend.access_logs.reader import LogReader
    from backend.access_logs.workload import convert_sample

    refuse_to_overwrite(COMMAND, output, force)
    try:
        reader = LogReader(format_name)
        with open_input(COMMAND, file) as stream:
            while data := stream.read(_PIECE):
                reader.feed(data)
        answer = convert_sample(reader.finish(), keep_paths, mask)
    except UnusableLog as error:
        raise failure(COMMAND, str(error)) from None
    if as_json:
        typer.echo(answer.model_dump_json(indent=2))
        return
    for line in summary_lines(answer.summary):
        typer.echo(line, err=True)
    if output is None:
        typer.echo(answer.yaml, nl=False)
        return
    write_text(COMMAND, output, answer.yaml)
    typer.echo(f"Wrote {output}", err=True)


def summary_lines(summary: LogSummary) -> Iterator[str]:
    """Lines of a table of what was taken and left out."""
    from backend.presentation.figures import measure
    from backend.presentation.words import plural

    yield f"{plural(summary.lines, 'line')} of the format {summary.format}"
    share = f"{summary.unchanged_share:.1%} of them 304"
    yield f"  {summary.usable_requests:>13,}  used: GET answered 200, 206 or 304 ({share})"
    for kind in summary.left_out:
        yield f"  {kind.count:>13,}  left out: {kind.reason}"
    yield (
        f"{summary.targets_used:,} of {summary.targets_seen:,} targets in a sample of "
        f"{summary.sampled_requests:,} requests; {summary.frequent_share:.1%} of requests have their own, "
        "the rest is carried by some drawn from it"
    )
    if summary.site_bytes:
        yield f"Pages: {measure(summary.site_bytes, 'B')} together"
    if summary.shortened_pages:
        pages = plural(summary.shortened_pages, "page")
        yield f"{pages} cut: one has at most 256 MiB, and all together 2 GB"
    if summary.requests_per_s_mean is not None:
        yield (
            f"The log has {measure(summary.requests_per_s_mean, '1/s')}, "
            f"{measure(summary.requests_per_s_peak, '1/s')} in its busiest second"
        )
    connection = summary.requests_per_connection
    yield (
        "The format has no $connection_requests: connections are kept"
        if connection is None
        else f"{connection:,.1f} requests a connection"
    )
