"""What routes of accounts, invitations and tokens take and give."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from backend.fields import one_line
from backend.identity.names import LoginName
from backend.identity.passwords import NewPassword
from backend.identity.principal import Role

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
