"""What the API takes and says of comparisons that are saved under a name."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from backend.fields import one_line, storable
from backend.refs import PersonRef

MAX_NOTES_LENGTH = 100_000
MAX_VALUE_LENGTH = 20_000  # a side of 500 runs is 7,500 characters
MAX_PARAMETERS = 60

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(one_line),
]
Notes = Annotated[str, StringConstraints(max_length=MAX_NOTES_LENGTH), AfterValidator(storable)]
Parameter = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(storable)]
Value = Annotated[str, StringConstraints(max_length=MAX_VALUE_LENGTH), AfterValidator(storable)]
Who = Annotated[str, StringConstraints(max_length=80, to_lower=True), AfterValidator(storable)]
State = Annotated[dict[Parameter, Value], Field(max_length=MAX_PARAMETERS)]


class SavedIn(BaseModel, extra="forbid"):
    """A comparison to save: its name and the search parameters of the Compare page."""

    name: Name
    notes: Notes = ""
    state: State = Field(examples=[{"experiment": "06f3k2a8d1xq9z", "factor": "pin"}])


class SavedFilter(BaseModel, extra="forbid"):
    """All conditions given must hold."""

    q: Annotated[str, Field(max_length=200)] = Field("", description="words of the name")
    by: Who | None = Field(None, description="who saved them first: a login, `me`, or `token`")
    mentions: Who | None = Field(None, description="whom their notes mention: a login, or `me`")
    limit: int = Field(50, ge=1, le=200)


class SavedChange(BaseModel, extra="forbid"):
    """What to change; what is left out stays. `notes_version` is that of the edited notes."""

    name: Name | None = None
    notes: Notes | None = None
    notes_version: int | None = None
    state: State | None = None


class SavedOut(BaseModel):
    id: str
    name: str
    notes: str = Field(description="Markdown, as written")
    notes_version: int = Field(description="counts up with every change of the notes")
    notes_by: PersonRef | None = Field(description="who wrote them last; None: the dashboard's token")
    notes_at: datetime | None = Field(description="when; None: never, or before it was kept")
    mentions: list[PersonRef] = Field(description="whom the notes mention")
    owner: PersonRef | None = Field(
        description="who saved it first; None: the dashboard's token, and for readers of a link"
    )
    state: dict[str, str] = Field(description="search parameters of the Compare page")
    created_at: datetime
    updated_at: datetime
