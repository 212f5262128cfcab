"""What signing in takes and gives."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, Field, model_validator

from backend.identity.principal import Role, Way


class CameFrom(StrEnum):
    """What somebody signed in with."""

    LINK = "link"
    TOKEN = "token"
    PASSWORD = "password"
    INVITED = "invited"
    PROVIDER = "provider"
    RESET = "reset"


class SignIn(BaseModel):
    """The dashboard's token, or the code of a one-time link, or a name and its password."""

    token: str | None = Field(None, max_length=512)
    code: str | None = Field(None, max_length=512)
    login: str | None = Field(None, max_length=80)
    password: str | None = Field(None, max_length=512)

    @model_validator(mode="after")
    def _is_one(self) -> "SignIn":
        ways = [name for name in ("token", "code", "password") if getattr(self, name) is not None]
        if len(ways) != 1 or (self.password is None) != (self.login is None):
            raise ValueError("give either token, or code, or login and password")
        return self


class SignedIn(BaseModel):
    """The cookie is in the answer's headers, unless `url` is given."""

    url: str | None = Field(
        None,
        description="where to sign in instead, by a new link: a cookie of the name in the address bar would "
        "also go to servers of other users of the same machine",
    )


class LinkIn(BaseModel):
    """Whose account the link signs in to; an admin's is made when there is none of that name.

    Never the account of somebody who joined by an invitation or a provider: then it is `owner`.
    """

    user: str = Field("", max_length=256, description="user that runs `dyno login`, on that machine")


class LinkOut(BaseModel):
    """A link that signs one browser in, once."""

    url: str
    expires_at: datetime


class SessionOut(BaseModel):
    """A browser that is signed in."""

    id: str
    name: str = Field(description="of the account")
    came_from: CameFrom
    browser: str = Field(examples=["Firefox on Linux"])
    created_at: datetime
    last_used_at: datetime = Field(description="to within five minutes")
    is_this: bool = Field(description="whether it is the browser that asks")


class Me(BaseModel):
    """Who asks, and what that person may do."""

    account_id: str | None = Field(description="null: the dashboard's token, which has no account")
    login: str | None
    name: str
    role: Role
    can_reach_hosts: bool
    came_from: Way
    has_password: bool
    has_provider: bool = Field(description="whether it is linked to a person at the OpenID provider")
