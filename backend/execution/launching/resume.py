"""Resume: an experiment that failed or was cancelled goes on with the trials that are left."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.candidates.unmeasurable import read_why_nothing_is_left
from backend.audit.log import Act, record
from backend.definition.host_access import missing_rights
from backend.definition.model import Definition
from backend.errors import Conflict, Invalid
from backend.events import publish_after_commit
from backend.execution.launching import resume_queries
from backend.execution.orchestration import interruptions, outcome
from backend.execution.orchestration.rows import ExperimentRows
from backend.identity.principal import Principal
from backend.records import experiments_queries, hosts_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.testbeds import Testbed
from backend.task_queue import advance_after_commit


def resume(session: Session, experiment_id: str, principal: Principal) -> None:
    """Put it back in line with its open trials; its finished ones stay as they are.

    Conflict where it did not end early, or where its hosts are no longer what they were.
    """
    experiment = experiments_queries.existing(session, experiment_id, lock=True)
    if reason := _why_not(session, experiment) or what_changed(session, experiment):
        raise Conflict(f"“{experiment.name}” cannot be resumed: {reason}")
    definition = Definition.model_validate(experiment.definition)
    if missing := missing_rights(definition, principal.can_reach_hosts):
        raise Invalid("This experiment cannot be resumed", missing)
    _resume(ExperimentRows(session, experiment))
    record(session, principal, Act.RESUMED, experiment_id, experiment.name)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    advance_after_commit(session, experiment_id)


def _why_not(session: Session, experiment: Experiment) -> str:
    if experiment.state not in (ExperimentState.FAILED, ExperimentState.CANCELLED):
        return f"it is {experiment.state}; only a failed or cancelled experiment can be"
    if experiment.measuring_at is None or experiment.testbed_id is None:
        return "nothing was measured yet; launch it again"
    if not resume_queries.dropped_trials(session, experiment.id):
        return "all its trials have ended"
    if resume_queries.has_failed_baseline(session, experiment.id):
        return "its baseline cannot be measured; change the definition and launch it again"
    if failure := read_why_nothing_is_left(session, experiment):
        return f"{failure.message}; change the definition and launch it again"
    counts = runs_queries.counts_by_state(session, experiment.id)
    if experiment.definition.get("on_failure") == "stop" and counts.get(TrialState.FAILED, 0):
        return "a trial failed, and its definition says on_failure: stop"
    return ""


def what_changed(session: Session, experiment: Experiment) -> str:
    """A retired testbed, removed hosts, other hosts, other facts."""
    testbed = session.get(Testbed, experiment.testbed_id or "")
    if testbed is None or testbed.retired_at:
        return "its testbed was retired; bring it back on the Hosts page"
    hosts = hosts_queries.with_ids(session, set(ExperimentRows(session, experiment).places.values()))
    removed_hosts = sorted(host.name for host in hosts.values() if host.removed_at)
    if removed_hosts:
        return f"{', '.join(removed_hosts)} was removed"
    changes = interruptions.changed_facts(session, experiment)
    return f"its trials were measured under other conditions. {changes}" if changes else ""


def reopen(rows: ExperimentRows, end: Failure) -> None:
    """Put an ended experiment back in line; `end` is why it was not measured meanwhile."""
    experiment = rows.experiment
    if not experiment.is_interrupted:  # it may have been cancelled while it was paused
        interruptions.begin(experiment, end, experiment.finished_at)
    rows.start_anew()
    experiment.state, experiment.cancel_requested = ExperimentState.QUEUED, False
    experiment.failure, experiment.finished_at, experiment.facts_after = None, None, {}
    experiment.headline, experiment.verdicts, experiment.kept_version = None, None, 0
    experiment.figures = None
    experiment.queued_at = datetime.now(UTC)


def _resume(rows: ExperimentRows) -> None:
    experiment = rows.experiment
    cancellation = Failure(code="cancelled", message="it was cancelled")
    reopen(rows, Failure.model_validate(experiment.failure) if experiment.failure else cancellation)
    begun_ids = resume_queries.begun_trials(rows.session, experiment.id)
    for trial in resume_queries.dropped_trials(rows.session, experiment.id):
        if trial.id in begun_ids:  # what its jobs said belongs to that attempt
            rows.session.add(outcome.again(trial))
            trial.failure = (trial.failure or {}) | {"code": "interrupted"}
        else:
            trial.state, trial.failure = TrialState.QUEUED, None
