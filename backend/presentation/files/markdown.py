"""A report as Markdown: the table as write-ups print it, with what is needed to read it. Pure."""

import re
from collections.abc import Sequence

from agents.catalog.metrics import METRICS
from backend.analysis.delta_schemas import DeltaOut
from backend.presentation.changes import interval_text, percent, percent_size
from backend.presentation.figures import ABSENT, count, exact, measure, write
from backend.presentation.report.findings import reason_beside
from backend.presentation.report.published import published_table
from backend.presentation.report.schemas import Report, ReportRow
from backend.presentation.words import quantity

_SPECIAL = re.compile(r"([\\`*<>|]|\](?=[\[(:]))")  # a bracket alone is not a link
_SPACE = re.compile(r"[^\S\u202f]+")  # all but the thin space between thousands


def escape_markdown(text: str) -> str:
    """Text that stays text, in one line."""
    return _SPECIAL.sub(r"\\\1", _SPACE.sub(" ", text).strip())


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left_columns: int = 1) -> str:
    """The first `left` columns and the last one stand left, figures right."""
    lines = [head, *rows]
    rule = ["---" if n < left_columns or n == len(head) - 1 else "---:" for n in range(len(head))]
    text = [f"| {' | '.join(escape_markdown(cell) for cell in line)} |" for line in lines]
    return "\n".join([text[0], f"| {' | '.join(rule)} |", *text[1:]])


def report_markdown(report: Report, site: str) -> str:
    """Title, headline, table, findings, what was not comparable, source and permalink."""
    parts = [
        f"## {escape_markdown(report.title)}",
        escape_markdown(report.headline),
        escape_markdown(report.cause or ""),
    ]
    parts += [" ".join(escape_markdown(text) for text in report.tested)]
    parts += [pairs_table(report) if report.kind == "comparison" else runs_table(report)]
    for title, lines in (
        ("Findings", [f.text for f in (*report.findings, *report.spread)]),
        ("What limited the runs", report.limits),
        ("Differs", report.differs),
        ("Method", report.method),
        ("Environment", environment(report)),
        ("Trials left out or marked", [r.text for r in report.remarks]),
        ("Not comparable", report.not_comparable),
    ):
        if lines:
            parts.append(f"### {title}\n\n" + "\n".join(f"- {escape_markdown(line)}" for line in lines))
    head, rows = published_table(report)
    parts += ["### As published\n\n" + table(head, rows)] if rows else []
    if report.source:
        parts.append(f"Source: {escape_markdown(report.source.text)}")
    parts.append(f"{site}{report.path}")
    return "\n\n".join(part for part in parts if part) + "\n"


def environment(report: Report) -> list[str]:
    hosts = [
        f"{host.host} ({', '.join(host.roles)}): {'; '.join(f'{f.name} {f.value}' for f in host.facts)}"
        for host in report.environment
    ]
    return hosts + ([report.environment_note] if report.environment_note else [])


def runs_table(report: Report) -> str:
    """`#`, variant, what is set, requests, req/s, mean latency, delta and verdict; the metric if another."""
    if not report.rows:
        return ""
    has_column = report.metric.name not in ("requests_per_s", "latency_mean", "requests")
    load = any(row.workload for row in report.rows)
    head = [
        "#",
        "variant",
        *(["workload"] if load else []),
        "what is set",
        "requests",
        "req/s",
        "mean latency",
    ]
    head += [report.metric.label] if has_column else []
    head += SEARCHED if is_search(report) else [f"Δ {report.metric.label}", "95% interval", "verdict"]
    rows = []
    for row in report.rows:
        cells = [str(row.number), row.name, *([row.workload] if load else []), row.what]
        cells += [count(row.requests), write(row.requests_per_s, "exact"), exact(row.latency_mean, "s")]
        cells += [measure(row.value, report.metric.unit)] if has_column else []
        rows.append(cells + _delta_cells(row, report))
    return table(head, rows, left_columns=4 if load else 3)


def _verdict_text(delta: DeltaOut) -> str:
    """The verdict, and what keeps it from looking like a mistake."""
    reason = reason_beside(delta)
    return f"{delta.word} ({reason})" if reason else delta.word


SEARCHED = ["most clean connections", "fails at", "Δ"]


def is_search(report: Report) -> bool:
    return any(row.clean is not None or row.failing is not None for row in report.rows)


def bracket_cells(row: ReportRow) -> list[str]:
    change = "baseline" if row.is_baseline else percent(row.clean_change)
    return [count(row.clean), count(row.failing), change]


def _delta_cells(row: ReportRow, report: Report) -> list[str]:
    if is_search(report):
        return bracket_cells(row)
    if row.is_baseline:
        return [ABSENT, "", "baseline"]
    delta = row.delta
    if delta is None:
        return [ABSENT, "", ""]
    return [
        delta.exact(report.metric),
        interval_text(delta.low, delta.high, report.metric),
        "control" if row.is_control else _verdict_text(delta),
    ]


def pairs_table(report: Report) -> str:
    metric = report.metric
    head = [
        "",
        f"A {report.a_title}",
        "spread",
        f"B {report.b_title}",
        "spread",
        "change",
        "95% interval",
        "verdict",
    ]
    rows = [
        [
            pair.label,
            measure(pair.a_value, metric.unit),
            percent_size(pair.a_cv),
            measure(pair.b_value, metric.unit),
            percent_size(pair.b_cv),
            pair.delta.shown(metric),
            interval_text(pair.delta.low, pair.delta.high, metric),
            _verdict_text(pair.delta),
        ]
        for pair in report.pairs
    ]
    return table(head, rows) + f"\n\nFigures: {quantity(METRICS[metric.name])}."
