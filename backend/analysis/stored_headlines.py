"""Stored parts of an ended experiment, which lists show and find it by: renewed when its results change."""

import logging
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS
from agents.contract.states import ExperimentState
from backend.analysis.deltas import measured_rows
from backend.analysis.headlines.complete import complete_headline
from backend.analysis.headlines.headline import (
    calibration_headline,
    ceiling_headline,
    headline_of_deltas,
    headline_rows,
    without_result,
)
from backend.analysis.schemas import DeltaRow, Headline
from backend.analysis.stored.figures import ListedFigures, listed_figures
from backend.analysis.stored.setting_signs import keep_signs
from backend.analysis.stored.store import store
from backend.database import transaction
from backend.definition.ceiling_rules import is_search
from backend.definition.stopping_rule import main_metric_of
from backend.diagnostics.results.run_bottlenecks import bottlenecks_of_run
from backend.events import publish_after_commit
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.verdicts import stored_queries
from backend.statistics.verdict import Verdict

VERSION = 41
"""Of the code that works it out, the statistics included: count it up, and the sweep renews what is kept."""

_DOTS: Any = {"delta": {"dots"}, "answers": {"__all__": {"delta": {"dots"}}}}

BATCH, BUDGET_S = 10, 0.1
"""Of one sweep, which has other things to do; on one machine it competes with what is measured."""

_RULES = "rules"
"""Of a stored headline: the rules that it follows. Through a share link an experiment may follow others."""

_ODD = (ArithmeticError, LookupError, TypeError, ValueError)
"""What old or strange rows may lead to: nothing is kept of them then, and the rest goes on."""

_log = logging.getLogger(__name__)


def keep(session: Session, experiment: Experiment) -> None:
    """Work out what is kept of an ended experiment. Whatever changes its results calls this."""
    stored_queries.delete_all(session, experiment)
    _keep(session, experiment)


def judge_again(session: Session, experiment: Experiment) -> None:
    """Keep what is shown by the rules that the experiment has got; verdicts by its other rules stay."""
    _keep(session, experiment)


def _keep(session: Session, experiment: Experiment) -> None:
    """The same with the verdicts that are stored already, which later code does not change."""
    _keep_bottlenecks(session, experiment)
    try:
        store(session, experiment)
        headline, verdicts, figures = _worked_out(session, experiment)
    except _ODD:
        _log.exception("no headline for %s", experiment.id)
        headline, verdicts = without_result("Its results could not be worked out."), []
        figures = _without_change(experiment)
    stored_headline = headline.model_dump(mode="json", exclude=_DOTS)
    experiment.headline = stored_headline | {_RULES: experiment.rules_version}
    experiment.verdicts, experiment.kept_version = verdicts, VERSION
    experiment.figures = figures.model_dump(mode="json")


def _keep_bottlenecks(session: Session, experiment: Experiment) -> None:
    """Keep bottlenecks and signs of settings: first, because they stand beside the verdicts."""
    trials: dict[str, list[runs_queries.WindowsRow]] = {}
    for trial in runs_queries.windows_of(session, experiment.id):
        trials.setdefault(trial.run_id, []).append(trial)
    runs = runs_queries.runs_of(session, [experiment.id])
    try:
        keep_signs(session, experiment, runs, trials)
    except _ODD:
        _log.exception("no signs of settings for %s", experiment.id)
    for run in runs:
        try:
            bottlenecks = bottlenecks_of_run(run, experiment, trials.get(run.id, ()))
        except _ODD:
            _log.exception("no bottlenecks for %s", run.id)
            bottlenecks = []
        run.bottlenecks = [bottleneck.model_dump(mode="json") for bottleneck in bottlenecks]


def is_kept(experiment: Experiment) -> bool:
    """Whether it has ended, and what is kept is what this code works out."""
    headline = experiment.headline
    return (
        headline is not None
        and experiment.kept_version == VERSION
        and headline.get(_RULES) == experiment.rules_version
    )


def headline_of(experiment: Experiment) -> Headline | None:
    """Stored headline of this version of the code; None where there is none yet."""
    return Headline.model_validate(experiment.headline) if is_kept(experiment) else None


def keep_stale() -> None:
    """A few of the ended experiments whose headlines are missing or of older code, the newest first."""
    until = time.monotonic() + BUDGET_S
    with transaction() as session:
        ids = experiments_queries.kept_before(session, VERSION, BATCH)
    for experiment_id in ids:
        _renew(experiment_id)
        if time.monotonic() > until:
            break


def _renew(experiment_id: str) -> None:
    """Renew the stored parts in a transaction of their own, if nobody else holds it."""
    with transaction() as session:
        experiment = experiments_queries.to_keep(session, experiment_id, VERSION)
        if experiment is None or not ExperimentState(experiment.state).is_final:
            return
        before = experiment.headline
        _keep(session, experiment)
        if experiment.headline != before:
            publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})


def _worked_out(session: Session, experiment: Experiment) -> tuple[Headline, list[str], ListedFigures]:
    runs = runs_queries.runs_of(session, [experiment.id])

    @cache
    def deltas(metric: str) -> list[DeltaRow]:
        return measured_rows(session, experiment, runs, METRICS[metric])

    has_search = is_search(experiment.definition)
    verdicts = (
        []
        if has_search
        else verdicts_of(runs, headline_rows(deltas, main_metric_of(experiment.definition))[1])
    )
    if has_search or experiment.is_calibration:
        trials = runs_queries.trial_rows(session, experiment.id)
        headline = (
            ceiling_headline(experiment, runs, trials)
            if has_search
            else calibration_headline(experiment, trials)
        )
        complete_headline(session, experiment, runs, headline)
        return headline, verdicts, _without_change(experiment)
    headline = headline_of_deltas(experiment, runs, deltas)
    complete_headline(session, experiment, runs, headline)
    controls = {run.id for run in runs if run.is_control}
    return headline, verdicts, listed_figures(headline, controls, deltas, experiment.seconds_taken)


def _without_change(experiment: Experiment) -> ListedFigures:
    return ListedFigures(change=None, p99=None, seconds=experiment.seconds_taken)


def verdicts_of(runs: Sequence[Run], rows: Sequence[DeltaRow]) -> list[str]:
    """The verdicts of the candidates, the control left out; each once, in alphabetical order. None of a
    cancelled experiment."""
    controls = {r.id for r in runs if r.is_control}
    final_rows = [row for row in rows if row.is_known and not row.is_unjudged]
    candidates = [row for row in final_rows if row.run_id not in controls]
    return sorted({Verdict(row.verdict).value for row in candidates})
