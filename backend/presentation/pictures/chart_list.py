"""Charts of an experiment and of a comparison, with titles, captions and addresses. Pure."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.schemas import DeltaRow, StepRow
from backend.comparisons.schemas import CompareOut
from backend.experiments.schemas import ExperimentDetail
from backend.presentation.charts.from_results import points
from backend.presentation.figures import measure
from backend.presentation.report.schemas import ChartName, ReportChart
from backend.presentation.words import join_words, plural, quantity

_CAPTIONS: dict[ChartName, str] = {
    "delta": (
        "Bar: change against the baseline. Whisker: 95% interval; thin: the one that holds for all "
        "candidates together. Dots: rounds. Shaded: what does not matter here. Colour is the verdict, not "
        "the sign."
    ),
    "steps": (
        "A bar begins where the step that it derives from ended. Whisker: 95% interval. "
        "Colour is the verdict of the step alone."
    ),
    "trials": "Each dot is one trial; the line is the mean of the valid ones. Hollow: not valid, left out.",
    "percentiles": "How long each share of the requests took at most; the scale stretches to the slowest.",
    "grid": "A cell a combination of two factors: the mean, and the change against the baseline.",
    "pairs": "Bars: means of both sides. Dots: trials. Between them the change with its 95% interval.",
}


def charts_of_experiment(
    detail: ExperimentDetail, deltas: Sequence[DeltaRow], steps: Sequence[StepRow], metric: Metric
) -> list[ReportChart]:
    """Charts in the order of a report; those that would be empty are left out."""
    if detail.ceiling:
        return []
    runs = [r for r in detail.run_list if not r.deleted]
    names: dict[ChartName, tuple[str, str]] = {}
    known_deltas = [d for d in deltas if d.change is not None or d.difference is not None]
    if known_deltas:
        names["delta"] = (f"Change of {quantity(metric)} against the baseline", _deltas(known_deltas, metric))
    known_steps = [step for step in steps if step.is_known]
    if known_steps:
        names["steps"] = (
            f"Change of {quantity(metric)} against the step before",
            f"{join_words([f'{s.name} {_change_text(s, metric)}' for s in known_steps])}.",
        )
    runs_with_value = [r for r in runs if metric.name in r.means]
    if runs_with_value:
        means = join_words(
            [f"{r.name} {measure(r.means[metric.name], metric.unit)}" for r in runs_with_value]
        )
        names["trials"] = (f"Trials, {quantity(metric)}", f"Means: {means}.")
    several = [f for f, levels in detail.factors.items() if len(levels) > 1]
    if len(several) > 1 and any(r.factors for r in runs_with_value):
        names["grid"] = (
            f"{several[0]} × {several[1]}",
            f"{plural(len(runs_with_value), 'cell')} with figures.",
        )
    if any(len(points(r.means)) > 1 for r in runs):
        names["percentiles"] = ("Latency by percentile", "Means over valid trials of each percentile.")
    return _list_charts(names, f"/api/v1/experiments/{detail.id}/charts", {"metric": metric.name})


def _deltas(deltas: Sequence[DeltaRow], metric: Metric) -> str:
    by_size = sorted(deltas, key=lambda d: d.change or d.difference or 0.0, reverse=True)
    phrases = [f"{d.name} {_change_text(d, metric)}" for d in by_size]
    return f"{join_words(phrases)}."


def _change_text(delta: DeltaOut, metric: Metric) -> str:
    return f"{delta.shown(metric)}, {delta.verdict}"


def charts_of_comparison(
    comparison: CompareOut, base: str, query: Mapping[str, str | list[str]]
) -> list[ReportChart]:
    names: dict[ChartName, tuple[str, str]] = {}
    metric = comparison.metric
    pairs = [p for p in comparison.pairs if p.a.mean is not None or p.b.mean is not None]
    if pairs:
        changes = join_words([f"{p.label} {_change_text(p.delta, metric)}" for p in pairs])
        names["pairs"] = (f"{comparison.title}, {quantity(metric)}", f"{changes}.")
    if any(p.delta.change is not None or p.delta.difference is not None for p in pairs):
        names["delta"] = (
            f"Change of {quantity(metric)}, {comparison.b_title} against {comparison.a_title}",
            "",
        )
    if any(len(points(side.percentiles)) > 1 for p in pairs for side in (p.a, p.b)):
        names["percentiles"] = ("Latency by percentile", "Means over valid trials of each percentile.")
    return _list_charts(names, base, query)


def _list_charts(
    names: Mapping[ChartName, tuple[str, str]], base: str, query: Mapping[str, str | list[str]]
) -> list[ReportChart]:
    text = urlencode(query, doseq=True)
    end = f"?{text}" if text else ""
    return [
        ReportChart(
            name=name,
            title=title,
            caption=_CAPTIONS[name],
            summary=summary or title,
            svg=f"{base}/{name}.svg{end}",
            png=f"{base}/{name}.png{end}",
        )
        for name, (title, summary) in names.items()
    ]
