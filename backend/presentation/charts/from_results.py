"""Specifications of charts from what the API answers. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from agents.catalog.metrics import Metric
from agents.contract.states import TrialState
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.schemas import DeltaRow, RunSummary, StepRow
from backend.comparisons.schemas import ComparedRun, CompareOut, TrialDot
from backend.experiments.schemas import ExperimentDetail
from backend.presentation.changes import interval_text
from backend.presentation.charts.specs import (
    Bar,
    Cell,
    Chart,
    Curve,
    DeltaChart,
    GridChart,
    Pair,
    PairsChart,
    PercentileChart,
    Row,
    StepBar,
    StepsChart,
    Table,
    TrialsChart,
)
from backend.presentation.figures import latency, measure
from backend.presentation.words import capital, quantity
from backend.records.trial_rows import TrialRow

_BAR_WITHOUT_DOTS = 2  # trials below which a dot would only repeat the bar


def delta_chart(
    title: str, detail: ExperimentDetail, deltas: Sequence[DeltaRow], metric: Metric
) -> DeltaChart:
    """A grid by size of its change, best first; a list in its own order, the control last."""
    controls = {r.id for r in detail.run_list if r.is_control}
    bars = [(bar(d.name, d, metric, d.run_id in controls), d) for d in deltas]
    if detail.factors:
        bars.sort(key=lambda item: _rank(item[1], metric), reverse=True)
    bars.sort(key=lambda item: item[1].run_id in controls)
    bases = [r for r in detail.run_list if r.is_baseline and not r.deleted]
    names = [f"{r.name}, {measure(r.means.get(metric.name), metric.unit)}" for r in bases]
    against = f"the baseline {names[0]}" if len(names) == 1 else "the baseline of each workload"
    subtitle = f"{capital(quantity(metric))} against {against}"
    known_bars = [b for b, _ in bars if b.change is not None]
    return DeltaChart(title, subtitle, metric, known_bars, min_effect_of(deltas), detail.is_untrusted)


def _rank(delta: DeltaOut, metric: Metric) -> float:
    change = delta.change if delta.change is not None else delta.difference or 0.0
    return change if metric.direction == "higher" else -change


def bar(name: str, delta: DeltaOut, metric: Metric, control: bool = False) -> Bar:
    dots = tuple(dot.change for dot in delta.dots) if delta.n >= _BAR_WITHOUT_DOTS else ()
    return Bar(
        label=name,
        change=delta.difference if metric.can_be_zero else delta.change,
        low=delta.low,
        high=delta.high,
        verdict="control" if control else delta.word,
        figure=delta.shown(metric),
        interval=interval_text(delta.low, delta.high, metric) if delta.low is not None else "one trial",
        dots=dots,
        simultaneous=_simultaneous(delta),
    )


def _simultaneous(delta: DeltaOut) -> tuple[float, float] | None:
    """The simultaneous interval where it differs from the plain one."""
    if delta.family < 2 or delta.simultaneous_low is None or delta.simultaneous_high is None:
        return None
    return delta.simultaneous_low, delta.simultaneous_high


def min_effect_of(deltas: Iterable[DeltaOut]) -> float | None:
    return next((d.min_effect for d in deltas if d.min_effect), None)


def steps_chart(title: str, detail: ExperimentDetail, steps: Sequence[StepRow], metric: Metric) -> StepsChart:
    """Each workload's baseline, and its steps in the order of the plan."""
    by_run = {step.run_id: step for step in steps if step.candidate_mean is not None}
    bars: list[StepBar] = []
    positions: dict[str, int] = {}
    runs = [r for r in detail.run_list if not r.deleted and metric.name in r.means]
    for base in (r for r in runs if r.is_baseline):
        own_steps = [by_run[r.id] for r in runs if r.id in by_run and r.workload.name == base.workload.name]
        if not own_steps:
            continue
        positions[base.id] = len(bars)
        mean = base.means[metric.name]
        figure = measure(mean, metric.unit)
        bars.append(StepBar(base.name, None, 0.0, mean, None, None, "baseline", figure, ""))
        for step in own_steps:
            positions[step.run_id] = len(bars)
            bars.append(_step_bar(step, positions.get(step.before_id, positions[base.id]), metric))
    subtitle = f"{capital(quantity(metric))}, each step against the step before"
    return StepsChart(title, subtitle, metric, bars, detail.is_untrusted)


