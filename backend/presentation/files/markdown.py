"""A report as Markdown: the table as write-ups print it, with what is needed to read it. Pure."""

from dataclasses import replace

from backend.presentation.rendering import render
from backend.presentation.report.schemas import Report
from backend.presentation.report.tables import (
    Table,
    accounting_table,
    published_table,
    result_table,
    steps_table,
)


def report_markdown(report: Report, site: str) -> str:
    """Title, headline, table, findings, what was not comparable, source and permalink."""
    lists = {
        "Findings": [finding.text for finding in (*report.findings, *report.spread)],
        "Bottlenecks": report.bottlenecks,
        "Differs": report.differs,
        "Method": report.method,
        "Environment": environment(report),
        "Trials left out or marked": [remark.text for remark in report.remarks],
        "Not comparable": report.not_comparable,
    }
    tables = {"results": _short(result_table(report)), "published": published_table(report)}
    tables |= {"accounting": accounting_table(report), "steps": _short(steps_table(report))}
    return render("report.md.jinja", report=report, lists=lists, site=site, **tables)


def environment(report: Report) -> list[str]:
    hosts = [
        f"{host.host} ({', '.join(host.roles)}): {'; '.join(f'{f.name} {f.value}' for f in host.facts)}"
        for host in report.environment
    ]
    return hosts + ([report.environment_note] if report.environment_note else [])


def _short(table: Table) -> Table:
    """The columns that there is room for, with titles in lower case."""
    columns = [
        replace(column, title=_short_title(column.title)) for column in table.columns if column.is_short
    ]
    return replace(table, columns=columns)


def _short_title(title: str) -> str:
    """`Mean latency` → `mean latency`; `CPU/req` and `A default` stay, and pairs need no title."""
    if title == "Pair":
        return ""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title
