"""API tokens: what a person's programs bring, hashed, for a time, never with more rights than the person."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.errors import Conflict, Forbidden, require
from backend.identity import accounts
from backend.identity.principal import Principal, Role, Way
from backend.identity.schemas import ApiTokenIn, ApiTokenOut, Scope
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records.access import api_tokens_queries as queries
from backend.records.access.accounts import Account, ApiToken
from backend.security import token_hash

PREFIX = "dyno_"
"""What scanners for leaked secrets find; a token without it is not looked up."""
MAX_TOKENS = 50
NOTED_EVERY = timedelta(minutes=5)
ROLE_OF = {Scope.READ: Role.VIEWER, Scope.OPERATE: Role.OPERATOR, Scope.HOSTS: Role.OPERATOR}


def make(session: Session, account: Account, body: ApiTokenIn) -> tuple[ApiTokenOut, str]:
    """The token's row, and the token, which is shown once. Forbidden for more than its person may do."""
    person = accounts.principal_of(account, Way.API_TOKEN)
    enough = person.role.covers(ROLE_OF[body.scope]) and (
        body.scope is not Scope.HOSTS or person.can_reach_hosts
    )
    if not enough:
        raise Forbidden(
            f"your account may not do what the scope “{body.scope}” lets a token do; "
            "an admin can change that on People"
        )
    now = datetime.now(UTC)
    queries.forget_expired(session, now)
    if queries.count(session, account.id) >= MAX_TOKENS:
        raise Conflict(f"You have {MAX_TOKENS} tokens; revoke some that nothing uses any more")
    token = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken(
        id=new_id(),
        account_id=account.id,
        name=body.name,
        token_hash=token_hash(token),
        scope=body.scope,
        created_at=now,
        expires_at=now + timedelta(days=body.days),
    )
    session.add(row)
    session.flush()
    return _out(row), token


def list_own(session: Session, account: Account) -> list[ApiTokenOut]:
    """Those that still work, the newest first."""
    return [_out(row) for row in queries.of_account(session, account.id, datetime.now(UTC))]


def revoke(session: Session, account: Account, token_id: str) -> str:
    """The name that it had."""
    return require(queries.remove(session, account.id, token_id), "You have no such token")


def principal_of(session: Session, token: str) -> Principal | None:
    """Whom a token speaks for, within its scope; None if it is unknown, too old, or disabled."""
    now = datetime.now(UTC)
    match = queries.by_hash(session, token_hash(token), now) if token.startswith(PREFIX) else None
    if match is None:
        return None
    row, account = match
    if row.last_used_at is None or row.last_used_at < now - NOTED_EVERY:
        queries.note_use(session, row.id, now)
    person, scope = accounts.principal_of(account, Way.API_TOKEN), Scope(row.scope)
    role = person.role if ROLE_OF[scope].covers(person.role) else ROLE_OF[scope]
    can_reach_hosts = person.can_reach_hosts and scope is Scope.HOSTS
    return replace(person, role=role, can_reach_hosts=can_reach_hosts, account_role=person.role)


def _out(row: ApiToken) -> ApiTokenOut:
    return copy_fields(ApiTokenOut, row, scope=Scope(row.scope))
