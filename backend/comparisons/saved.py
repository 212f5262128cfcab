"""Comparisons saved under a name. The figures are computed when one is looked at."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.audit.log import Act, record
from backend.comparisons.schemas import SavedChange, SavedFilter, SavedIn, SavedOut
from backend.comparisons.selection import selection_of
from backend.errors import NotFound
from backend.identity.principal import Principal
from backend.ids import is_id, new_id
from backend.model_fields import copy_fields
from backend.records import comparisons_queries
from backend.records.access import accounts_queries
from backend.records.comparisons import Comparison
from backend.records.notes import change_notes, write_notes
from backend.records.people.ownership import made_by, mentioning


def row(session: Session, comparison_id: str, lock: bool = False) -> Comparison:
    has_id = is_id(comparison_id)
    comparison = comparisons_queries.comparison(session, comparison_id, lock) if has_id else None
    if comparison is None:
        raise NotFound(f"There is no saved comparison {comparison_id}; it may have been deleted")
    return comparison


def list_saved(session: Session, filters: SavedFilter, asker: str | None) -> list[SavedOut]:
    """Those for which all that is asked holds, the newest change first; `me` is the account `asker`."""
    conditions = [
        *([made_by(session, Comparison.owner_id, filters.by, asker)] if filters.by else []),
        *([mentioning(session, Comparison.mentions, filters.mentions, asker)] if filters.mentions else []),
    ]
    words = filters.q.replace("\x00", "").split()
    return _saved_out_list(session, comparisons_queries.by_name(session, words, conditions, filters.limit))


def saved_out(session: Session, row: Comparison) -> SavedOut:
    return _saved_out_list(session, [row])[0]


def _saved_out_list(session: Session, rows: Sequence[Comparison]) -> list[SavedOut]:
    """As many statements for many as for one."""
    ids = {account_id for row in rows for account_id in (row.owner_id, row.notes_by, *row.mentions)}
    people = accounts_queries.people(session, ids)
    return [
        copy_fields(
            SavedOut,
            row,
            owner=people.get(row.owner_id or ""),
            notes_by=people.get(row.notes_by or ""),
            mentions=[people[account_id] for account_id in row.mentions if account_id in people],
        )
        for row in rows
    ]


def save(session: Session, body: SavedIn, principal: Principal) -> Comparison:
    """A new one; Invalid when its state chooses nothing that could be compared."""
    selection_of(body.state)
    comparison = Comparison(
        id=new_id(),
        name=body.name,
        owner_id=principal.account_id,
        notes="",
        notes_version=0,
        mentions=[],
        state=body.state,
    )
    if body.notes:
        write_notes(session, comparison, body.notes, principal.account_id)
    record(session, principal, Act.SAVED, comparison.id, f"comparison {comparison.name}")
    comparisons_queries.write(session, comparison)
    return comparison


def change(session: Session, comparison_id: str, body: SavedChange, principal: Principal) -> Comparison:
    """Change what is given. If somebody else has changed the notes, that is a Conflict, and they stay."""
    comparison = row(session, comparison_id, lock=True)
    if body.state is not None:
        selection_of(body.state)
        comparison.state = dict(body.state)
    if body.name is not None:
        comparison.name = body.name
    if body.notes is not None:
        change_notes(session, comparison, body.notes, body.notes_version, principal.account_id)
    if session.is_modified(comparison):
        fields = sorted(body.model_fields_set - {"notes_version"})
        record(session, principal, Act.CHANGED, comparison.id, f"comparison {comparison.name}", what=fields)
    return comparisons_queries.write(session, comparison)


def delete(session: Session, comparison_id: str, principal: Principal) -> None:
    comparison = row(session, comparison_id, lock=True)
    record(session, principal, Act.DELETED, comparison.id, f"comparison {comparison.name}")
    session.delete(comparison)
