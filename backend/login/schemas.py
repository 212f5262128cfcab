"""What signing in takes and gives."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, Field, model_validator


class CameFrom(StrEnum):
    """What somebody signed in with."""

    LINK = "link"
    TOKEN = "token"


class SignIn(BaseModel):
    """Either the dashboard's token, or the code of a one-time link."""

    token: str | None = Field(None, max_length=512)
    code: str | None = Field(None, max_length=512)

    @model_validator(mode="after")
    def _is_one(self) -> "SignIn":
        if (self.token is None) == (self.code is None):
            raise ValueError("give either token or code")
        return self


class SignedIn(BaseModel):
    """The cookie is in the answer's headers, unless `url` is given."""

    url: str | None = Field(
        None,
        description="where to sign in instead, by a new link: a cookie of the name in the address bar would "
        "also go to servers of other users of the same machine",
    )


class LinkOut(BaseModel):
    """A link that signs one browser in, once."""

    url: str
    expires_at: datetime


class SessionOut(BaseModel):
    """A browser that is signed in."""

    id: str
    came_from: CameFrom
    browser: str = Field(examples=["Firefox on Linux"])
    created_at: datetime
    last_used_at: datetime = Field(description="to within five minutes")
    is_this: bool = Field(description="whether it is the browser that asks")
