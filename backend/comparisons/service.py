"""Two groups of runs side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from agents.contract.metrics import METRICS, Metric
from agents.contract.states import Topology, TrialState
from agents.contract.workload import Workload
from backend.comparisons import delta as statistics
from backend.comparisons.differences import differences
from backend.comparisons.groups import Groups, of_factor, of_lists, wrong
from backend.comparisons.pairing import Run as Values
from backend.comparisons.pooled import pooled
from backend.comparisons.rows import delta_out, metric_named, spread_out, suspect_runs, values_of
from backend.comparisons.schemas import (
    ComparedPair,
    ComparedRun,
    CompareOut,
    DeltaOut,
    OverallRow,
    SpreadOut,
    TrialDot,
)
from backend.comparisons.spread import compare_spread, pooled_spread
from backend.comparisons.titles import side_titles, title
from backend.comparisons.warnings import warnings_of
from backend.errors import Gone, NotFound
from backend.experiments import queries as experiment_queries
from backend.experiments import results
from backend.experiments.models import Experiment
from backend.experiments.origin import Origin
from backend.experiments.probing import at_one_load, is_search
from backend.experiments.shown import stand_in_argv
from backend.runs import effective, queries
from backend.runs.figures import percentiles_of
from backend.runs.models import Run
from backend.runs.queries import TrialRow

OVERALL = ("requests_per_s", "latency_mean", "latency_p99", "failed_requests")


@dataclass(frozen=True)
class Selection:
    """Run ids of both sides, or an experiment to be split by two levels of a factor."""

    a: list[str] = field(default_factory=list)
    b: list[str] = field(default_factory=list)
    experiment: str | None = None
    factor: str | None = None
    level_a: str | None = None
    level_b: str | None = None


@dataclass(frozen=True)
class Side:
    """Everything that the statistics need: pairs of runs, their trials, and how these belong together."""

    pairs: list[tuple[str, Run, Run]]
    trials: list[TrialRow]
    suspect: set[str]
    paired: bool
    control: tuple[Run, Run] | None  # baseline and its copy, whose difference is noise

    def values(self, metric: Metric) -> dict[str, Values]:
        return values_of(self.trials, metric.name)


def compare(session: Session, selection: Selection, metric: str) -> CompareOut:
    """A is the baseline. Invalid, NotFound or Gone say what is wrong with the selection."""
    found = metric_named(metric)
    groups = _groups(session, selection)
    runs = list({r.id: r for _, a, b in groups.pairs for r in (a, b)}.values())
    experiments = experiment_queries.experiments_by_id(session, {r.experiment_id for r in runs})
    data = _data(session, groups, runs, experiments)
    a_title, b_title = side_titles(groups)
    differs, equal = differences([(a, b) for _, a, b in groups.pairs], experiments)
    _, first_a, first_b = groups.pairs[0]
    argv = queries.argv_of_runs(session, [first_a.id, first_b.id])
    return CompareOut(
        title=title(a_title, b_title),
        a_title=a_title,
        b_title=b_title,
        a_argv=argv.get(first_a.id) or _argv(first_a, experiments),
        b_argv=argv.get(first_b.id) or _argv(first_b, experiments),
        factor=groups.factor,
        experiments=[{"id": e.id, "name": e.name} for e in experiments.values()],
        metric=found,
        pairs=_pairs(data, experiments, found),
        overall=[_overall(data, METRICS[name]) for name in dict.fromkeys((*OVERALL, metric))],
        paired=data.paired,
        differs=differs,
        equal=len(equal),
        equal_settings=equal,
        warnings=warnings_of(groups, differs, data.paired, experiments, data.suspect, _valid(data.trials)),
        conf_a=effective.conf_of(first_a, experiments[first_a.experiment_id]),
        conf_b=effective.conf_of(first_b, experiments[first_b.experiment_id]),
    )


def _groups(session: Session, selection: Selection) -> Groups:
    if selection.experiment is not None:
        if selection.a or selection.b:
            raise wrong("experiment", "give either runs for both sides or an experiment to split, not both")
        return _split(session, selection, selection.experiment)
    for place, ids in (("a", selection.a), ("b", selection.b)):
        if not ids:
            raise wrong(place, f"side {place.upper()} is empty; choose at least one run for each side")
    runs = queries.runs_by_id(session, {*selection.a, *selection.b})
    a, b = ([_checked(runs, run_id) for run_id in ids] for ids in (selection.a, selection.b))
    return of_lists(a, b)


def _split(session: Session, selection: Selection, experiment_id: str) -> Groups:
    experiment = experiment_queries.experiment(session, experiment_id)
    if experiment is None:
        raise NotFound(f"There is no experiment {experiment_id}")
    runs = queries.runs_of(session, [experiment_id])
    factors = experiment.definition.get("factors") or {}
    return of_factor(runs, factors, selection.factor, selection.level_a, selection.level_b)


def _checked(runs: Mapping[str, Run], run_id: str) -> Run:
    if run_id not in runs:
        raise NotFound(f"There is no run {run_id}")
    run = runs[run_id]
    if run.deleted_at is not None:
        raise Gone(f"The run “{run.name}” ({run_id}) was deleted on {run.deleted_at:%Y-%m-%d}")
    return run


def _data(
    session: Session, groups: Groups, runs: Sequence[Run], experiments: Mapping[str, Experiment]
) -> Side:
    together = all(a.experiment_id == b.experiment_id for _, a, b in groups.pairs)
    fixed_load = not any(is_search(e.definition) for e in experiments.values())
    paired = together and fixed_load and all(results.is_interleaved(e) for e in experiments.values())
    control = None
    if paired and len(experiments) == 1:
        siblings = queries.runs_of(session, list(experiments))
        copy = next((r for r in siblings if r.is_control and r.deleted_at is None), None)
        baseline = results.baseline_of(copy, siblings) if copy else None
        control = (baseline, copy) if baseline and copy else None
    ids = {r.id for r in runs} | {r.id for r in control or ()}
    trials = at_one_load(queries.trial_rows_of_runs(session, ids))
    return Side(groups.pairs, trials, suspect_runs(trials), paired, control)


def _valid(trials: Sequence[TrialRow]) -> set[str]:
    return {t.run_id for t in trials if t.state == TrialState.DONE}


def _margin(data: Side, metric: Metric) -> float | None:
    """The noise floor where a control was measured in the same experiment, as on the experiment's page."""
    if data.control is None:
        return None
    values = data.values(metric)
    baseline, copy = (values.get(r.id, []) for r in data.control)
    noise = statistics.delta(baseline, copy, direction=metric.direction, zero_ok=metric.zero_ok)
    floor = statistics.noise_floor(noise)
    least = 0.0 if metric.zero_ok else statistics.LEAST_MARGIN
    return None if floor is None else max(least, floor)


