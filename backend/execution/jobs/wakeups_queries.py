"""SQL of wake-ups: which experiments may have something to do."""

from collections.abc import Sequence

from sqlalchemy import Select, and_, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from agents.contract.states import ExperimentState, HostCondition, JobState
from backend.records.experiments import (
    IN_LINE,
    IN_THE_WAY,
    OPEN_JOBS,
    UNFINISHED,
    USES_HOST,
    Experiment,
    JobRow,
    Lease,
)
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.testbeds import TestbedRole

BEGUN = tuple(state for state in UNFINISHED if state != ExperimentState.QUEUED)
"""States of experiments that have left the queue and are still at work."""


def next_in_line(session: Session) -> Sequence[str]:
    """Ids of these, in order."""
    candidates = are_next_in_line().subquery()
    in_line = select(Experiment.id).where(Experiment.id.in_(select(candidates.c.id))).order_by(*IN_LINE)
    return session.scalars(in_line).all()


def are_next_in_line() -> Select[str]:
    """Ids of queued experiments whose hosts can all be had: in order, held by nobody, wanted by none before.

    However long the queue is, there is at most one for each host. Those with a removed host come too, to end.
    """
    is_free = and_(Lease.host_id.is_(None), Host.claimed.is_(None), Host.drained_at.is_(None))
    can_be_had = and_(Host.online, Host.condition != HostCondition.NEEDS_RESTORE, is_free)
    first = func.first_value(Experiment.id).over(partition_by=TestbedRole.host_id, order_by=IN_LINE)
    is_first = first == Experiment.id
    is_removed = Host.removed_at.is_not(None)
    ready = and_(can_be_had, is_first).label("ready")
    claims = (
        select(Experiment.id, Experiment.state, ready, is_removed.label("removed"))
        .join(TestbedRole, USES_HOST)
        .join(Host, Host.id == TestbedRole.host_id)
        .outerjoin(Lease, Lease.host_id == Host.id)
        .where(IN_THE_WAY)
        .subquery()
    )
    query = select(claims.c.id).where(claims.c.state == ExperimentState.QUEUED).group_by(claims.c.id)
    can_go_on = or_(func.bool_and(claims.c.ready), func.bool_or(claims.c.removed))
    return query.having(can_go_on)


def are_stranded() -> Select[str]:
    """Ids of queued experiments that no testbed can take: of one that is made nobody tells them."""
    return select(Experiment.id).where(Experiment.state == ExperimentState.QUEUED, Experiment.stranded)


def at_work(session: Session) -> Sequence[str]:
    return session.scalars(are_at_work()).all()


def are_at_work() -> Select[str]:
    """Ids of experiments that have left the queue, but for those whose load tool runs.

    Those wait for a report, which wakes them: until then nothing of Dynoboard's is to run beside the tool.
    Load tools that wait to be fired do not run yet.
    """
    measure, other_job, fire = aliased(JobRow), aliased(JobRow), aliased(JobRow)
    was_fired = exists().where(fire.trial_id == measure.trial_id, fire.purpose == JobPurpose.FIRE)
    is_disturbed = exists().where(other_job.trial_id == measure.trial_id, other_job.state == JobState.LOST)
    is_measuring = exists().where(
        measure.experiment_id == Experiment.id,
        measure.purpose == JobPurpose.MEASURE,
        measure.state.in_(OPEN_JOBS),
        or_(~measure.work.has_key("is_fired"), was_fired),
        ~is_disturbed,
    )
    is_quiet = and_(Experiment.state == ExperimentState.RUNNING, ~Experiment.cancel_requested, is_measuring)
    return select(Experiment.id).where(Experiment.state.in_(BEGUN), ~is_quiet)


def at_work_on(session: Session, host_id: str) -> Sequence[str]:
    """Ids of experiments that have left the queue and use a host."""
    query = (
        select(Experiment.id)
        .join(TestbedRole, USES_HOST)
        .where(Experiment.state.in_(BEGUN), TestbedRole.host_id == host_id)
    )
    return session.scalars(query.distinct()).all()
