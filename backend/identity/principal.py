"""Who a request comes from, and what that person may do: set by the guard before any route runs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import Depends, Request

from backend.audit.log import Actor
from backend.errors import Unauthorized
from backend.identity.names import OWNER_NAME


class Role(StrEnum):
    """What a person may do: look; launch, cancel and write; decide who else may."""

    VIEWER = "viewer"
    OPERATOR = "operator"
    ADMIN = "admin"

    def covers(self, role: "Role") -> bool:
        """Whether this role may do all that the other may."""
        order = list(Role)
        return order.index(self) >= order.index(role)


class Way(StrEnum):
    """What a request brings to say who it is from."""

    SESSION = "session"
    API_TOKEN = "api_token"
    DASHBOARD_TOKEN = "dashboard_token"


@dataclass(frozen=True)
class Principal(Actor):
    """A person, a person's program, or who holds the dashboard's token: an admin without an account."""

    role: Role
    can_reach_hosts: bool
    came_from: Way
    session_id: str | None = None
    account_role: Role | None = None
    """Of the account behind an API token, whose scope may lower `role`."""

    @property
    def is_owner(self) -> bool:
        """Whether it is who holds the dashboard's token, by a browser or not."""
        return self.account_id is None


def owner(came_from: Way, session_id: str | None = None) -> Principal:
    """Who holds the dashboard's token."""
    return Principal(None, OWNER_NAME, Role.ADMIN, True, came_from, session_id)


async def _principal(request: Request) -> Principal:
    principal = getattr(request.state, "principal", None)
    if principal is None:  # a route for anybody
        raise Unauthorized("This needs an account: sign in first")
    return principal


PrincipalDep = Annotated[Principal, Depends(_principal)]