def _step_bar(step: StepRow, before: int, metric: Metric) -> StepBar:
    start = step.baseline_mean or 0.0
    low, high = (
        None if end is None else start + end if metric.can_be_zero else start * (1 + end)
        for end in (step.low, step.high)
    )
    interval = interval_text(step.low, step.high, metric) if step.low is not None else "one trial"
    return StepBar(
        step.name,
        before,
        start,
        step.candidate_mean or 0.0,
        low,
        high,
        step.word,
        step.shown(metric),
        interval,
    )


def trials_chart(
    title: str, runs: Sequence[RunSummary], trials: Iterable[TrialRow], metric: Metric
) -> TrialsChart:
    by_run: dict[str, list[tuple[float, bool]]] = {}
    for trial in trials:
        value = trial.figures.get(metric.name)
        if value is not None and trial.state in (TrialState.DONE, TrialState.INVALID):
            by_run.setdefault(trial.run_id, []).append((value, trial.state == TrialState.DONE))
    rows = [
        Row(
            r.name,
            by_run[r.id],
            r.means.get(metric.name),
            measure(r.means.get(metric.name), metric.unit),
            r.is_baseline,
        )
        for r in runs
        if r.id in by_run and not r.deleted
    ]
    return TrialsChart(title, f"{metric.text}, each trial", metric, rows)


def percentile_chart(
    title: str, sets: Mapping[str, Mapping[str, float]], of: str = "each point the mean of the valid trials"
) -> PercentileChart:
    """Name → metric → seconds; names without percentiles are left out. `of`: of what each is one."""
    curves = [Curve(name, points(means)) for name, means in sets.items()]
    curves = [c for c in curves if len(c.points) > 1]
    return PercentileChart(title, f"Latency by percentile, {of}", curves)


def points(means: Mapping[str, float]) -> list[tuple[float, float]]:
    """`latency_p99_9` → (0.999, seconds), rising."""
    shares = []
    for name, value in means.items():
        digits = name.removeprefix("latency_p")
        if digits != name and value > 0:
            percent = float(digits.replace("_", "."))
            shares.append((round(percent / 100, 9), value))  # 99.99 / 100 is below 0.9999
    return sorted(shares)


def grid_chart(
    title: str, detail: ExperimentDetail, deltas: Sequence[DeltaRow], metric: Metric,
    rows: str | None = None, columns: str | None = None,
) -> GridChart | None:  # fmt: skip
    """The first two factors with several levels, or those that are asked for; None without two."""
    factors = detail.factors
    several = [f for f, levels in factors.items() if len(levels) > 1]
    down = rows if rows in factors else next((f for f in several if f != columns), None)
    across = columns if columns in factors and columns != down else None
    across = across or next((f for f in several if f != down), None)
    if down is None or across is None:
        return None
    other_factors = [f for f in factors if f not in (down, across)]
    runs = [r for r in detail.run_list if r.factors and not r.deleted and not r.is_control]
    by_run = {d.run_id: d for d in deltas}
    workloads = list(dict.fromkeys(r.workload.name for r in runs))
    tables = []
    for workload, *levels in product(workloads, *(factors[f] for f in other_factors)):
        other_levels = dict(zip(other_factors, levels, strict=True))
        words = [f"{f} {level}" for f, level in other_levels.items()] + (
            [workload] if len(workloads) > 1 else []
        )
        table_runs = [r for r in runs if r.workload.name == workload and _has(r, other_levels)]
        if table_runs:
            cells = _cells(table_runs, (down, across), factors, by_run, metric)
            tables.append(Table(" · ".join(words), factors[down], factors[across], cells))
    subtitle = f"{capital(quantity(metric))} by {down} and {across}"
    return GridChart(title, subtitle, down, across, tables, detail.is_untrusted)


def _has(run: RunSummary, levels: Mapping[str, str]) -> bool:
    return all((run.factors or {}).get(factor) == level for factor, level in levels.items())


