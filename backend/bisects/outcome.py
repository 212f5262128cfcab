"""From the experiment of a step to its outcome."""

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, RunState
from backend.analysis.deltas import deltas
from backend.analysis.schemas import DeltaRow
from backend.bisects.course import Difference, Outcome, classify
from backend.bisects.design import metric_of
from backend.bisects.steps import Step
from backend.definition.model import Definition
from backend.records import runs_queries
from backend.records.experiments import Experiment


def read_outcome(session: Session, step: Step, experiment: Experiment | None, definition: Definition) -> Step:
    """The step with its outcome, by the verdicts of its experiment; None: it was deleted."""
    if experiment is None:
        return _fail(step, "its experiment was deleted")
    if experiment.state != ExperimentState.FINISHED:
        failure = (experiment.failure or {}).get("message") or f"its experiment was {experiment.state}"
        return _fail(step, failure)
    runs = {run.variant: run for run in runs_queries.runs_of(session, [experiment.id])}
    first, last, middle = (
        None if index is None else runs[definition.variants[index].name]
        for index in (step.first, step.last, step.middle)
    )
    for run in (first, last, middle):
        if run is not None and run.state == RunState.FAILED:
            reason = f"{run.variant}: {(run.failure or {}).get('message') or 'it could not be measured'}"
            if run is middle:
                return step.model_copy(update={"outcome": Outcome.SKIPPED, "reason": reason})
            return _fail(step, reason)
    rows = {row.run_id: row for row in deltas(session, experiment.id, metric_of(definition).name)}
    rounds = (experiment.rounds_ended or {}).get("rounds")
    if first is None or last is None:
        return _fail(step, "its runs were deleted")
    if middle is not None:
        outcome = classify(_difference(rows.get(first.id)), _difference(rows.get(last.id)))
        return step.model_copy(update={"outcome": outcome, "rounds": rounds})
    row = rows.get(last.id)
    outcome = Outcome.DIFFERENT if _difference(row).has_verdict else Outcome.ALIKE
    figures = {"change": row.change, "low": row.low, "high": row.high} if row else {}
    return step.model_copy(update={"outcome": outcome, "rounds": rounds, **figures})


def _fail(step: Step, reason: str) -> Step:
    return step.model_copy(update={"outcome": Outcome.FAILED, "reason": reason})


def _difference(row: DeltaRow | None) -> Difference:
    if row is None or row.change is None or row.change <= -1:
        return Difference(False, None)
    return Difference(row.verdict in ("better", "worse"), row.change)
