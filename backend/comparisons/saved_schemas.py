"""What the API takes and says of comparisons that are saved under a name."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

LONGEST_NOTES = 100_000
LONGEST_VALUE = 20_000  # a side of 500 runs is 7,500 characters
MOST_PARAMETERS = 60


def _storable(text: str) -> str:
    """PostgreSQL keeps neither NUL nor half of a surrogate pair."""
    if "\x00" in text or (not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)):
        raise ValueError("must be text without NUL and broken characters")
    return text


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must be one line of printable characters")
    return text


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_one_line),
    AfterValidator(_storable),
]
Notes = Annotated[str, StringConstraints(max_length=LONGEST_NOTES), AfterValidator(_storable)]
Parameter = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(_storable)]
Value = Annotated[str, StringConstraints(max_length=LONGEST_VALUE), AfterValidator(_storable)]
State = Annotated[dict[Parameter, Value], Field(max_length=MOST_PARAMETERS)]


class SavedIn(BaseModel, extra="forbid"):
    """A comparison to save: its name and the search parameters of the Compare page."""

    name: Name
    notes: Notes = ""
    state: State = Field(examples=[{"experiment": "06f3k2a8d1xq9z", "factor": "pin"}])


class SavedChange(BaseModel, extra="forbid"):
    """What to change; what is left out stays. `notes_version` is that of the notes which were edited."""

    name: Name | None = None
    notes: Notes | None = None
    notes_version: int | None = None
    state: State | None = None


class SavedOut(BaseModel):
    id: str
    name: str
    notes: str = Field(description="Markdown, as written")
    notes_version: int = Field(description="counts up with every change of the notes")
    state: dict[str, str] = Field(description="search parameters of the Compare page")
    created_at: datetime
    updated_at: datetime
