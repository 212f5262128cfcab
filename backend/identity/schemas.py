"""What signing in, accounts, invitations and tokens take and give."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, model_validator

from backend.fields import one_line
from backend.identity.names import LoginName
from backend.identity.passwords import NewPassword
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
    is_owners: bool = Field(description="whether links of `dyno login` sign in to it")


MAX_INVITATION_DAYS, MAX_TOKEN_DAYS = 30, 366
DisplayName = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(one_line)]


class AccountOut(BaseModel):
    """A person."""

    id: str
    login: str
    name: str
    role: Role
    can_reach_hosts: bool
    has_password: bool
    has_provider: bool = Field(description="whether it is linked to a person at the OpenID provider")
    created_at: datetime
    last_used_at: datetime | None = Field(description="by a browser that is still signed in")
    disabled_at: datetime | None


class AccountChange(BaseModel):
    """Only what is given changes."""

    name: DisplayName | None = None
    role: Role | None = None
    can_reach_hosts: bool | None = None
    disabled: bool | None = Field(
        None,
        description="true also ends the account's sessions, and revokes its tokens and invitations for good",
    )


class InvitationIn(BaseModel):
    """Who is invited to what."""

    note: DisplayName = Field(description="for whom; only admins see it")
    role: Role
    can_reach_hosts: bool = False
    days: int = Field(7, ge=1, le=MAX_INVITATION_DAYS)


class InvitationOut(BaseModel):
    """A link that was not used yet."""

    id: str
    note: str
    role: Role
    can_reach_hosts: bool
    made_by: str | None = Field(description="name of an account")
    created_at: datetime
    expires_at: datetime


class NewInvitation(InvitationOut):
    url: str = Field(description="the link; shown this once")


class InvitationCode(BaseModel):
    """The code of an invitation's link."""

    code: str = Field(max_length=512)


class Joining(InvitationCode):
    """What an invited person chooses."""

    login: LoginName
    name: DisplayName
    password: NewPassword


class PasswordChange(BaseModel):
    current: str | None = Field(
        None, max_length=512, description="not needed without one, or after signing in by `dyno login`"
    )
    new: NewPassword


class Scope(StrEnum):
    """What an API token may do, never more than its person."""

    READ = "read"
    OPERATE = "operate"
    HOSTS = "hosts"


class ApiTokenIn(BaseModel):
    name: Annotated[str, Field(min_length=1, max_length=80), AfterValidator(one_line)]
    scope: Scope = Scope.READ
    days: int = Field(90, ge=1, le=MAX_TOKEN_DAYS)


class ApiTokenOut(BaseModel):
    """An API token of one's own."""

    id: str
    name: str
    scope: Scope
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None = Field(description="to within five minutes")


class NewApiToken(ApiTokenOut):
    token: str = Field(description="shown this once")
