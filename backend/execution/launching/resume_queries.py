"""SQL of resuming an experiment: the trials that are left, and those that had begun."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import RunState, TrialState
from backend.records.experiments import JobRow
from backend.records.job_purpose import JobPurpose
from backend.records.runs import DROPPED, AnyTrial, Run

_BEGINNING = (JobPurpose.MEASURE, JobPurpose.WATCH, JobPurpose.WARM_TRIAL)


def dropped_trials(session: Session, experiment_id: str) -> Sequence[AnyTrial]:
    """Trials that were given up with their experiment, and not for a reason of their own."""
    query = select(AnyTrial).where(
        AnyTrial.experiment_id == experiment_id,
        AnyTrial.state == TrialState.CANCELLED,
        AnyTrial.failure["code"].as_string().in_(DROPPED),
    )
    return session.scalars(query).all()


def begun_trials(session: Session, experiment_id: str) -> set[str | None]:
    """Ids of trials that a host was asked to warm, measure or watch."""
    query = select(JobRow.trial_id).where(
        JobRow.experiment_id == experiment_id, JobRow.purpose.in_(_BEGINNING)
    )
    return set(session.scalars(query.distinct()))


def has_failed_baseline(session: Session, experiment_id: str) -> bool:
    query = select(Run.id).where(
        Run.experiment_id == experiment_id, Run.is_baseline, Run.state == RunState.FAILED
    )
    return session.scalar(query.limit(1)) is not None
