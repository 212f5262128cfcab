"""One imported trial: figures, errors and findings, by the rules that measured ones go through. Pure."""

import shlex
from dataclasses import dataclass, field

from agents.catalog.reading.report import ToolReport
from agents.catalog.tools import READERS
from agents.contract.reports import LoadReport
from agents.contract.workload import Workload
from agents.parse.figures import figures_of
from agents.parse.parts import Part
from backend import validity
from backend.validity.finding import Finding

_NEEDS_REQUESTS = "no_request"
_NEEDS_ROWS = "rate_not_kept"
_ROUND = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)


@dataclass(frozen=True)
class ImportedTrial:
    """What goes into the row of a trial."""

    figures: dict[str, float | None]
    findings: list[Finding]
    errors: dict[str, int | None] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    argv: list[str] = field(default_factory=list)
    tool_version: str | None = None
    stdout: str | None = None

    @property
    def is_invalid(self) -> bool:
        return any(f.level == "invalid" for f in self.findings)


def of_part(part: Part, report: ToolReport, workload: Workload, allowed_failures: float) -> ImportedTrial:
    """A trial from a report inside a text."""
    figures, errors = figures_of(report), report.errors.model_dump()
    return ImportedTrial(
        figures=figures,
        findings=findings_of(figures, errors, report.duration_s, workload, allowed_failures),
        errors=errors,
        warnings=[*report.cautions, *_unknown_rate(workload)],
        argv=argv_of(part.command),
        tool_version=report.version or (report.tool if READERS[report.tool].dialect_of else None),
        stdout=part.text,
    )


def _unknown_rate(workload: Workload) -> list[str]:
    """A warning about open-loop reports: each request's lag is in the rows of the results alone."""
    text = "whether the load tool kept its rate is not known: a report has no rows of its requests"
    return [text] if workload.rate else []


def allowance(part: Part, report: ToolReport, workload: Workload) -> float | None:
    """The first of a row of round shares with which the trial counts; None where failures are not why not."""
    counts = (share for share in _ROUND if not of_part(part, report, workload, share).is_invalid)
    return next(counts, None)


def of_figures(figures: dict[str, float], workload: Workload, allowed_failures: float) -> ImportedTrial:
    """A trial from a row of a table."""
    all_figures: dict[str, float | None] = {**_all_requests(figures, workload), **figures}
    return ImportedTrial(all_figures, findings_of(all_figures, {}, None, workload, allowed_failures))


def _all_requests(figures: dict[str, float], workload: Workload) -> dict[str, float]:
    """Number of requests of the load, where the table says only the number of those that failed."""
    rate = figures.get("requests_per_s")
    if "failed_requests" not in figures or rate is None or "length" in workload.unknown:
        return {}
    return {"requests": float(workload.requests or round(rate * (workload.duration_s or 0)))}


def findings_of(
    figures: dict[str, float | None],
    errors: dict[str, int | None],
    seconds: float | None,
    workload: Workload,
    allowed_failures: float,
) -> list[Finding]:
    """What the rules for trials say of figures alone: nothing is known of the hosts."""
    load = LoadReport(
        argv=[],
        version="",
        exit_code=None,
        stdout="",
        stderr="",
        started_at=0.0,
        ended_at=seconds or 0.0,
        figures=figures,
        errors=errors,
    )
    findings = validity.judge(load, workload, {}, {}, allowed_failures=allowed_failures)
    unknown_codes = {_NEEDS_ROWS, *([] if figures.get("requests") is not None else [_NEEDS_REQUESTS])}
    return [finding for finding in findings if finding.code not in unknown_codes]


def argv_of(command: str | None) -> list[str]:
    """The command that was typed before a report, as an argument list; none where it is not known."""
    try:
        return shlex.split(command or "")
    except ValueError:
        return (command or "").split()
