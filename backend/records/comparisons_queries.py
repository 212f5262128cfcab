"""SQL of saved comparisons."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from backend.records.comparisons import Comparison


def comparison(session: Session, comparison_id: str, lock: bool = False) -> Comparison | None:
    return session.get(Comparison, comparison_id, with_for_update=lock or None)


def by_name(
    session: Session, words: Sequence[str], conditions: Sequence[ColumnElement[bool]], limit: int
) -> Sequence[Comparison]:
    """Those whose name has every word and that meet all conditions, the newest change first."""
    query = select(Comparison).where(*conditions).limit(limit)
    query = query.order_by(Comparison.updated_at.desc(), Comparison.id.desc())
    for word in words:
        query = query.where(Comparison.name.icontains(word, autoescape=True))
    return session.scalars(query).all()


def write(session: Session, row: Comparison) -> Comparison:
    """The row as the database has it after a change, with the time of the change."""
    row.updated_at = func.now()  # pyright: ignore[reportAttributeAccessIssue]
    session.add(row)
    session.flush()
    session.refresh(row)
    return row
