"""API models of annotations: notes, tags, stars, searches."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from agents.contract.states import ExperimentState
from backend.comparisons.schemas import Name, Notes
from backend.fields import storable
from backend.records.origin import Origin
from backend.refs import NotesOut
from backend.statistics.verdict import Verdict

Text = Annotated[str, Field(max_length=400), AfterValidator(storable)]
Texts = Annotated[list[Text], Field(default_factory=list, max_length=20)]


class Kept(NotesOut):
    """What people say of an experiment."""

    id: str
    name: str
    tags: list[str]
    starred: bool
    archived: bool


class ExperimentChange(BaseModel, extra="forbid"):
    """What to change; what is left out stays. `notes_version` is that of the edited notes."""

    name: Name | None = None
    notes: Notes | None = None
    notes_version: int | None = None
    tags: list[str] | None = Field(None, max_length=100, description="all of them, in place of the old ones")
    add_tags: list[str] = Field(default_factory=list, max_length=100)
    remove_tags: list[str] = Field(default_factory=list, max_length=100)
    starred: bool | None = None
    archived: bool | None = None


class TagCount(BaseModel):
    tag: str
    count: int = Field(description="experiments that have it and are not archived")


class ExperimentFilter(BaseModel, extra="forbid"):
    """All conditions given must hold; of several states, recipes or origins any one."""

    q: Annotated[str, Field(max_length=2000), AfterValidator(storable)] = Field(
        "",
        description='as in the search box: words, "phrases", tag: host: knob: verdict: after: is: …',
    )
    tag: Texts
    host: Texts = Field(description="name of a host that took part")
    knob: Texts = Field(description="NAME or NAME=VALUE, also of imported settings; one run has them all")
    verdict: list[Verdict] = Field(
        default_factory=list, max_length=4, description="of any candidate in req/s"
    )
    since: Text | None = Field(None, description="launched on this day or later: 2026-11-01, 2026-11, 7d")
    until: Text | None = Field(None, description="launched on this day or earlier")
    tz: Text = Field("UTC", description="the time zone of days, such as Europe/Berlin or +02:00")
    state: list[ExperimentState] = Field(default_factory=list, max_length=10)
    recipe: Texts
    origin: Origin | None = None
    made_from: Text | None = Field(None, description="id of the experiment that they were made from")
    by: Text | None = Field(None, description="who made them: a login, `me`, or `token`")
    mentions: Text | None = Field(None, description="whom their notes mention: a login, or `me`")
    starred: bool | None = None
    archived: Literal["hide", "include", "only"] | None = Field(None, description="default: hide")
    limit: int = Field(50, ge=1, le=200)
    sort: Literal["when", "name", "verdict", "change", "trust", "p99", "minutes"] = Field(
        "when", description="of the headline's first answer; rows without a value are last"
    )
    order: Literal["desc", "asc"] = "desc"
    before: Text | None = Field(None, description="id; only those after it in this order: older ones")
