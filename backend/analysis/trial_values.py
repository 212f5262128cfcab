"""From deltas and spreads to what the API says of them; and from trials to what the statistics take."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from agents.catalog.metrics import METRICS, QUESTIONS, Metric, exploratory_among
from agents.contract.states import TrialState
from backend.analysis.delta_schemas import DeltaOut, RoundDot, SpreadOut
from backend.errors import Invalid
from backend.model_fields import copy_fields
from backend.statistics.delta import Delta
from backend.statistics.pairing import TrialValues
from backend.statistics.rules import RULES_2
from backend.statistics.spread import SpreadComparison


class MeasuredTrial(Protocol):
    """A trial as the statistics see it."""

    @property
    def run_id(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def repeat(self) -> int: ...
    @property
    def attempt(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def start(self) -> int | None: ...
    @property
    def state(self) -> str: ...
    @property
    def connections(self) -> int | None: ...
    @property
    def rate(self) -> int | None: ...
    @property
    def failure(self) -> Mapping[str, Any] | None: ...
    @property
    def figures(self) -> Mapping[str, float | None]: ...
    @property
    def latency_kind(self) -> str | None: ...
    @property
    def findings(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def errors(self) -> Mapping[str, int | None] | None: ...


def metric_named(name: str) -> Metric:
    """The metric of this name; Invalid lists the existing ones."""
    if name in METRICS:
        return METRICS[name]
    message = f"there is no metric “{name[:80]}”; there is: {', '.join(METRICS)}"
    raise Invalid.at("metric", message)


def values_of(trials: Iterable[MeasuredTrial], metric: str) -> dict[str, TrialValues]:
    """Run id → (round, value, position, start) of its valid trials; a run without any is not in it."""
    by_run: dict[str, list[tuple[int, float | None, int, int | None]]] = {}
    for trial in trials:
        if trial.state == TrialState.DONE:
            value = (trial.round, trial.figures.get(metric), trial.position, trial.start)
            by_run.setdefault(trial.run_id, []).append(value)
    return dict(by_run)


def measured_metrics(trials: Iterable[MeasuredTrial]) -> set[str]:
    """Names of the metrics that any valid trial has."""
    valid_figures = (t.figures for t in trials if t.state == TrialState.DONE)
    return {name for figures in valid_figures for name, value in figures.items() if value is not None}


class MetricFamily(NamedTuple):
    """How many metrics are judged together with one, itself counted, and whether they are exploratory.

    other_values  of the other question, where they are at hand: Holm then goes by its p too
    """

    metrics: int = 1
    is_exploratory: bool = False
    other_values: Mapping[str, TrialValues] = MappingProxyType({})


def metric_family(
    rules: int,
    metric: Metric,
    metric_names: Collection[str],
    trials: Iterable[MeasuredTrial] = (),
    questions: Collection[str] = QUESTIONS,
) -> MetricFamily:
    """The measured metrics that one is judged together with: the questions, or all that are exploratory.
    Under rules 1 each metric is judged alone."""
    if rules < RULES_2 or metric.name not in metric_names:
        return MetricFamily()
    exploratory = exploratory_among(metric_names, questions)
    if metric.name in exploratory:
        return MetricFamily(len(exploratory), is_exploratory=True)
    other_names = [name for name in questions if name in metric_names and name != metric.name]
    return MetricFamily(
        1 + len(other_names), other_values=values_of(trials, other_names[0]) if other_names else {}
    )


def suspect_runs(trials: Iterable[MeasuredTrial]) -> dict[str, str]:
    """Runs with a valid trial that something was found about: run id → what, in words."""
    return causes((t.run_id, t.findings) for t in trials if t.state == TrialState.DONE)


def causes(findings: Iterable[tuple[str, Iterable[Mapping[str, Any]]]]) -> dict[str, str]:
    """From (run id, findings of a trial): what was found most often of each suspect run, at its worst."""
    by_run: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
    for run_id, of_trial in findings:
        for finding in of_trial:
            if finding.get("level") == "suspect":
                by_run.setdefault(run_id, {}).setdefault(finding.get("code", ""), []).append(finding)
    return {run_id: _cause(max(by_code.values(), key=len)) for run_id, by_code in by_run.items()}


def _cause(alike: Sequence[Mapping[str, Any]]) -> str:
    return str(max(alike, key=lambda finding: finding.get("value") or 0.0).get("message") or "see its trials")


def is_suspect(findings: Iterable[Mapping[str, Any]]) -> bool:
    return any(f.get("level") == "suspect" for f in findings)


def delta_out(delta: Delta, suspect_because: str | None = None) -> DeltaOut:
    names = DeltaOut.model_fields.keys() & set(Delta.__slots__)
    return DeltaOut(
        **{name: getattr(delta, name) for name in names - {"verdict", "size"}},
        verdict="interim" if delta.interim else delta.verdict.value,
        size=delta.size.value if delta.size else None,
        suspect=suspect_because is not None,
        suspect_because=suspect_because,
        dots=[RoundDot(round=number, change=change) for number, change in delta.pairs],
    )


def spread_out(comparison: SpreadComparison) -> SpreadOut:
    return copy_fields(SpreadOut, comparison, verdict=comparison.verdict.value)
