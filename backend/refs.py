"""References to things and people, and notes, as the API says them."""

from datetime import datetime

from pydantic import BaseModel, Field


class ExperimentRef(BaseModel):
    id: str
    name: str


class PersonRef(BaseModel):
    """An account, as everybody who is signed in sees it."""

    id: str
    login: str
    name: str


class NotesOut(BaseModel):
    """Notes beside an experiment or a comparison."""

    notes: str = Field(description="Markdown, as written")
    notes_version: int = Field(description="to be sent back with a change, so that no edit is lost")
    notes_by: PersonRef | None = Field(description="who wrote them last; None: the dashboard's token")
    notes_at: datetime | None = Field(description="when; None: never, or before it was kept")
    mentions: list[PersonRef] = Field(description="whom the notes mention")
