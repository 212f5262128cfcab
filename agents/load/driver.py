"""A load tool of the catalog on this host: is it here, its files, and what its report comes to."""

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agents.catalog.histogram import encode
from agents.catalog.measured import MeasuredLatency
from agents.catalog.pace import Pace
from agents.catalog.tool import LoadTool
from agents.contract.latency import Latency
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.files import chunks_of, end_of
from agents.parse import NotAReport, parse

MIX_REFUSED = "mix_refused"
OUT = "out/"  # the folder that a tool writes into


@dataclass(frozen=True)
class Outcome:
    """Metrics and counts of a tool's report."""

    figures: dict[str, float | None]
    errors: dict[str, int | None] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    latency: Latency | None = None
    span: tuple[float, float] | None = None  # of the load, by this host's own clock
    pace: Pace | None = None


def version_of(tool: LoadTool, output: Callable[[Sequence[str]], str]) -> str | None:
    """None when the tool is not installed."""
    return tool.version(output) if shutil.which(tool.name) else None


def make_argv(
    tool: LoadTool, workload: Workload, url: str, folder: Path, sequence: Sequence[int] = ()
) -> list[str]:
    """The argument list, run in `folder`: what the tool reads is put there, it writes into its out/."""
    try:
        inputs = tool.inputs(workload, url, sequence)
    except ValueError as error:
        raise JobFailed(MIX_REFUSED, f"the mix is not sent: {error}") from error
    for name, content in inputs.items():
        (folder / name).write_bytes(content)
    return tool.argv(workload, url, OUT)


def has_written_too_much(tool: LoadTool, workload: Workload, folder: Path) -> bool:
    file_bytes = sum(entry.stat(follow_symlinks=False).st_size for entry in os.scandir(folder / OUT))
    return file_bytes > tool.max_written_bytes(workload)


def read_outcome(
    tool: LoadTool, stdout: str, stderr: str, folder: Path, workload: Workload, rows: Iterable[str] = ()
) -> Outcome:
    """The figures; NotAReport when there are none, or not of this workload.

    `rows` are the lines of the tool's `rows_argv`.
    """
    report = parse(stdout, tool.name, stderr)
    if mismatch := tool.mismatch(report, workload):
        raise NotAReport(mismatch, tool.name)
    outcome = tool.outcome(
        report,
        lambda name, size: end_of(folder / OUT / name, size),
        lambda name: chunks_of(folder / OUT / name),
    )
    if tool.rows_argv(OUT):
        outcome = tool.with_rows(outcome, workload, rows)
    tool_outcome = Outcome(
        outcome.figures, outcome.errors, outcome.warnings, span=outcome.span, pace=outcome.pace
    )
    return with_latency(tool_outcome, outcome.exact_latency) if outcome.exact_latency else tool_outcome


def with_latency(outcome: Outcome, exact_latency: MeasuredLatency) -> Outcome:
    """The same with latency as measured where that fits the requests, and what was printed beside it."""
    figures = exact_latency.figures()
    latency = Latency(
        histogram=encode(exact_latency.histogram),
        counted=exact_latency.histogram.count,
        negative=exact_latency.negative,
        printed={name: outcome.figures.get(name) for name in figures},
    )
    fits = latency.fits(outcome.figures.get("requests"), outcome.errors.get("timeout"))
    return replace(outcome, latency=latency, figures=outcome.figures | figures if fits else outcome.figures)
