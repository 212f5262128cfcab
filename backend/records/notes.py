"""Notes that several people may edit at once: the later editor is told, and nothing is lost."""

from typing import Protocol

from sqlalchemy.orm import Mapped

from backend.errors import Conflict, Invalid


class Noted(Protocol):
    """A row with notes and their version."""

    notes: Mapped[str]
    notes_version: Mapped[int]


class NotesChanged(Conflict):
    """Somebody else has changed the notes; `more` has theirs, their version, and what was sent."""

    code = "notes_changed"


def change_notes(row: Noted, notes: str, version: int | None) -> None:
    """Accept new notes whose editing began from `version`; NotesChanged when that is not the newest.

    The same text once more changes nothing, so a request may be repeated.
    """
    if version is None:
        message = "give notes_version: the version of the notes that were edited"
        raise Invalid.at("notes_version", message)
    if notes == row.notes:
        return
    if version != row.notes_version:
        raise NotesChanged(
            f"Somebody else changed the notes in the meantime (version {row.notes_version}, yours began from "
            f"{version}); nothing was saved: put both together, then save again",
            more={"notes": row.notes, "notes_version": row.notes_version, "yours": notes},
        )
    row.notes = notes
    row.notes_version += 1
