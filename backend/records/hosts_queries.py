"""SQL of hosts."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from backend.records.experiments import OPEN_JOBS, Experiment, JobRow, Lease
from backend.records.hosts import Host


def all_hosts(session: Session) -> Sequence[Host]:
    return session.scalars(select(Host).order_by(Host.name)).all()


def host(session: Session, host_id: str) -> Host | None:
    return session.get(Host, host_id)


def by_name(session: Session, name: str) -> Host | None:
    return session.scalar(select(Host).where(Host.name == name))


def by_token_hash(session: Session, digest: str) -> Host | None:
    return session.scalar(select(Host).where(Host.token_hash == digest))


def holders(session: Session) -> dict[str, tuple[str, str]]:
    """host id → (experiment id, experiment name) for every host that is held."""
    rows = session.execute(
        select(Lease.host_id, Experiment.id, Experiment.name).join(
            Experiment, Experiment.id == Lease.experiment_id
        )
    )
    return {host_id: (experiment_id, name) for host_id, experiment_id, name in rows}


def is_asked_to_restore(session: Session, host_id: str) -> bool:
    """Whether it was sent a job to put itself back that it has not reported yet."""
    asked = select(JobRow.id).where(
        JobRow.host_id == host_id,
        JobRow.kind == "restore",
        JobRow.state.in_(OPEN_JOBS),
    )
    return session.scalars(asked.limit(1)).first() is not None


def newest_jobs(session: Session, host_id: str, limit: int = 20) -> Sequence[JobRow]:
    return session.scalars(
        select(JobRow).where(JobRow.host_id == host_id).order_by(JobRow.created_at.desc()).limit(limit)
    ).all()


def set_silent_offline(session: Session, before: datetime) -> Sequence[Host]:
    """Mark hosts offline that were last seen before a moment; those that changed."""
    return session.scalars(
        update(Host).where(Host.online, Host.last_seen < before).values(online=False).returning(Host)
    ).all()
