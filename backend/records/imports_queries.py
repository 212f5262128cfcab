"""SQL of what was given to import."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.records.experiments import Experiment
from backend.records.imports import ImportText
from backend.records.origin import Origin


def texts_of(session: Session, experiment_id: str) -> Sequence[tuple[int, str, int]]:
    """(position, name, characters) of the texts of an experiment, in the order given."""
    query = (
        select(ImportText.position, ImportText.name, func.length(ImportText.text))
        .where(ImportText.experiment_id == experiment_id)
        .order_by(ImportText.position)
    )
    return [(number, name, size) for number, name, size in session.execute(query)]


def text(session: Session, experiment_id: str, position: int) -> str | None:
    query = select(ImportText.text).where(
        ImportText.experiment_id == experiment_id, ImportText.position == position
    )
    return session.scalar(query)


def hold_example(session: Session) -> None:
    """One at a time, until the transaction ends: two who open the example at once get the same one."""
    session.execute(select(func.pg_advisory_xact_lock(func.hashtext("example"))))


def experiment_tagged(session: Session, tag: str) -> str | None:
    """The oldest import with a tag."""
    query = select(Experiment.id).where(
        Experiment.tags.contains([tag]), Experiment.origin == Origin.IMPORTED.value
    )
    return session.scalars(query.order_by(Experiment.created_at).limit(1)).first()
