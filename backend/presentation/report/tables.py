"""The tables of a report in words, for all its files. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.presentation.changes import interval_text, percent, percent_size
from backend.presentation.figures import ABSENT, count, exact, measure, write
from backend.presentation.report.schemas import Report, ReportRow

_USUAL_METRICS = ("requests_per_s", "latency_mean", "requests")
"""Those that have a column whatever the report is about."""


@dataclass(frozen=True)
class Verdict:
    """`reason`: what keeps it from looking like a mistake; None where there is nothing to explain."""

    word: str
    reason: str | None = None
    suspicion: str = ""


@dataclass(frozen=True)
class Column:
    """`is_text`: stands left, figures stand right. `is_short`: Markdown has room for it."""

    title: str
    cell: Callable[[Any], str | Verdict]
    is_text: bool = False
    is_short: bool = True
    is_present: bool = True


@dataclass(frozen=True)
class Table:
    columns: Sequence[Column]
    rows: Sequence[Any]


def result_table(report: Report) -> Table:
    """Runs of an experiment, pairs of a comparison."""
    if report.kind == "comparison":
        return Table(_pair_columns(report), report.pairs)
    return Table([column for column in _run_columns(report) if column.is_present], report.rows)


def steps_table(report: Report) -> Table:
    """Each step against the step before it; no rows where no variant derives from another candidate."""
    metric = report.metric
    columns = [
        Column("Step", lambda step: step.name, is_text=True),
        Column("After", lambda step: step.before, is_text=True),
        Column("What it sets", lambda step: step.settings, is_text=True),
        Column("Before", lambda step: measure(step.delta.baseline_mean, metric.unit)),
        Column(metric.label, lambda step: measure(step.delta.candidate_mean, metric.unit)),
        Column(f"Δ {metric.label}", lambda step: step.delta.shown(metric)),
        Column("95% interval", lambda step: _interval(step.delta, metric)),
        Column("Verdict", lambda step: _explain(step.delta)),
    ]
    return Table(columns, report.steps)


def accounting_table(report: Report) -> Table:
    """Parts of the time a request; no rows where nothing is accounted for."""
    if report.accounting is None:
        return Table([], [])
    titles = enumerate(report.accounting.columns)
    columns = [Column(title, lambda row, n=n: row.texts[n], is_text=n == 0) for n, title in titles]
    return Table(columns, report.accounting.rows)


def _run_columns(report: Report) -> list[Column]:
    metric, has_workloads = report.metric, any(row.workload for row in report.rows)
    is_search = any(row.clean is not None or row.failing is not None for row in report.rows)
    is_unusual = metric.name not in _USUAL_METRICS
    return [
        Column("#", lambda row: str(row.number)),
        Column("Variant", lambda row: row.name, is_text=True),
        Column("Workload", lambda row: row.workload, is_text=True, is_present=has_workloads),
        Column("What is set", lambda row: row.what, is_text=True),
        Column("Trials", lambda row: str(row.trials), is_short=False),
        Column("Requests", lambda row: count(row.requests)),
        Column("req/s", lambda row: write(row.requests_per_s, "exact")),
        Column("Mean latency", lambda row: exact(row.latency_mean, "s")),
        Column(metric.label, lambda row: measure(row.value, metric.unit), is_present=is_unusual),
        Column("Spread", lambda row: percent_size(row.cv), is_short=False),
        *(_SEARCH_COLUMNS if is_search else _delta_columns(metric)),
    ]


_SEARCH_COLUMNS = [
    Column("largest clean", lambda row: count(row.clean)),
    Column("fails at", lambda row: count(row.failing)),
    Column("Δ", lambda row: "baseline" if row.is_baseline else percent(row.clean_change)),
]


def _delta_columns(metric: Metric) -> list[Column]:
    def has_delta(row: Any) -> bool:
        return row.delta is not None and not row.is_baseline

    return [
        Column(f"Δ {metric.label}", lambda row: row.delta.exact(metric) if has_delta(row) else ABSENT),
        Column("95% interval", lambda row: _interval(row.delta, metric) if has_delta(row) else ""),
        Column("Verdict", _verdict),
    ]


def _interval(delta: DeltaOut, metric: Metric) -> str:
    return interval_text(delta.low, delta.high, metric)


def _verdict(row: ReportRow) -> str | Verdict:
    if row.is_baseline:
        return Verdict("baseline")
    if row.failure:
        return Verdict("not measured", row.failure)
    if row.delta is None:
        return ""
    return Verdict("control") if row.is_control else _explain(row.delta)


def _explain(delta: DeltaOut) -> Verdict:
    suspicion = f"suspect: {delta.suspect_because}" if delta.suspect else ""
    return Verdict(delta.word, "; ".join(filter(None, (delta.because, delta.limited))), suspicion)


def _pair_columns(report: Report) -> list[Column]:
    metric = report.metric
    return [
        Column("Pair", lambda pair: pair.label, is_text=True),
        Column(f"A {report.a_title}", lambda pair: measure(pair.a_value, metric.unit)),
        Column("Spread", lambda pair: percent_size(pair.a_cv)),
        Column(f"B {report.b_title}", lambda pair: measure(pair.b_value, metric.unit)),
        Column("Spread", lambda pair: percent_size(pair.b_cv)),
        Column("Change", lambda pair: pair.delta.shown(metric)),
        Column("95% interval", lambda pair: _interval(pair.delta, metric)),
        Column("Verdict", lambda pair: _explain(pair.delta)),
    ]


def published_table(report: Report) -> Table:
    """A write-up's figures beside those of the report; no rows where nothing was published."""
    runs = {row.run_id: row for row in report.rows}
    write_up = report.published.rows if report.published else []
    rows = [(row, runs.get(row.run_id or "")) for row in write_up]
    word = "Imported" if report.imported else "Measured"
    figures = [
        Column("Published req/s", lambda pair: write(pair[0].requests_per_s, "exact")),
        Column("Mean latency", lambda pair: exact(pair[0].latency_mean, "s")),
        Column("Δ", lambda pair: write(pair[0].change, "exact change")),
        Column(f"{word} req/s", lambda pair: write(pair[1] and pair[1].requests_per_s, "exact")),
        Column("Mean latency", lambda pair: exact(pair[1] and pair[1].latency_mean, "s")),
        Column("Δ", lambda pair: _change_of_run(pair[1], report)),
    ]
    if any(row.connections is not None for row in write_up):
        figures = [
            Column("Published connections", lambda pair: count(pair[0].connections)),
            Column(f"{word} connections", lambda pair: count(pair[1] and pair[1].clean)),
        ]
    variant = Column("Variant", lambda pair: pair[0].variant, is_text=True)
    note = Column("Note", lambda pair: pair[0].note or "", is_text=True)
    return Table([variant, *figures, note], rows)


def _change_of_run(run: ReportRow | None, report: Report) -> str:
    """Nothing where the report is about another metric than write-ups compare."""
    delta = run.delta if run and report.metric.name == "requests_per_s" else None
    return delta.exact(report.metric) if delta else ABSENT
