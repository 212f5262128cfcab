"""Effects on an experiment as a whole: it takes its hosts, is cancelled, restores its hosts and ends."""

from collections.abc import Sequence
from datetime import UTC, datetime

from agents.contract.heartbeat import Claimed
from agents.contract.jobs import CancelJob, FactsJob, RestoreJob
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, HostCondition, JobState
from backend.analysis.candidates.unmeasurable import (
    read_runs_compared_with_nothing,
    read_why_nothing_is_left,
)
from backend.analysis.failures.reasons import Loss, failure_of_trials
from backend.execution.jobs.condition import become
from backend.execution.jobs.sending import SHORT_JOB_S, send
from backend.execution.orchestration import effects as e
from backend.execution.orchestration import interruptions
from backend.execution.orchestration.rows import ExperimentRows
from backend.records import runs_queries
from backend.records.experiments import Lease
from backend.records.job_purpose import JobPurpose
from backend.records.runs import Run
from backend.records.testbeds import facts_of

_ASKED = {
    e.HandBack: (RestoreJob, JobPurpose.HAND_BACK, 30.0),
    e.Restore: (RestoreJob, JobPurpose.RESTORE, 30.0),
    e.ReadFacts: (FactsJob, JobPurpose.FACTS, 20.0),
}
"""Effect → what its host is asked to do, and the seconds that it may take."""


def take_hosts_again(rows: ExperimentRows) -> None:
    """Compare their facts first: trials under other conditions are no trials of the same experiment."""
    started_at = rows.experiment.started_at
    if changes := interruptions.changed_facts(rows.session, rows.experiment):
        failure = Failure(code="facts_changed", message=f"it cannot be resumed: {changes}")
        drop_rest(rows, e.DropRest(failure))
        end(rows, e.End(ExperimentState.FAILED, failure))
        return
    lease_hosts(rows)
    rows.experiment.started_at = started_at
    interruptions.end(rows.experiment)


def lease_hosts(rows: ExperimentRows) -> None:
    for host in rows.hosts():
        rows.session.add(Lease(host_id=host.id, experiment_id=rows.experiment.id, instance=host.instance))
    rows.experiment.state = ExperimentState.RUNNING
    rows.experiment.started_at = datetime.now(UTC)


def ask_host(rows: ExperimentRows, effect: e.HandBack | e.Restore | e.ReadFacts) -> None:
    work, purpose, timeout_s = _ASKED[type(effect)]
    send(rows.session, rows.host(effect.host_id), work(), purpose, timeout_s, experiment=rows.experiment)


def back_in_line(rows: ExperimentRows, effect: e.BackInLine) -> None:
    """Put an experiment back in line; what was prepared is of an earlier generation from now on."""
    rows.experiment.state = ExperimentState.QUEUED
    if rows.experiment.measuring_at is None:
        rows.experiment.started_at = None
    rows.start_anew()
    rows.release_hosts()
    for host_id in effect.host_ids:
        rows.host(host_id).claimed = Claimed().model_dump()  # its next heartbeat says by whom


def new_generation(rows: ExperimentRows) -> None:
    rows.experiment.generation += 1
    instances = {h.id: h.instance for h in rows.hosts()}
    for lease in rows.leases():
        lease.instance = instances[lease.host_id]
        lease.settings = lease.settings and None  # a restarted agent has restored its host


def start_cancelling(rows: ExperimentRows) -> None:
    rows.experiment.state = ExperimentState.CANCELLING


def drop_rest(rows: ExperimentRows, effect: e.DropRest) -> None:
    rows.cancel_open_trials(_why_cancelled(effect.failure))
    if effect.failure and not rows.experiment.diagnosing_since:
        rows.experiment.failure = effect.failure.model_dump()


def stop_without_candidates(rows: ExperimentRows) -> None:
    """Drop the rest, or that of a workload, where the runs that have just failed leave nothing to compare.

    None of them has a trial under way: a run fails before its trial begins, or once it is judged.
    """
    experiment = rows.experiment
    if (
        experiment.failure
        or experiment.cancel_requested
        or any(run.is_baseline and run.id in rows.failed_ids for run in rows.runs())
    ):
        return  # `step` says that of a baseline
    if failure := read_why_nothing_is_left(rows.session, experiment):
        drop_rest(rows, e.DropRest(failure))
        return
    _end_workloads(rows, read_runs_compared_with_nothing(rows.session, experiment))


def _end_workloads(rows: ExperimentRows, runs: Sequence[Run]) -> None:
    """Measure baselines, controls and context no further; what was measured of them stays."""
    for run in runs:
        text = f"nothing is left to compare under “{run.workload['name']}”"
        run.failure = Failure(code="workload_ended", message=text).model_dump()
    if runs:
        rows.delete_queued_after(0, {run.id for run in runs})


def _why_cancelled(stopped_by: Failure | None) -> Failure:
    """Failure that stands beside a trial that will not be measured any more."""
    if stopped_by is None:
        return Failure(code="cancelled", message="the experiment was cancelled")
    text = f"the experiment was stopped: {stopped_by.message}"
    return Failure(code="experiment_stopped", message=text, host=stopped_by.host)


def cancel(rows: ExperimentRows, effect: e.Cancel) -> None:
    send(
        rows.session,
        rows.host(effect.host_id),
        CancelJob(job_ids=list(effect.job_ids)),
        JobPurpose.CANCEL,
        SHORT_JOB_S,
        experiment=rows.experiment,
        trial_id=rows.job(effect.job_ids[0]).trial_id,
        covers=effect.job_ids,
    )


def give_up_job(rows: ExperimentRows, effect: e.GiveUpJob) -> None:
    job = rows.job(effect.job_id)
    job.state, job.failure = JobState.LOST, effect.failure.model_dump()


def mark_needs_restore(rows: ExperimentRows, effect: e.MarkNeedsRestore) -> None:
    become(rows.session, rows.host(effect.host_id), HostCondition.NEEDS_RESTORE)


def end(rows: ExperimentRows, effect: e.End) -> None:
    experiment = rows.experiment
    experiment.state = effect.state
    experiment.finished_at = datetime.now(UTC)
    if effect.failure:
        experiment.failure = (_told_failure(rows) or effect.failure).model_dump()
    experiment.facts_after = facts_of(rows.hosts_read_back())
    rows.release_hosts()


def _told_failure(rows: ExperimentRows) -> Failure | None:
    """Failure with every reason why no trial counts; None for one reason, or where the rest was given up."""
    if rows.experiment.failure:
        return None
    lost_trials = runs_queries.lost_trials(rows.session, rows.experiment.id)
    return failure_of_trials([Loss(*lost_trial) for lost_trial in lost_trials])
