"""Which verdicts an ended experiment has, kept with it so that it is found by them."""

import logging
from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.contract.metrics import METRICS
from agents.contract.states import ExperimentState
from backend.database import transaction
from backend.experiments.results.deltas import delta_rows
from backend.experiments.results.headline import HEADLINE_METRIC
from backend.experiments.results.schemas import DeltaRow
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.verdict import Verdict

BATCH = 10  # a sweep has other things to do


def verdicts_of(runs: Sequence[Run], rows: Sequence[DeltaRow]) -> list[str]:
    """The verdicts of the candidates, the control left out; each once, in alphabetical order."""
    controls = {r.id for r in runs if r.is_control}
    candidates = [row for row in rows if row.change is not None and row.run_id not in controls]
    return sorted({Verdict(row.verdict).value for row in candidates})


def keep(session: Session, experiment: Experiment) -> None:
    """Work an ended experiment's verdicts in requests per second out of its trials."""
    runs = runs_queries.runs_of(session, [experiment.id])
    trials = runs_queries.trial_rows(session, experiment.id)
    rows = delta_rows(experiment, runs, trials, METRICS[HEADLINE_METRIC])
    experiment.verdicts = verdicts_of(runs, rows)


def keep_missing() -> None:
    """A few of the ended experiments whose verdicts are not known yet, each in a transaction of its own."""
    with transaction() as session:
        ids = experiments_queries.without_verdicts(session, BATCH)
    for experiment_id in ids:
        keep_of(experiment_id)


def keep_of(experiment_id: str) -> None:
    """The same for one, if it has ended and nobody else holds it; what cannot be judged has no verdict."""
    with transaction() as session:
        experiment = experiments_queries.to_judge(session, experiment_id)
        if experiment is None or not ExperimentState(experiment.state).is_final:
            return
        try:
            keep(session, experiment)
        except (ArithmeticError, KeyError, TypeError, ValueError):
            logging.getLogger(__name__).exception("no verdicts for %s", experiment_id)
            experiment.verdicts = []
