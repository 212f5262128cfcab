"""A write-up's figures beside those of the report. Pure."""

from backend.analysis.schemas import PublishedRow
from backend.presentation.figures import ABSENT, count, exact, write
from backend.presentation.report.schemas import Report, ReportRow


def published_table(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows as text; no rows where nothing was published."""
    measured_word = "Imported" if report.imported else "Measured"
    head = [
        "Variant",
        "Published req/s",
        "Mean latency",
        "Δ",
        f"{measured_word} req/s",
        "Mean latency",
        "Δ",
        "Note",
    ]
    by_run = {row.run_id: row for row in report.rows}
    if report.published and any(row.connections is not None for row in report.published.rows):
        return _ceilings(report, measured_word)
    rows = []
    for row in report.published.rows if report.published else []:
        run = by_run.get(row.run_id or "")
        delta = run.delta if run and report.metric.name == "requests_per_s" else None
        cells = [row.variant, *_figures(row), write(row.change, "exact change")]
        cells += _figures(run) if run else [ABSENT, ABSENT]
        rows.append([*cells, delta.exact(report.metric) if delta else ABSENT, row.note or ""])
    return head, rows


def _figures(row: PublishedRow | ReportRow) -> list[str]:
    return [write(row.requests_per_s, "exact"), exact(row.latency_mean, "s")]


def _ceilings(report: Report, measured_word: str) -> tuple[list[str], list[list[str]]]:
    by_run = {row.run_id: row for row in report.rows}
    head = ["Variant", "Published connections", f"{measured_word} connections", "Note"]
    rows = []
    for row in report.published.rows if report.published else []:
        run = by_run.get(row.run_id or "")
        rows.append([row.variant, count(row.connections), count(run.clean if run else None), row.note or ""])
    return head, rows
