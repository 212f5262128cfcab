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
from backend.exports.experiment_files import made_by
from backend.exports.files.csv_text import csv_lines
from backend.exports.files.documents import VERSION, json_parts
from backend.exports.files.file import File, FileKind
from backend.exports.files.markdown import report_markdown
from backend.exports.files.page import report_page
from backend.exports.files.tables import comparison_table
from backend.exports.pictures import drawings
from backend.exports.pictures.chart_list import charts_of_comparison
from backend.exports.report.comparison import comparison_report
from backend.exports.report.environment import hosts_of
from backend.exports.report.schemas import Report, ReportHost
from backend.records import experiments_queries as experiment_queries
from backend.records.origin import Origin


@dataclass(frozen=True)
class Chosen:
    """What is compared: search parameters of the Compare page, and what was saved with them."""

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
        """Where its charts are."""
        return (
            (f"/api/v1/comparisons/{self.id}/charts", {})
            if self.id
            else ("/api/v1/compare/charts", self.state)
        )


def saved_as(session: Session, comparison_id: str, metric: str | None = None) -> Chosen:
    row = saved.row(session, comparison_id)
    state = dict(row.state) | ({"metric": metric} if metric else {})
    return Chosen(state, row.id, row.name, row.notes, row.created_at)


def compared(session: Session, chosen: Chosen) -> CompareOut:
    selection, metric = selection_of(chosen.state)
    return service.compare(session, selection, metric)


def report(session: Session, chosen: Chosen) -> Report:
    return _report(session, chosen, compared(session, chosen))


def _report(session: Session, chosen: Chosen, found: CompareOut) -> Report:
    ids = [one["id"] for one in found.experiments]
    experiments = experiment_queries.experiments_by_id(session, ids)
    hosts: list[ReportHost] = []
    for id_ in ids:
        for host in hosts_of(experiments[id_].facts, ()):
            hosts += [host] if host not in hosts else []
    base, query = chosen.charts
    metric = {"metric": found.metric.name}
    return comparison_report(
        found,
        chosen.path,
        hosts,
        charts_of_comparison(found, base, dict(query) | metric),
        id=chosen.id,
        name=chosen.name,
        notes=chosen.notes,
        created_at=chosen.created_at,
        imported=all(e.origin == Origin.IMPORTED for e in experiments.values()),
    )


def file_of(session: Session, chosen: Chosen, kind: FileKind, site: str) -> File:
    """An export of any kind."""
    found = compared(session, chosen)
    report = _report(session, chosen, found)
    stem = f"{report.title} {chosen.id or ''}".strip()
    match kind:
        case "csv":
            return File(stem, kind, csv_lines(*comparison_table(found)))
        case "md":
            return File(stem, kind, [report_markdown(report, site)])
        case "json":
            return File(stem, kind, _json(found, report, chosen, site))
    return File(stem, "html", _page(found, report, site))


def _page(found: CompareOut, report: Report, site: str) -> Iterator[str]:
    yield report_page(report, drawings.of_comparison(found, report.charts), site, made_by())


def _json(found: CompareOut, report: Report, chosen: Chosen, site: str) -> Iterator[str]:
    head = {
        "format": "dynoboard.comparison",
        "version": VERSION,
        "made_by": f"Dynoboard {__version__}",
        "url": site + chosen.path,
        "name": chosen.name,
        "notes": chosen.notes,
        "state": dict(chosen.state),
        "comparison": found.model_dump(mode="json", exclude={"pairs"}),
        "report": report.model_dump(mode="json", exclude={"pairs", "charts", "metric"}),
    }
    return json_parts(head, {"pairs": found.pairs})