def _pairs(data: Side, experiments: Mapping[str, Experiment], metric: Metric) -> list[ComparedPair]:
    values, margin = data.values(metric), _margin(data, metric)
    out = []
    for label, a, b in data.pairs:
        one, other = values.get(a.id, []), values.get(b.id, [])
        found = statistics.delta(
            one,
            other,
            direction=metric.direction,
            zero_ok=metric.zero_ok,
            interleaved=data.paired,
            margin=margin,
        )
        out.append(
            ComparedPair(
                label=label,
                a=_run(a, data.trials, experiments, metric),
                b=_run(b, data.trials, experiments, metric),
                delta=delta_out(found, suspect=bool({a.id, b.id} & data.suspect)),
                spread=spread_out(compare_spread(one, other)),
            )
        )
    return out


def _run(
    run: Run, trials: Sequence[TrialRow], experiments: Mapping[str, Experiment], metric: Metric
) -> ComparedRun:
    own = [t for t in trials if t.run_id == run.id]
    summary = results.run_summary(run, own)
    topology: Topology = summary.topology
    return ComparedRun(
        id=run.id,
        experiment_id=run.experiment_id,
        experiment_name=experiments[run.experiment_id].name,
        name=run.name,
        knobs=run.knobs,
        factors=run.factors,
        workload=summary.workload,
        topology=topology,
        mean=summary.means.get(metric.name),
        cv=summary.cv.get(metric.name),
        dots=[
            TrialDot(trial_id=t.id, round=t.round, value=t.figures.get(metric.name), state=t.state)
            for t in own
        ],
        percentiles=percentiles_of(summary.means),
    )


def _overall(data: Side, metric: Metric) -> OverallRow:
    values = data.values(metric)
    pairs = [(values.get(a.id, []), values.get(b.id, [])) for _, a, b in data.pairs]
    found = pooled(
        pairs,
        direction=metric.direction,
        zero_ok=metric.zero_ok,
        interleaved=data.paired,
        margin=_margin(data, metric),
    )
    suspect = bool(data.suspect & {r.id for _, a, b in data.pairs for r in (a, b)})
    out: DeltaOut = delta_out(found, suspect=suspect)
    spread: SpreadOut | None = None if metric.zero_ok else spread_out(pooled_spread(pairs))
    return OverallRow(metric=metric, delta=out, spread=spread)


def _argv(run: Run, experiments: Mapping[str, Experiment]) -> list[str]:
    """As it would be run, for a run that was not measured yet; none where it was imported."""
    if experiments[run.experiment_id].origin == Origin.IMPORTED:
        return []
    facts = experiments[run.experiment_id].facts
    addresses = {role: found["address"] for role, found in facts.items()}
    workload = Workload.model_validate(run.workload)
    return stand_in_argv(workload, run.knobs, run.topology, addresses)  # pyright: ignore[reportArgumentType]
