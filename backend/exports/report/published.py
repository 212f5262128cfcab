"""A write-up's figures beside those of the report. Pure."""

from agents.catalog.metrics import Metric
from backend.experiments.results.delta_schemas import DeltaOut
from backend.exports.report.schemas import Report
from backend.words import ABSENT, count, exact, exact_latency, percent, signed


def exact_change(delta: DeltaOut, metric: Metric) -> str:
    """With two decimals, as write-ups print it."""
    return signed(delta.difference, metric) if metric.can_be_zero else percent(delta.change, decimals=2)


def published_table(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows as text; no rows where nothing was published."""
    ours = "Imported" if report.imported else "Measured"
    head = ["Variant", "Published req/s", "Mean latency", "Δ", f"{ours} req/s", "Mean latency", "Δ", "Note"]
    by_run = {row.run_id: row for row in report.rows}
    if report.published and any(row.connections is not None for row in report.published.rows):
        return _ceilings(report, ours)
    rows = []
    for row in report.published.rows if report.published else []:
        own = by_run.get(row.run_id or "")
        mine = own.delta if own and report.metric.name == "requests_per_s" else None
        cells = [row.variant, exact(row.requests_per_s), exact_latency(row.latency_mean)]
        cells += [percent(row.change, decimals=2)]
        cells += [exact(own.requests_per_s), exact_latency(own.latency_mean)] if own else [ABSENT, ABSENT]
        rows.append([*cells, exact_change(mine, report.metric) if mine else ABSENT, row.note or ""])
    return head, rows


def _ceilings(report: Report, ours: str) -> tuple[list[str], list[list[str]]]:
    by_run = {row.run_id: row for row in report.rows}
    head = ["Variant", "Published connections", f"{ours} connections", "Note"]
    rows = []
    for row in report.published.rows if report.published else []:
        own = by_run.get(row.run_id or "")
        rows.append([row.variant, count(row.connections), count(own.clean if own else None), row.note or ""])
    return head, rows
