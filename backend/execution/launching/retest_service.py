"""Re-tests: offered, launched, and shown beside the first figure."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.metrics import Metric
from agents.contract.states import ExperimentState
from backend.analysis.candidates.comparisons import compared_runs, reference_of
from backend.analysis.candidates.judged import is_interleaved
from backend.analysis.candidates.stages import planned_analyses
from backend.analysis.deltas import delta_rows
from backend.analysis.headlines.next_step import MIN_RETEST_CANDIDATES
from backend.analysis.schemas import DeltaRow
from backend.analysis.trial_values import metric_named
from backend.definition import explain
from backend.definition.ceiling_rules import is_search
from backend.definition.duration import total_seconds
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.errors import Invalid, NotFound
from backend.execution.launching import retest_design
from backend.execution.launching.launch import launch
from backend.execution.launching.schemas import ExperimentIn, RetestIn, RetestOffer, RetestRef, RetestResult
from backend.identity.principal import Principal
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.origin import DerivedHow, Origin
from backend.records.runs import Run
from backend.refs import ExperimentRef
from backend.statistics.estimate import MIN_TRIMMED
from backend.statistics.rules import RULES_2
from backend.statistics.shared_spread import MIN_CANDIDATES

RUNS = 3  # best, baseline, control


def offer(session: Session, experiment_id: str, retest: RetestIn) -> RetestOffer:
    """Offer a re-test of an experiment's winner, or say why there is none."""
    experiment = experiments_queries.existing(session, experiment_id)
    metric = metric_named(retest.metric)
    runs = runs_queries.runs_of(session, [experiment_id])
    rows = _candidates(session, experiment, runs, metric, retest.workload)
    best = retest_design.winner(rows, metric)
    variants = len({r.variant for r in runs if r.id in {row.run_id for row in rows}})
    why_not = _why_not(experiment, metric, variants, best)
    definition = None if why_not or best is None else _definition(experiment, runs, best, retest.trials)
    return RetestOffer(
        why_not=why_not,
        metric=metric.name,
        first=best,
        candidates=variants,
        sentence=retest_design.offer_sentence(best, variants) if definition and best else None,
        rounds=parse_definition(definition).max_rounds if definition else 0,
        seconds=_seconds(definition),
        definition=definition,
        source=ExperimentRef(id=experiment.id, name=experiment.name),
        testbed_id=None if experiment.testbed_labels else experiment.testbed_id,
        retests=_retests(session, experiment_id),
    )


def start(
    session: Session,
    experiment_id: str,
    retest: RetestIn,
    principal: Principal,
    launch_key: str | None = None,
) -> str:
    """Launch a re-test now; the id of the new experiment. Invalid where there is nothing to re-test."""
    retest_offer = offer(session, experiment_id, retest)
    if retest_offer.definition is None:
        raise Invalid(retest_offer.why_not or "There is nothing to re-test")
    body = {
        "definition": retest_offer.definition,
        "seed": retest.seed,
        "testbed_id": retest.testbed_id or retest_offer.testbed_id,
        "derived_from": experiment_id,
        "derived_how": DerivedHow.RETEST,
    }
    return launch(session, ExperimentIn.model_validate(body), principal, launch_key)


def result(session: Session, experiment_id: str, metric_name: str) -> RetestResult:
    """A re-test's figure beside the one that it repeats."""
    experiment = experiments_queries.existing(session, experiment_id)
    metric = metric_named(metric_name)
    if experiment.derived_how != DerivedHow.RETEST or experiment.derived_from is None:
        raise NotFound(f"“{experiment.name}” is not a re-test, or the experiment that it repeats was deleted")
    source = experiments_queries.existing(session, experiment.derived_from)
    again, run = _figure(session, experiment, metric)
    first = _first(session, source, run, metric) if run else None
    is_open = not ExperimentState(experiment.state).is_final
    return RetestResult(
        source=ExperimentRef(id=source.id, name=source.name),
        metric=metric.name,
        first=first,
        again=again,
        sentence=retest_design.result_sentence(first, again, is_open),
    )


