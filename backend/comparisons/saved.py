"""Comparisons saved under a name. The figures are computed when one is looked at."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.audit.log import Act, record
from backend.comparisons.saved_schemas import SavedChange, SavedFilter, SavedIn, SavedOut
from backend.comparisons.selection import selection_of
from backend.errors import NotFound
from backend.ids import is_id, new_id
from backend.login.principal import Principal
from backend.records import comparisons_queries
from backend.records.access import accounts_queries
from backend.records.comparisons import Comparison
from backend.records.notes import change_notes, write_notes
from backend.records.people.whose import made_by, mentioning


def row(session: Session, comparison_id: str, lock: bool = False) -> Comparison:
    known = is_id(comparison_id)
    found = comparisons_queries.comparison(session, comparison_id, lock) if known else None
    if found is None:
        raise NotFound(f"There is no saved comparison {comparison_id}; it may have been deleted")
    return found


def saved(session: Session, asked: SavedFilter, asker: str | None) -> list[SavedOut]:
    """Those for which all that is asked holds, the newest change first; `me` is the account `asker`."""
    conditions = [
        *([made_by(session, Comparison.owner_id, asked.by, asker)] if asked.by else []),
        *([mentioning(session, Comparison.mentions, asked.mentions, asker)] if asked.mentions else []),
    ]
    words = asked.q.replace("\x00", "").split()
    return _shown(session, comparisons_queries.named(session, words, conditions, asked.limit))


def shown(session: Session, row: Comparison) -> SavedOut:
    return _shown(session, [row])[0]


def _shown(session: Session, rows: Sequence[Comparison]) -> list[SavedOut]:
    """As many statements for many as for one."""
    ids = {one for row in rows for one in (row.owner_id, row.notes_by, *row.mentions)}
    known = accounts_queries.people(session, ids)
    same = SavedOut.model_fields.keys() - {"owner", "notes_by", "mentions"}
    return [
        SavedOut.model_validate(
            {name: getattr(row, name) for name in same}
            | {
                "owner": known.get(row.owner_id or ""),
                "notes_by": known.get(row.notes_by or ""),
                "mentions": [known[one] for one in row.mentions if one in known],
            }
        )
        for row in rows
    ]


def save(session: Session, body: SavedIn, principal: Principal) -> Comparison:
    """A new one; Invalid when its state chooses nothing that could be compared."""
    selection_of(body.state)
    made = Comparison(
        id=new_id(),
        name=body.name,
        owner_id=principal.account_id,
        notes="",
        notes_version=0,
        mentions=[],
        state=body.state,
    )
    if body.notes:
        write_notes(session, made, body.notes, principal.account_id)
    record(session, principal, Act.SAVED, made.id, f"comparison {made.name}")
    comparisons_queries.written(session, made)
    return made


def change(session: Session, comparison_id: str, body: SavedChange, principal: Principal) -> Comparison:
    """Change what is given. If somebody else has changed the notes, that is a Conflict, and they stay."""
    found = row(session, comparison_id, lock=True)
    if body.state is not None:
        selection_of(body.state)
        found.state = dict(body.state)
    if body.name is not None:
        found.name = body.name
    if body.notes is not None:
        change_notes(session, found, body.notes, body.notes_version, principal.account_id)
    if session.is_modified(found):
        what = sorted(body.model_fields_set - {"notes_version"})
        record(session, principal, Act.CHANGED, found.id, f"comparison {found.name}", what=what)
    return comparisons_queries.written(session, found)


def delete(session: Session, comparison_id: str, principal: Principal) -> None:
    found = row(session, comparison_id, lock=True)
    record(session, principal, Act.DELETED, found.id, f"comparison {found.name}")
    session.delete(found)
