"""Comparisons saved under a name. The figures are computed when one is looked at."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.comparisons.saved_schemas import SavedChange, SavedIn
from backend.comparisons.selection import is_id, selection_of
from backend.errors import NotFound
from backend.ids import new_id
from backend.records.comparisons import Comparison
from backend.records.notes import change_notes


def row(session: Session, comparison_id: str, lock: bool = False) -> Comparison:
    known = is_id(comparison_id)
    found = session.get(Comparison, comparison_id, with_for_update=lock or None) if known else None
    if found is None:
        raise NotFound(f"There is no saved comparison {comparison_id}; it may have been deleted")
    return found


def saved(session: Session, words: str | None, limit: int) -> Sequence[Comparison]:
    """Those whose name has every word, the newest change first."""
    query = select(Comparison).order_by(Comparison.updated_at.desc(), Comparison.id.desc()).limit(limit)
    for word in (words or "").replace("\x00", "").split():
        query = query.where(Comparison.name.icontains(word, autoescape=True))
    return session.scalars(query).all()


def save(session: Session, body: SavedIn) -> Comparison:
    """A new one; Invalid when its state chooses nothing that could be compared."""
    selection_of(body.state)
    made = Comparison(id=new_id(), name=body.name, notes=body.notes, notes_version=0, state=body.state)
    session.add(made)
    session.flush()
    session.refresh(made)
    return made


def change(session: Session, comparison_id: str, body: SavedChange) -> Comparison:
    """Change what is given. Notes that somebody else changed meanwhile are a Conflict, and stay."""
    found = row(session, comparison_id, lock=True)
    if body.state is not None:
        selection_of(body.state)
        found.state = dict(body.state)
    if body.notes is not None:
        change_notes(found, body.notes, body.notes_version)
    if body.name is not None:
        found.name = body.name
    found.updated_at = func.now()  # pyright: ignore[reportAttributeAccessIssue]
    session.flush()
    session.refresh(found)
    return found


def delete(session: Session, comparison_id: str) -> None:
    session.delete(row(session, comparison_id, lock=True))
