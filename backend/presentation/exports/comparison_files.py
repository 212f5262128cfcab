"""Reports and exports of comparisons: those of the address, and those saved under a name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from backend import __version__
from backend.comparisons import saved, service
from backend.comparisons.schemas import CompareOut
from backend.comparisons.selection import selection_of
from backend.presentation.exports.experiment_files import made_by
from backend.presentation.files.csv_text import csv_lines
from backend.presentation.files.documents import VERSION, json_parts
from backend.presentation.files.file import File, FileKind
from backend.presentation.files.markdown import report_markdown
from backend.presentation.files.page import report_page
from backend.presentation.files.tables import comparison_table
from backend.presentation.pictures import drawings
from backend.presentation.pictures.chart_list import charts_of_comparison
from backend.presentation.report.comparison import comparison_report
from backend.presentation.report.environment import hosts_of
from backend.presentation.report.schemas import Report, ReportHost
from backend.records import experiments_queries as experiment_queries
from backend.records.origin import Origin


@dataclass(frozen=True)
class ComparisonQuery:
    """Search parameters of the Compare page, and what was saved with them."""

    state: Mapping[str, str]
    id: str | None = None
    name: str | None = None
    notes: str = ""
    created_at: datetime | None = None

    @property
    def path(self) -> str:
        return f"/c/{self.id}" if self.id else f"/compare?{urlencode(dict(self.state))}"

    @property
    def charts(self) -> tuple[str, Mapping[str, str]]:
        """Address and query of its charts."""
        return (
            (f"/api/v1/comparisons/{self.id}/charts", {})
            if self.id
            else ("/api/v1/compare/charts", self.state)
        )


def saved_query(session: Session, comparison_id: str, metric: str | None = None) -> ComparisonQuery:
    row = saved.row(session, comparison_id)
    state = dict(row.state) | ({"metric": metric} if metric else {})
    return ComparisonQuery(state, row.id, row.name, row.notes, row.created_at)


def compare(session: Session, query: ComparisonQuery) -> CompareOut:
    selection, metric = selection_of(query.state)
    return service.compare(session, selection, metric)


def report(session: Session, query: ComparisonQuery) -> Report:
    return _report(session, query, compare(session, query))


def _report(session: Session, query: ComparisonQuery, comparison: CompareOut) -> Report:
    ids = [experiment["id"] for experiment in comparison.experiments]
    experiments = experiment_queries.experiments_by_id(session, ids)
    hosts: list[ReportHost] = []
    for id_ in ids:
        for host in hosts_of(experiments[id_].facts, ()):
            hosts += [host] if host not in hosts else []
    base, parameters = query.charts
    metric = {"metric": comparison.metric.name}
    return comparison_report(
        comparison,
        query.path,
        hosts,
        charts_of_comparison(comparison, base, dict(parameters) | metric),
        id=query.id,
        name=query.name,
        notes=query.notes,
        created_at=query.created_at,
        is_imported=all(e.origin == Origin.IMPORTED for e in experiments.values()),
    )


def file_of(session: Session, query: ComparisonQuery, kind: FileKind, site: str) -> File:
    """An export of any kind."""
    comparison = compare(session, query)
    report = _report(session, query, comparison)
    stem = f"{report.title} {query.id or ''}".strip()
    match kind:
        case "csv":
            return File(stem, kind, csv_lines(*comparison_table(comparison)))
        case "md":
            return File(stem, kind, [report_markdown(report, site)])
        case "json":
            return File(stem, kind, _json(comparison, report, query, site))
    return File(stem, "html", _page(comparison, report, site))


def _page(comparison: CompareOut, report: Report, site: str) -> Iterator[str]:
    yield report_page(
        report, drawings.of_comparison(comparison, report.charts), site, made_by(comparison.rules)
    )


def _json(comparison: CompareOut, report: Report, query: ComparisonQuery, site: str) -> Iterator[str]:
    head = {
        "format": "dynoboard.comparison",
        "version": VERSION,
        "made_by": f"Dynoboard {__version__}",
        "url": site + query.path,
        "name": query.name,
        "notes": query.notes,
        "state": dict(query.state),
        "comparison": comparison.model_dump(mode="json", exclude={"pairs"}),
        "report": report.model_dump(mode="json", exclude={"pairs", "charts", "metric"}),
    }
    return json_parts(head, {"pairs": comparison.pairs})