def _cells(
    runs: Sequence[RunSummary], axes: tuple[str, str], factors: Mapping[str, Sequence[str]],
    by_run: Mapping[str, DeltaRow], metric: Metric,
) -> dict[tuple[int, int], Cell]:  # fmt: skip
    cells = {}
    for i, j in product(range(len(factors[axes[0]])), range(len(factors[axes[1]]))):
        levels = {axes[0]: factors[axes[0]][i], axes[1]: factors[axes[1]][j]}
        run = next((r for r in runs if _has(r, levels)), None)
        if run is not None:
            cells[i, j] = _cell(run, by_run.get(run.id), metric)
    return cells


def _cell(run: RunSummary, delta: DeltaRow | None, metric: Metric) -> Cell:
    value = measure(run.means.get(metric.name), metric.unit)
    if run.is_baseline:
        return Cell(value, "baseline", "baseline")
    if delta is None or (delta.change is None and delta.difference is None):
        return Cell(value, "", "unclear")
    return Cell(
        value,
        f"{delta.shown(metric)} · {delta.verdict}",
        delta.verdict,
    )


def pairs_chart(comparison: CompareOut) -> PairsChart:
    metric = comparison.metric
    pairs = [
        Pair(
            label=pair.label,
            a=_side(pair.a, metric),
            b=_side(pair.b, metric),
            change=pair.delta.shown(metric),
            interval="" if pair.delta.low is None else interval_text(pair.delta.low, pair.delta.high, metric),
            verdict=pair.delta.verdict,
        )
        for pair in comparison.pairs
    ]
    titles = comparison.a_title, comparison.b_title
    return PairsChart(comparison.title, metric.text, metric, *titles, pairs, comparison.is_untrusted)


def _side(run: ComparedRun, metric: Metric) -> Row:
    return Row(run.name, dots_of(run.dots), run.mean, measure(run.mean, metric.unit))


def dots_of(dots: Iterable[TrialDot]) -> list[tuple[float, bool]]:
    drawn_states = (TrialState.DONE, TrialState.INVALID)
    return [
        (d.value, d.state == TrialState.DONE) for d in dots if d.value is not None and d.state in drawn_states
    ]


def comparison_delta_chart(comparison: CompareOut) -> DeltaChart:
    bars = [bar(pair.label, pair.delta, comparison.metric) for pair in comparison.pairs]
    subtitle = f"{capital(quantity(comparison.metric))} of {comparison.b_title} against {comparison.a_title}"
    min_effect = min_effect_of(pair.delta for pair in comparison.pairs)
    known_bars = [b for b in bars if b.change is not None]
    title, metric = comparison.title, comparison.metric
    return DeltaChart(title, subtitle, metric, known_bars, min_effect, comparison.is_untrusted)


def comparison_percentiles(comparison: CompareOut) -> PercentileChart:
    """Percentiles of both sides of each pair; a name on both sides gets its side."""
    sets: dict[str, Mapping[str, float]] = {}
    for pair in comparison.pairs:
        for side, run in ((comparison.a_title, pair.a), (comparison.b_title, pair.b)):
            sets.setdefault(f"{pair.label} · {side}" if len(comparison.pairs) > 1 else side, run.percentiles)
    return percentile_chart(comparison.title, sets)


def summary_of(chart: Chart) -> str:
    """Describe a chart in words, for readers who do not see it."""
    match chart:
        case DeltaChart():
            phrases = [f"{b.label} {b.figure}, {b.verdict}" for b in chart.bars]
        case StepsChart():
            phrases = [f"{b.label} {b.figure}, {b.verdict}" for b in chart.bars]
        case TrialsChart():
            phrases = [f"{r.label} {r.figure}" for r in chart.rows]
        case PercentileChart():
            phrases = [f"{c.label} up to {latency(c.points[-1][1])}" for c in chart.curves]
        case PairsChart():
            phrases = [
                f"{p.label} {p.a.figure} and {p.b.figure}, {p.change}, {p.verdict}" for p in chart.pairs
            ]
        case GridChart():
            phrases = [f"{len(chart.tables)} tables of {chart.row_factor} by {chart.column_factor}"]
    return f"{chart.subtitle}: {'; '.join(phrases) or 'nothing to show'}."
