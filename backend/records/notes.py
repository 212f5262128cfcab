"""Notes that several people may edit at once: the later editor is told, and nothing is lost."""

from datetime import UTC, datetime
from typing import Protocol

from sqlalchemy.orm import Mapped, Session

from backend.errors import Conflict, Invalid
from backend.records.access import accounts_queries
from backend.records.people.mentions import candidates, mentions_in
from backend.refs import PersonRef


class Noted(Protocol):
    """A row with notes and their version, who wrote them last, and the accounts that they mention."""

    notes: Mapped[str]
    notes_version: Mapped[int]
    notes_by: Mapped[str | None]
    notes_at: Mapped[datetime | None]
    mentions: Mapped[list[str]]


class NotesChanged(Conflict):
    """Somebody else has changed the notes; `more` has theirs, their version, and what was sent."""

    code = "notes_changed"


def change_notes(session: Session, row: Noted, notes: str, version: int | None, author: str | None) -> bool:
    """Accept new notes whose editing began from `version`; NotesChanged when that is not the newest.

    The same text once more changes nothing (False), so a request may be repeated.
    """
    if version is None:
        message = "give notes_version: the version of the notes that were edited"
        raise Invalid.at("notes_version", message)
    if notes == row.notes:
        return False
    if version != row.notes_version:
        raise NotesChanged(
            f"Another person changed the notes (version {row.notes_version}, yours began from "
            f"{version}); nothing was saved: merge both, then save again",
            more={"notes": row.notes, "notes_version": row.notes_version, "yours": notes},
        )
    row.notes_version += 1
    write_notes(session, row, notes, author)
    return True


def write_notes(session: Session, row: Noted, notes: str, author: str | None) -> None:
    """Notes with their author and the accounts that they mention.

    author  id of an account; None: the dashboard's token
    """
    row.notes, row.notes_by, row.notes_at = notes, author, datetime.now(UTC)
    row.mentions = [person.id for person in mentioned_in(session, notes)]


def mentioned_in(session: Session, notes: str) -> list[PersonRef]:
    """Who is mentioned, in the order of the text; who is disabled is not."""
    people_by_login = accounts_queries.with_logins(session, candidates(notes))
    return [people_by_login[login] for login in mentions_in(notes, people_by_login)]
