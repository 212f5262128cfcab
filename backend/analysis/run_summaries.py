"""Runs with counts, means and spread of their trials."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.catalog.metrics import METRICS
from agents.contract.states import TrialState
from backend.analysis.probes import at_one_load
from backend.analysis.schemas import LatencyKind, RunSummary
from backend.analysis.stored.setting_signs import stored_signs
from backend.analysis.trial_values import MeasuredTrial, values_of
from backend.definition.server_facts import inapplicable_knobs
from backend.diagnostics.results.run_bottlenecks import stored_bottlenecks
from backend.records.runs import Run
from backend.records.trial_rows import MEASURED, is_attempt
from backend.statistics.spread import Spread, spread


def run_summaries(
    runs: Sequence[Run], trials: Sequence[MeasuredTrial], facts: Mapping[str, Any] | None = None
) -> list[RunSummary]:
    """Runs with counts, means and spread of their trials; `facts`: role → the host at the launch."""
    names = {name: None for run in runs for name in run.knobs}
    by_run: dict[str, list[MeasuredTrial]] = {r.id: [] for r in runs}
    for trial in trials:
        by_run[trial.run_id].append(trial)
    summaries = [run_summary(run, by_run[run.id]) for run in runs]
    for summary in summaries:
        summary.inapplicable = inapplicable_knobs(summary.knobs, names, facts)
    return summaries


def run_summary(run: Run, trials: Sequence[MeasuredTrial]) -> RunSummary:
    states = [t.state for t in trials]
    spreads = _spreads(trials)
    means = {name: s.mean for name, s in spreads.items() if s.mean is not None}
    return RunSummary(
        **run_fields(run),
        deleted=run.deleted_at is not None,
        trials_done=states.count(TrialState.DONE),
        trials_invalid=states.count(TrialState.INVALID),
        trials_failed=states.count(TrialState.FAILED),
        trials_not_measured=sum(not is_attempt(t, run.failure) for t in trials),
        total_requests=means.get("requests"),
        means=means,
        cv={name: s.cv for name, s in spreads.items() if s.cv is not None},
        half={name: s.ci_half_width for name, s in spreads.items() if s.ci_half_width is not None},
        range={
            name: [s.low, s.high] for name, s in spreads.items() if s.low is not None and s.high is not None
        },
        bottlenecks=stored_bottlenecks(run),
        setting_signs=stored_signs(run),
        latency_kind=latency_kind(trials),
    )


def latency_kind(trials: Sequence[MeasuredTrial]) -> LatencyKind:
    """Source of the latencies of a run's valid trials."""
    timed_trials = [
        t for t in trials if t.state == TrialState.DONE and t.figures.get("latency_mean") is not None
    ]
    kinds = {t.latency_kind == MEASURED for t in timed_trials}
    if len(kinds) != 1:
        return "mixed" if kinds else "none"
    return "measured" if kinds == {True} else "printed"


def run_fields(run: Run) -> dict[str, Any]:
    """The columns of a run that the API shows as they are."""
    names = (
        "id position name variant parent knobs described factors topology workload is_baseline is_control "
        "state failure eliminated_after last_round"
    )
    return {name: getattr(run, name) for name in names.split()}


def _spreads(trials: Sequence[MeasuredTrial]) -> dict[str, Spread]:
    """Metric → mean, spread and range over one run's valid trials."""
    trials = at_one_load(trials)
    return {
        name: spread(values, metric.can_be_zero)
        for name, metric in METRICS.items()
        for values in values_of(trials, name).values()
    }
