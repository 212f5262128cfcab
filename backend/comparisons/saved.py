"""Comparisons saved under a name. The figures are computed when one is looked at."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.comparisons.saved_schemas import SavedChange, SavedIn
from backend.comparisons.selection import is_id, selection_of
from backend.errors import NotFound
from backend.ids import new_id
from backend.records import comparisons_queries
from backend.records.comparisons import Comparison
from backend.records.notes import change_notes


def row(session: Session, comparison_id: str, lock: bool = False) -> Comparison:
    known = is_id(comparison_id)
    found = comparisons_queries.comparison(session, comparison_id, lock) if known else None
    if found is None:
        raise NotFound(f"There is no saved comparison {comparison_id}; it may have been deleted")
    return found


def saved(session: Session, words: str | None, limit: int) -> Sequence[Comparison]:
    """Those whose name has every word, the newest change first."""
    return comparisons_queries.named(session, (words or "").replace("\x00", "").split(), limit)


def save(session: Session, body: SavedIn) -> Comparison:
    """A new one; Invalid when its state chooses nothing that could be compared."""
    selection_of(body.state)
    made = Comparison(id=new_id(), name=body.name, notes=body.notes, notes_version=0, state=body.state)
    return comparisons_queries.written(session, made)


def change(session: Session, comparison_id: str, body: SavedChange) -> Comparison:
    """Change what is given. If somebody else has changed the notes, that is a Conflict, and they stay."""
    found = row(session, comparison_id, lock=True)
    if body.state is not None:
        selection_of(body.state)
        found.state = dict(body.state)
    if body.notes is not None:
        change_notes(found, body.notes, body.notes_version)
    if body.name is not None:
        found.name = body.name
    return comparisons_queries.written(session, found)


def delete(session: Session, comparison_id: str) -> None:
    session.delete(row(session, comparison_id, lock=True))
