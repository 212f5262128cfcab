"""Measure more: rounds that are added to a finished experiment, once, as a second stage."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, RunState
from backend.analysis import stored_headlines
from backend.analysis.candidates.leavers import is_reference
from backend.analysis.candidates.second_stage import max_rounds, why_not_more
from backend.audit.log import Act, record
from backend.definition.consistency import MAX_TRIALS
from backend.definition.host_access import missing_rights
from backend.definition.model import Definition
from backend.errors import Conflict, Invalid
from backend.events import publish_after_commit
from backend.execution.launching.resume import reopen, what_changed
from backend.execution.orchestration.rows import ExperimentRows
from backend.identity.principal import Principal
from backend.planning.plan import runs_of
from backend.planning.rounds import trials_of_added_rounds
from backend.presentation.words import plural
from backend.records import experiments_queries
from backend.records.access import share_links_queries
from backend.records.experiments import MEASURED_MORE, Experiment
from backend.task_queue import advance_after_commit


def measure_more(session: Session, experiment_id: str, rounds: int | None, principal: Principal) -> None:
    """Put a finished experiment back in line with more rounds; None: as many as would settle it.

    Repeating it while they are measured changes nothing. Conflict with the reason where it is not possible.
    """
    experiment = experiments_queries.existing(session, experiment_id, lock=True)
    is_open = not ExperimentState(experiment.state).is_final
    if is_open and experiment.rounds_added and rounds in (None, experiment.rounds_added):
        return
    headline = stored_headlines.headline_of(experiment)
    reason = (
        why_not_more(experiment, headline)
        or _why_shared(session, experiment)
        or what_changed(session, experiment)
    )
    if reason or headline is None or headline.more is None:
        raise Conflict(f"“{experiment.name}” cannot be measured more: {reason}")
    definition = Definition.model_validate(experiment.definition)
    if missing := missing_rights(definition, principal.can_reach_hosts):
        raise Invalid("This experiment cannot be measured more", missing)
    added_rounds = rounds or headline.more.rounds
    if added_rounds is None:
        raise Invalid.at("rounds", "more rounds would hardly settle it; say how many to measure")
    if added_rounds > max_rounds(experiment, headline.more):
        most = plural(max_rounds(experiment, headline.more), "round")
        raise Invalid.at("rounds", f"an experiment has at most {MAX_TRIALS} trials: {most} more")
    _begin(ExperimentRows(session, experiment), definition, headline.more.run_ids, added_rounds)
    record(session, principal, Act.EXTENDED, experiment_id, experiment.name, rounds=added_rounds)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    advance_after_commit(session, experiment_id)


def _why_shared(session: Session, experiment: Experiment) -> str:
    links = share_links_queries.that_show(session, experiment.id, datetime.now(UTC))
    if not links:
        return ""
    links_text = plural(links, "share link")
    return f"what was shared does not change, and it is behind {links_text}; revoke or launch it again"


def _begin(rows: ExperimentRows, definition: Definition, run_ids: Sequence[str], added_rounds: int) -> None:
    """Keep what it said, and queue the new rounds behind the old ones."""
    experiment, first = rows.experiment, definition.max_rounds
    runs = rows.runs()
    measured_runs = {run.position: run.id for run in runs if run.id in run_ids}
    seconds = experiment.estimate_s / first * added_rounds * len(measured_runs) / len(runs)
    experiment.first_headline, experiment.first_finished_at = experiment.headline, experiment.finished_at
    experiment.rounds_added, experiment.diagnosing_since = added_rounds, None
    text = f"it had finished after {plural(first, 'round')}; {plural(added_rounds, 'round')} were added"
    reopen(rows, Failure(code=MEASURED_MORE, message=text))
    experiment.estimate_s += seconds
    for run in runs:
        if run.id not in run_ids and run.state != RunState.FAILED and not is_reference(run):
            run.last_round = first
    planned_runs = [run for run in runs_of(definition) if run.position in measured_runs]
    rows.add_trials(
        trials_of_added_rounds(definition, planned_runs, added_rounds, experiment.seed), measured_runs
    )
