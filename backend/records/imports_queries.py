"""SQL of what was given to import."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.records.imports import ImportText


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
