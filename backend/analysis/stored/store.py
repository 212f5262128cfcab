"""Store the verdicts of an ended experiment by the rules that it is judged by."""

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS
from backend.analysis.deltas import computed_rows
from backend.analysis.steps import computed_steps
from backend.analysis.stored.verdicts import to_stored
from backend.analysis.trial_values import measured_metrics
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.verdicts import stored_queries
from backend.records.verdicts.stored import StoredVerdicts


def store(session: Session, experiment: Experiment) -> None:
    """Store every metric that a valid trial has, unless it is stored by these rules already."""
    if stored_queries.has_stored(session, experiment):
        return
    runs = runs_queries.runs_of(session, [experiment.id])
    trials = runs_queries.trial_rows(session, experiment.id)
    for name in sorted(measured_metrics(trials) & METRICS.keys()):
        deltas = computed_rows(experiment, runs, trials, METRICS[name])
        if any(row.is_known for row in deltas):
            steps = computed_steps(experiment, runs, trials, METRICS[name])
            session.add(
                StoredVerdicts(
                    experiment_id=experiment.id,
                    rules_version=experiment.rules_version,
                    metric=name,
                    deltas=to_stored(deltas),
                    steps=to_stored(steps),
                )
            )
