"""A report as one HTML file: nothing is loaded, no script runs, light and dark, fit to print. Pure."""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape

from backend.analysis.delta_schemas import DeltaOut
from backend.presentation.changes import interval_text, percent_size
from backend.presentation.charts.palette import css_variables
from backend.presentation.figures import ABSENT, count, exact, measure, write
from backend.presentation.files.markdown import SEARCHED, bracket_cells, environment, is_search
from backend.presentation.report.published import published_table
from backend.presentation.report.schemas import Report, ReportRow
from backend.presentation.words import when

_STYLES = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)
_STYLE = """
:root { color-scheme: light dark; LIGHT }
@media screen and (prefers-color-scheme: dark) { :root { DARK } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 24px 64px; max-width: 1280px; background: var(--dyno-surface);
  color: var(--dyno-ink); font: 15px/1.55 Inter, system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 36px 0 8px; }
p, li { max-width: 78ch; overflow-wrap: anywhere; }
ul { padding-left: 20px; margin: 6px 0; }
a { color: var(--dyno-accent); }
.headline { font-size: 18px; font-weight: 600; margin: 0 0 8px; }
.cause { font-size: 15px; margin: 0 0 8px; overflow-wrap: anywhere; }
.dim, footer { color: var(--dyno-dimmed); font-size: 13px; }
figure { margin: 20px 0; break-inside: avoid; }
.chart { display: block; width: 100%; max-width: 1010px; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { text-align: right; vertical-align: top; padding: 7px 8px;
  border-bottom: 1px solid var(--dyno-grid); }
th { color: var(--dyno-dimmed); font-weight: 500; }
th.left, td.left { text-align: left; min-width: 88px; overflow-wrap: anywhere; }
td.figure { white-space: nowrap; }
tr { break-inside: avoid; }
.verdict { display: inline-block; padding: 1px 9px; border-radius: 9px; font-size: 12.5px;
  background: var(--dyno-unclear-soft); color: var(--dyno-unclear-ink); }
.better { background: var(--dyno-better-soft); color: var(--dyno-better-ink); }
.worse { background: var(--dyno-worse-soft); color: var(--dyno-worse-ink); }
.why { max-width: 76px; margin: 2px 0 0 auto; color: var(--dyno-dimmed); font-size: 11px; line-height: 1.25;
  white-space: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 6px 0 14px; }
dt { color: var(--dyno-dimmed); } dd { margin: 0; overflow-wrap: anywhere; }
@media screen and (max-width: 1120px) { table { font-size: 12.5px; } th, td { padding: 6px 5px; }
  .verdict { font-size: 11.5px; padding: 1px 6px; } }
@media screen and (max-width: 900px) { figure { overflow-x: auto; } .chart { min-width: 640px; }
  thead { display: none; } table, tbody, tr, td { display: block; }
  table { font-size: 14px; } tr { padding: 10px 0; border-bottom: 1px solid var(--dyno-grid); }
  td, td.left { display: flex; gap: 16px; justify-content: space-between; padding: 2px 0; border: 0;
    text-align: right; white-space: normal; min-width: 0; }
  td::before { content: attr(data-of); color: var(--dyno-dimmed); text-align: left; flex: none; }
  td:empty { display: none; } }
@media print { @page { size: A4 landscape; margin: 12mm; }
  body { padding: 0; max-width: none; font-size: 11px; } h2 { break-after: avoid; }
  .chart { min-width: 0; } .scroll, figure { overflow: visible; }
  table, .verdict { font-size: 10px; } th, td { padding: 3px 4px; } th.left, td.left { min-width: 64px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def report_page(report: Report, drawings: Sequence[str], site: str, imprint: str) -> str:
    """`drawings`: inline SVG. `made`: by what and when, for the last line."""
    style = _STYLE.replace("LIGHT", css_variables("light")).replace("DARK", css_variables("dark"))
    title = escape(report.title)
    policy = _policy([style, *(sheet for drawing in drawings for sheet in _STYLES.findall(drawing))])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="description" content="{escape(report.headline)}">\n'
        f"<title>{title} · Dynoboard</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(_body(report, drawings))
        + f"\n</main>\n<footer><p>{_link(site + report.path)}<br>{escape(imprint)}</p></footer>\n"
        "</body>\n</html>\n"
    )


def _policy(styles: Sequence[str]) -> str:
    """For a file that is opened from a disk: these style sheets by their hash, and attributes of drawings."""
    digests = dict.fromkeys(b64encode(sha256(style.encode()).digest()).decode() for style in styles)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src-elem {hashes}; style-src-attr 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _body(report: Report, drawings: Sequence[str]) -> Iterator[str]:
    yield f"<h1>{escape(report.title)}</h1>"
    yield f'<p class="headline">{escape(report.headline)}</p>'
    if report.cause:
        yield f'<p class="cause">{escape(report.cause)}</p>'
    yield f'<p class="dim">{escape(_about(report))}</p>'
    yield from map(_figure, drawings[:1])
    yield _section("Results", _pairs(report) if report.kind == "comparison" else _rows(report))
    yield _section("Findings", _list([f.text for f in report.findings]))
    yield _section("Spread", _list([f.text for f in report.spread]))
    yield _section("What limited the runs", _list(report.limits))
    yield from map(_figure, drawings[1:])
    if report.description:
        yield _paragraphs([report.description])
    yield _section("What was tested", _list(report.tested))
    yield _section("Environment", _environment(report))
    yield _section("Method", _list(report.method))
    yield _section("What differs", _list(report.differs))
    yield _section("Trials left out or marked", _list([r.text for r in report.remarks]))
    yield _section("What was not comparable", _list(report.not_comparable))
    yield _section("As published", _published_section(report))
    yield _section("Notes", report.notes_html)
    if report.source:
        text, url = report.source.text, report.source.url
        yield _section("Source", f"<p>{_link(url) if url == text else escape(text)}</p>")


def _about(report: Report) -> str:
    state = "Imported" if report.imported else report.state.capitalize()
    parts = [state] if report.kind == "experiment" else []
    parts += [when(report.finished_at or report.created_at)] if report.created_at else []
    return " · ".join([*parts, *(f"#{tag}" for tag in report.tags)])


def _section(title: str, content: str) -> str:
    return f"<section><h2>{title}</h2>\n{content}</section>" if content else ""


def _list(lines: Sequence[str]) -> str:
    if len(lines) == 1:
        return _paragraphs(lines)
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>" if lines else ""


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _figure(drawing: str) -> str:
    return f"<figure>{drawing}</figure>"


def _link(url: str | None) -> str:
    address = escape(url or "")
    return f'<a href="{address}" rel="noopener noreferrer">{address}</a>'


def _environment(report: Report) -> str:
    if not report.environment:
        return _paragraphs(environment(report))
    parts = []
    for host in report.environment:
        facts = "".join(f"<dt>{escape(f.name)}</dt><dd>{escape(f.value)}</dd>" for f in host.facts)
        parts.append(
            f"<p><strong>{escape(host.host)}</strong> ({escape(', '.join(host.roles))})</p><dl>{facts}</dl>"
        )
    return "".join(parts) + _paragraphs([report.environment_note] if report.environment_note else [])


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left_columns: Sequence[int]) -> str:
    """Cells are HTML already."""
    start = "".join(
        f'<th scope="col"{_alignment(n, left_columns)}>{escape(h)}</th>' for n, h in enumerate(head)
    )
    body = "".join("<tr>" + "".join(_cells(head, row, left_columns)) + "</tr>\n" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{start}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _cells(head: Sequence[str], row: Sequence[str], left_columns: Sequence[int]) -> Iterator[str]:
    """Each with its heading, which stands beside it where the page is too narrow for columns."""
    for n, cell in enumerate(row):
        yield f'<td{_alignment(n, left_columns) or _FIGURE} data-of="{escape(head[n])}">{cell}</td>'


_FIGURE = ' class="figure"'


def _alignment(column: int, left_columns: Sequence[int]) -> str:
    return ' class="left"' if column in left_columns else ""


def _verdict(word: str) -> str:
    return f'<span class="verdict {escape(word)}">{escape(word.replace("_", " "))}</span>' if word else ""


def _verdict_cell(delta: DeltaOut) -> str:
    """The verdict, and below it what keeps it from looking like a mistake; findings say what is suspect."""
    reason = "; ".join(filter(None, (delta.because, delta.limited, "suspect" if delta.suspect else "")))
    return f'<div>{_verdict(delta.verdict)}<div class="why">{escape(reason)}</div></div>'


def _rows(report: Report) -> str:
    if not report.rows:
        return ""
    metric, load = report.metric, any(row.workload for row in report.rows)
    has_column = metric.name not in ("requests_per_s", "latency_mean", "requests")
    head = ["#", "Variant", *(["Workload"] if load else []), "What is set", "Trials", "Requests", "req/s"]
    head += ["Mean latency", *([metric.label] if has_column else []), "Spread"]
    head += SEARCHED if is_search(report) else [f"Δ {metric.label}", "95% interval", "Verdict"]
    rows = []
    for row in report.rows:
        cells = [str(row.number), escape(row.name), *([escape(row.workload)] if load else [])]
        cells += [escape(row.what), str(row.trials), count(row.requests), write(row.requests_per_s, "exact")]
        cells += [exact(row.latency_mean, "s"), *([measure(row.value, metric.unit)] if has_column else [])]
        rows.append([*cells, percent_size(row.cv), *_delta(row, report)])
    return _table(head, rows, [1, 2, 3] if load else [1, 2])


def _delta(row: ReportRow, report: Report) -> list[str]:
    if is_search(report):
        return bracket_cells(row)
    if row.is_baseline or row.delta is None:
        return [ABSENT, "", _verdict("baseline" if row.is_baseline else "")]
    delta = row.delta
    return [
        delta.exact(report.metric),
        interval_text(delta.low, delta.high, report.metric),
        _verdict("control") if row.is_control else _verdict_cell(delta),
    ]


def _pairs(report: Report) -> str:
    metric = report.metric
    head = ["Pair", f"A {report.a_title}", "Spread", f"B {report.b_title}", "Spread"]
    head += ["Change", "95% interval", "Verdict"]
    rows = []
    for pair in report.pairs:
        cells = [escape(pair.label)]
        for value, cv in ((pair.a_value, pair.a_cv), (pair.b_value, pair.b_cv)):
            cells += [measure(value, metric.unit), percent_size(cv)]
        cells.append(pair.delta.shown(metric))
        cells.append(interval_text(pair.delta.low, pair.delta.high, metric))
        rows.append([*cells, _verdict_cell(pair.delta)])
    return _table(head, rows, [0])


def _published_section(report: Report) -> str:
    head, rows = published_table(report)
    if not rows or not report.published:
        return ""
    note = _paragraphs([report.published.note] if report.published.note else [])
    cells = [[escape(cell) for cell in row] for row in rows]
    return f'<p class="dim">{escape(report.published.source)}</p>{note}' + _table(
        head, cells, [0, len(head) - 1]
    )
