"""Header and rows of CSV exports; values are SI. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agents.catalog.metrics import METRICS, Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.schemas import DeltaRow, RunSummary, StepRow
from backend.analysis.trial_values import measured_metrics
from backend.comparisons.schemas import CandidateOut, CompareOut
from backend.experiments.schemas import ExperimentDetail
from backend.presentation import trial_columns
from backend.presentation.files.csv_text import with_unit
from backend.presentation.report.settings_words import asked_words, what_changes
from backend.records.trial_rows import TrialRow

Table = tuple[list[str], Iterator[list[Any]]]
_DELTA = (
    "change", "low", "high", "simultaneous_low", "simultaneous_high", "p_adjusted", "pairs", "verdict",
    "suspect", "mean_change", "far_rounds", "size", "failures", "context", "against", "on_busy_host",
)  # fmt: skip


def trials_table(detail: ExperimentDetail, trials: Iterable[TrialRow]) -> Table:
    """One row per trial with everything that is known of it; deleted runs are left out."""
    runs = {r.id: r for r in detail.run_list if not r.deleted}
    settings = _settings(list(runs.values()))
    header = [
        *trial_columns.EXPERIMENT,
        *trial_columns.RUN,
        *trial_columns.TRIAL,
        *trial_columns.LOAD,
        *_headers(settings),
        *(with_unit(m.name, m.unit) for m in METRICS.values()),
        "findings",
        "finding_texts",
        "failure",
        trial_columns.RUN_POSITION,
    ]
    return header, (
        [detail.id, detail.name, *_trial(runs[t.run_id], t, settings)] for t in trials if t.run_id in runs
    )


def _trial(run: RunSummary, trial: TrialRow, settings: Mapping[str, Sequence[str]]) -> list[Any]:
    identity = (trial.id, trial.round, trial.repeat, trial.attempt, trial.position, trial.start, trial.state)
    return [
        *_run(run),
        *identity,
        trial.started_at,
        trial.ended_at,
        *_load(run, trial.connections, trial.rate),
        *_values(run, settings),
        *(trial.figures.get(name) for name in METRICS),
        "; ".join(f"{f.get('level')}: {f.get('code')}" for f in trial.findings),
        "; ".join(str(f.get("message", "")) for f in trial.findings),
        (trial.failure or {}).get("message"),
        run.position,
    ]


def runs_table(
    detail: ExperimentDetail, deltas: Mapping[str, Sequence[DeltaRow]], metrics: Sequence[str]
) -> Table:
    """One row per run: of each metric mean, spread, half-interval, and the delta against the baseline."""
    runs = [r for r in detail.run_list if not r.deleted]
    settings = _settings(runs)
    header = [*trial_columns.EXPERIMENT, *trial_columns.RUN]
    header += ["trials_done", "trials_invalid", "trials_failed", *trial_columns.LOAD]
    header += _headers(settings)
    for name in metrics:
        header += [f"{name} {column}" for column in _metric_header(METRICS[name])]
    by_run = {name: {d.run_id: d for d in deltas.get(name, [])} for name in metrics}

    def rows() -> Iterator[list[Any]]:
        for run in runs:
            counts = (run.trials_done, run.trials_invalid, run.trials_failed)
            row = [detail.id, detail.name, *_run(run), *counts, *_load(run), *_values(run, settings)]
            for name in metrics:
                row += (run.means.get(name), run.cv.get(name), run.half.get(name))
                row += _delta(by_run[name].get(run.id))
            yield row

    return header, rows()


def steps_table(detail: ExperimentDetail, steps: Mapping[str, Sequence[StepRow]]) -> Table:
    """One row per step and metric: the run, the run before it, what it sets, and the delta."""
    header = [*trial_columns.EXPERIMENT, "run_id", "run", "before_run_id", "before", "metric", "unit"]
    header += ["sets", "before mean", "mean", *_DELTA]
    return header, (
        [
            detail.id, detail.name, step.run_id, step.name, step.before_id, step.before, name,
            METRICS[name].unit, what_changes(step.changed), step.baseline_mean, step.candidate_mean,
            *_delta(step),
        ]
        for name, rows in steps.items()
        for step in rows
    )  # fmt: skip


def comparison_table(comparison: CompareOut) -> Table:
    """Rows of each side against A: one per pair for the metric, then one per metric over all pairs."""
    side = [f"{s} {c}" for s in "ab" for c in ("run_id", "run", "experiment", "mean", "cv")]
    header = ["side", "title", "pair", "metric", "unit", *side, *_DELTA, "spread_ratio", "spread_verdict"]
    return header, (row for candidate in comparison.candidates for row in _side_rows(comparison, candidate))


def _side_rows(comparison: CompareOut, candidate: CandidateOut) -> Iterator[list[Any]]:
    start = [candidate.side.upper(), candidate.title]
    for pair in candidate.pairs:
        row: list[Any] = [*start, pair.label, comparison.metric.name, comparison.metric.unit]
        for run in (pair.a, pair.b):
            row += (run.id, run.name, run.experiment_name, run.mean, run.cv)
        yield [*row, *_delta(pair.delta), pair.spread.ratio, pair.spread.verdict]
    for over in candidate.overall:
        row = [*start, "all pairs", over.metric.name, over.metric.unit]
        row += [None, comparison.a_title, None, over.delta.baseline_mean, None]
        row += [None, candidate.title, None, over.delta.candidate_mean, None]
        spread = over.spread
        yield [*row, *_delta(over.delta), *((spread.ratio, spread.verdict) if spread else (None, None))]


def _run(run: RunSummary) -> tuple[Any, ...]:
    return (
        run.id,
        run.name,
        run.variant,
        run.workload.name,
        run.topology,
        run.is_baseline,
        run.is_control,
    )


def _load(run: RunSummary, connections: int | None = None, rate: int | None = None) -> tuple[Any, ...]:
    load = run.workload
    usual = None if "connections" in load.unknown else load.connections
    many = connections if connections is not None else usual
    return (
        load.tool,
        load.total_threads,
        many,
        load.duration_s,
        load.requests,
        load.keepalive,
        asked_words(load),
        load.rate if rate is None else rate,
    )


def _settings(runs: Sequence[RunSummary]) -> dict[str, list[str]]:
    """Kind → names that occur in any run, in their order."""
    maps = {
        "factor": [r.factors or {} for r in runs],
        "knob": [r.knobs for r in runs],
        "setting": [r.described for r in runs],
    }
    return {
        kind: list(dict.fromkeys(name for names in values for name in names)) for kind, values in maps.items()
    }


def _headers(settings: Mapping[str, Sequence[str]]) -> list[str]:
    return [trial_columns.setting_column(kind, name) for kind, names in settings.items() for name in names]


def _values(run: RunSummary, settings: Mapping[str, Sequence[str]]) -> list[Any]:
    maps = {"factor": run.factors or {}, "knob": run.knobs, "setting": run.described}
    return [_setting(maps[kind].get(name)) for kind, names in settings.items() for name in names]


def _setting(value: Any) -> Any:
    """Switches as nginx writes them; nothing where a run leaves the default."""
    return ("on" if value else "off") if isinstance(value, bool) else value


def _metric_header(metric: Metric) -> list[str]:
    unit = metric.unit if metric.can_be_zero else ""
    change = "difference" if metric.can_be_zero else "change"
    mean = [with_unit("mean", metric.unit), "cv", with_unit("half_interval", metric.unit)]
    ends = [with_unit(name, unit) for name in (change, *_DELTA[1:5])]
    return [*mean, *ends, *_DELTA[5:]]


def _delta(delta: DeltaOut | None) -> list[Any]:
    if delta is None:
        return [None] * len(_DELTA)
    change = delta.change if delta.change is not None else delta.difference
    together = (delta.simultaneous_low, delta.simultaneous_high)
    far = " ".join(map(str, delta.far_rounds)) or None
    plain = (delta.p_adjusted, delta.n, delta.verdict, delta.suspect, delta.mean_change, far, delta.size)
    texts = (delta.failure_clause, delta.context, delta.against)
    apart = [text or None for text in texts]
    return [change, delta.low, delta.high, *together, *plain, *apart, delta.on_busy_host]


def metrics_in_order(trials: Iterable[TrialRow]) -> list[str]:
    """Metrics that any valid trial has, in the order of the table of metrics."""
    names = measured_metrics(trials)
    return [name for name in METRICS if name in names]