def _candidates(
    session: Session, experiment: Experiment, runs: Sequence[Run], metric: Metric, workload: str | None
) -> list[DeltaRow]:
    workload_names = {r.workload["name"] for r in runs}
    if workload is not None and workload not in workload_names:
        message = f"there is no workload “{workload}”; there is: {', '.join(sorted(workload_names))}"
        raise Invalid.at("workload", message)
    run_ids = {r.id for r in runs if workload in (None, r.workload["name"])}
    rows = [r for r in _deltas(session, experiment, runs, metric) if r.run_id in run_ids]
    return retest_design.candidates_of(rows, runs)


def _why_not(experiment: Experiment, metric: Metric, variants: int, best: DeltaRow | None) -> str | None:
    if experiment.origin != Origin.MEASURED:
        return "These results were imported; nothing here can measure them again"
    if not ExperimentState(experiment.state).is_final:
        return f"“{experiment.name}” is {experiment.state}; the best is known when it has ended"
    if is_search(experiment.definition):
        return "A search for the ceiling repeats last passing and first failing by itself"
    if metric.can_be_zero:
        return f"{metric.name} can be zero, so no variant is best by a percentage of it"
    if variants < MIN_RETEST_CANDIDATES:
        few = MIN_RETEST_CANDIDATES
        return f"A re-test takes the best of {few} or more variants; only {variants} have a result here"
    return None if best else f"No variant is better than the baseline in {metric.label}"


def _definition(
    experiment: Experiment, runs: Sequence[Run], best: DeltaRow, trials: int | dict[str, Any] | None
) -> dict[str, Any] | None:
    run = next(r for r in runs if r.id == best.run_id)
    baseline = reference_of(experiment, run, runs)
    if baseline is None:
        return None
    if trials is None:
        analyses = planned_analyses(experiment, run.last_round)
        trials = retest_design.rounds_for(best, analyses, _has_two_references(experiment, runs, best))
    data = retest_design.definition_of(experiment.definition, experiment.name, run, baseline, trials)
    try:
        return parse_definition(data).model_dump(mode="json", by_alias=True, exclude_none=True)
    except DefinitionErrors as error:
        raise Invalid(error.errors[0].message, error.errors) from None


def _has_two_references(experiment: Experiment, runs: Sequence[Run], best: DeltaRow) -> bool:
    """Whether the control counted in a delta beside the baseline."""
    if experiment.rules_version < RULES_2 or not is_interleaved(experiment) or best.n < MIN_TRIMMED:
        return False
    run = next(r for r in runs if r.id == best.run_id)
    comparison = next(c for c in compared_runs(experiment, runs) if run in c.candidates)
    has_enough = len(comparison.beside(run)) + 1 >= MIN_CANDIDATES
    return has_enough and comparison.second_reference(run) is not None


def _seconds(definition: dict[str, Any] | None) -> float:
    if definition is None:
        return 0.0
    model = parse_definition(definition)
    return total_seconds(model, RUNS) + explain.seconds(model, RUNS)


def _retests(session: Session, experiment_id: str) -> list[RetestRef]:
    experiments = experiments_queries.derived_from(session, experiment_id, DerivedHow.RETEST)
    return [RetestRef(id=e.id, name=e.name, state=ExperimentState(e.state)) for e in experiments]


def _figure(session: Session, experiment: Experiment, metric: Metric) -> tuple[DeltaRow | None, Run | None]:
    """The delta of the one candidate of a re-test, and its run."""
    runs = runs_queries.runs_of(session, [experiment.id])
    run = next((r for r in runs if not r.is_baseline and not r.is_control), None)
    return _delta_of(run, _deltas(session, experiment, runs, metric)), run


def _first(session: Session, source: Experiment, again: Run, metric: Metric) -> DeltaRow | None:
    """The delta of the same variant under the same workload in the experiment that was re-tested."""
    runs = runs_queries.runs_of(session, [source.id])
    same_runs = [
        r for r in runs if not r.is_baseline and not r.is_control and r.variant_hash == again.variant_hash
    ]
    run = next((r for r in same_runs if r.workload == again.workload), None)
    return _delta_of(run, _deltas(session, source, runs, metric))


def _deltas(session: Session, experiment: Experiment, runs: Sequence[Run], metric: Metric) -> list[DeltaRow]:
    return delta_rows(experiment, runs, runs_queries.trial_rows(session, experiment.id), metric)


def _delta_of(run: Run | None, rows: Sequence[DeltaRow]) -> DeltaRow | None:
    return next((r for r in rows if run and r.run_id == run.id), None)
