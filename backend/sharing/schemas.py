"""What share links take and say."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator

from backend.comparisons.schemas import State


class Kind(StrEnum):
    """What a link opens."""

    EXPERIMENT = "experiment"
    RUN = "run"
    COMPARISON = "comparison"


Id = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9]{1,32}$")]


class ShareIn(BaseModel, extra="forbid"):
    """What to share: an experiment, a run or a saved comparison by its id, or a view of Compare."""

    kind: Kind
    id: Id | None = None
    state: State | None = Field(None, description="search parameters of the Compare page")
    as_report: bool = Field(False, description="only its report")
    days: Literal[1, 7, 30] | None = Field(7, description="how long it works; null: until it is revoked")
    with_hosts: bool = Field(
        False, description="with addresses, host names, paths, outputs and the rest of what a host says"
    )

    @model_validator(mode="after")
    def _names_one(self) -> "ShareIn":
        if (self.id is None) == (self.state is None):
            raise ValueError("give the id of what is shared, or the state of a view of Compare")
        if self.state is not None and self.kind != Kind.COMPARISON:
            raise ValueError("only a comparison is shared by its state")
        if self.as_report and self.kind == Kind.RUN:
            raise ValueError("a run has no report; share its experiment's")
        return self


class ShareOut(BaseModel):
    """A link as it is listed; its token is not kept, so its address is known only to who has it."""

    id: str
    kind: Kind
    as_report: bool
    subject_id: str | None = Field(description="None: a view of Compare")
    title: str = Field(description="of what is shared, when the link was made")
    page: str = Field(description="the same page for who is signed in", examples=["/runs/06f3k2a8d1xq9z"])
    with_hosts: bool
    made_by: str
    created_at: datetime
    expires_at: datetime | None = Field(description="None: never")
    revoked_at: datetime | None
    opened_at: datetime | None = Field(description="last time, to within five minutes; None: not yet")
    works: bool = Field(description="neither expired nor revoked, and what it shows is not deleted")


class ShareMade(BaseModel):
    """A new link. `url` is shown this once."""

    link: ShareOut
    url: str


class OpenIn(BaseModel, extra="forbid"):
    """The token of a share link: what stands behind /s/ in its address."""

    token: str = Field(max_length=100)


class Opened(BaseModel):
    """What a link shows. A cookie in the answer's headers then stands for it below /api/v1/shared/ID/."""

    id: str
    kind: Kind
    as_report: bool
    page: str = Field(description="address of the page below /s/TOKEN", examples=["/runs/06f3k2a8d1xq9z"])
    with_hosts: bool
    expires_at: datetime | None
    url: str | None = Field(
        None,
        description="where to open it instead: a cookie of the name in the address bar would also go to "
        "servers of other users of the same machine",
    )
