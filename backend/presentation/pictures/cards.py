"""Content of a link's picture: a number, its verdict, a sentence, and bars or trials. Pure."""

from collections.abc import Sequence

from agents.catalog.metrics import METRICS, Metric
from backend.analysis.ceiling_schemas import UNITS, CeilingOut
from backend.analysis.delta_schemas import DeltaOut
from backend.comparisons.schemas import CompareOut
from backend.presentation.changes import amount, interval_text
from backend.presentation.charts.from_results import bar, comparison_delta_chart, delta_chart, trials_chart
from backend.presentation.charts.specs import Bar, Card, Row
from backend.presentation.figures import count, measure
from backend.presentation.pictures.picture import Picture, tag_of
from backend.presentation.report.experiment import ReportInputs, headline_of
from backend.records.trial_rows import TrialRow
from backend.runs.schemas import RunDetail

MAX_BARS = 6
_SETTLED = ("better", "worse")


def of_experiment(inputs: ReportInputs) -> Card:
    """The headline's number and the bars that matter; before the end, and of a search, words alone."""
    headline = inputs.detail.headline
    best = headline.delta if headline else None
    chart = delta_chart("", inputs.detail, inputs.deltas, inputs.metric)
    sentence = headline_of(inputs.detail)
    if inputs.detail.ceiling:
        return _of_search(inputs, inputs.detail.ceiling, sentence)
    return Card(
        kind="Experiment",
        title=inputs.detail.name,
        number=_number(best, inputs.metric),
        verdict=best.verdict if best else "",
        sentence=sentence,
        cause=(headline.cause if headline else None) or "",
        metric=inputs.metric,
        bars=top_bars(chart.bars),
        min_effect=chart.min_effect,
        is_untrusted=inputs.detail.is_untrusted,
    )


def _of_search(inputs: ReportInputs, search: CeilingOut, sentence: str) -> Card:
    """The highest ceiling, and those of all runs."""
    ceilings = [(r, float(r.clean)) for r in search.runs if r.clean]
    most = max((clean for _, clean in ceilings), default=0.0)
    return Card(
        kind="Experiment",
        title=inputs.detail.name,
        number=f"{count(most)} {UNITS[search.of]}" if most and inputs.detail.headline else "",
        verdict="",
        sentence=sentence,
        metric=inputs.metric,
        rows=[Row(r.name, [(clean, True)], clean, count(clean)) for r, clean in ceilings],
    )


def of_run(detail: RunDetail, trials: Sequence[TrialRow], metric: Metric) -> Card:
    """Card of a run: its figure, the change against the baseline, and its trials."""
    figure = next((f for f in detail.figures if f.metric == metric.name), None)
    delta = figure.delta if figure else None
    text = f"{_change_text(delta, metric)} against the baseline" if delta and delta.change is not None else ""
    if detail.is_baseline:
        text = "the baseline of its experiment"
    chart = trials_chart("", [detail], trials, metric)
    return Card(
        kind="Run",
        title=f"{detail.name} · {detail.experiment.name}",
        number=measure(figure.mean, metric.unit) if figure and figure.mean is not None else "",
        verdict=delta.verdict if delta else "",
        sentence=text or "no valid trial yet",
        metric=metric,
        rows=chart.rows,
        is_untrusted=detail.is_untrusted,
    )


def of_comparison(comparison: CompareOut, name: str | None) -> Card:
    row = next((r for r in comparison.overall if r.metric.name == comparison.metric.name), None)
    overall = row.delta if row else None
    has_figure = overall is not None and (overall.change is not None or overall.difference is not None)
    bars = top_bars(comparison_delta_chart(comparison).bars)
    if len(comparison.pairs) == 1 and has_figure and overall is not None:
        bars = [bar(comparison.b_title, overall, comparison.metric)]
    return Card(
        kind="Comparison",
        title=name or comparison.title,
        number=_number(overall, comparison.metric),
        verdict=overall.verdict if overall else "",
        sentence=comparison.headline,
        metric=comparison.metric,
        bars=bars,
        is_untrusted=comparison.is_untrusted,
    )


def top_bars(bars: Sequence[Bar]) -> list[Bar]:
    """The bars that matter most, in their order: settled ones first, then by size of the change."""
    by_weight = sorted(
        bars, key=lambda b: (b.verdict not in _SETTLED, b.verdict == "control", -abs(b.change or 0))
    )
    ids = {id(b) for b in by_weight[:MAX_BARS]}
    return [b for b in bars if id(b) in ids]


def _number(delta: DeltaOut | None, metric: Metric) -> str:
    """The change as the sentence beside it has it: `×3.3 req/s`."""
    if delta is None or not delta.is_known:
        return ""
    middle = delta.difference if metric.can_be_zero else delta.change
    return f"{amount(middle, delta.low, delta.high, metric).partition(' [')[0]} {metric.label}"


def _change_text(delta: DeltaOut | None, metric: Metric) -> str:
    if delta is None:
        return ""
    change = delta.shown(metric)
    interval = f" [{interval_text(delta.low, delta.high, metric)}]" if delta.low is not None else ""
    return f"{change}{interval}, {delta.verdict}"


def picture(card: Card) -> Picture:
    def draw() -> bytes:
        from backend.presentation.charts.draw import card_png

        return card_png(card)

    return Picture(tag_of("card", card), "image/png", draw)


HEADLINE = METRICS["requests_per_s"]
