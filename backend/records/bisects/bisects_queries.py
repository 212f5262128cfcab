"""SQL of bisects."""

from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from backend.errors import NotFound
from backend.ids import is_id
from backend.records.bisects.bisect import Bisect
from backend.records.experiments import UNFINISHED, Experiment

MAX_LISTED = 50


def existing(session: Session, bisect_id: str, lock: bool = False) -> Bisect:
    """The bisect of this id; NotFound where there is none."""
    row = session.get(Bisect, bisect_id, with_for_update=lock or None) if is_id(bisect_id) else None
    if row is None:
        raise NotFound(f"There is no bisect {bisect_id[:40]}")
    return row


def newest(session: Session) -> Sequence[Bisect]:
    return session.scalars(select(Bisect).order_by(Bisect.created_at.desc()).limit(MAX_LISTED)).all()


def bisect_of(session: Session, experiment_id: str) -> tuple[str, str] | None:
    """Id and name of the bisect that launched an experiment."""
    is_step = Bisect.steps.contains([{"experiment_id": experiment_id}])
    row = session.execute(select(Bisect.id, Bisect.name).where(is_step).limit(1)).first()
    return None if row is None else (row.id, row.name)


_DUE = (  # put together once: every sweep asks, beside what is measured
    select(Bisect.id)
    .outerjoin(Experiment, Experiment.id == Bisect.experiment_id)
    .where(Bisect.state == "running", or_(Experiment.id.is_(None), Experiment.state.not_in(UNFINISHED)))
)


def due(session: Session) -> Sequence[str]:
    """Ids of those whose step has ended, or that have none under way."""
    return session.connection().scalars(_DUE).all()


def lock_free(session: Session, bisect_id: str) -> Bisect | None:
    """A running one, locked; None while somebody else has it."""
    query = select(Bisect).where(Bisect.id == bisect_id, Bisect.state == "running")
    return session.scalar(query.with_for_update(skip_locked=True))
