"""Gives each agent its Redis user, takes it away, and gives it again after Redis has lost it.

The database holds digests only: what it says is what Redis is made to say, now and by the next sweep.
"""

import logging
import secrets
import time
from collections.abc import Iterable, Mapping
from functools import partial

import redis
from redis.exceptions import NoPermissionError
from sqlalchemy.orm import Session

from backend.broker.acl import agent_rules, by_user, digest, digests, lets_anybody_in, user_of, with_user
from backend.database import after_commit
from backend.events import get_redis
from backend.records.hosts import Host
from backend.settings import Settings

NEEDED = "+acl|setuser +acl|deluser +acl|list"
log = logging.getLogger(__name__)
PROBLEM_EVERY_S = 60.0
_looked_at: dict[str, float] = {}
_granted_rights: dict[str, tuple[str, str | None]] = {}
"""User → digest of its password, and how Redis lists it with the rights that this process gave it."""


def issue(session: Session, host: Host, settings: Settings) -> str:
    """The broker's address with a new password for this host; its old one is cut off at the commit."""
    password = secrets.token_urlsafe(32)
    host.broker_password_digest = digest(password)
    after_commit(session, partial(_now, {host.id: host.broker_password_digest}))
    return with_user(settings.agent_broker_url or settings.broker_url, user_of(host.id), password)


def revoke(session: Session, host: Host) -> None:
    """Take the host's user away; its connections end at the commit."""
    host.broker_password_digest = ""
    after_commit(session, partial(_now, {host.id: ""}))


def problem(client: redis.Redis) -> str:
    """Why agents cannot be kept apart in this Redis, with what to do; empty when they can."""
    probe = user_of("probe")
    try:
        client.execute_command("ACL SETUSER", probe, "off")
        client.execute_command("ACL DELUSER", probe)
        rights = _list_rights(client)
    except NoPermissionError:
        return f"the user of DYNO_REDIS_URL may not give agents users of their own: grant it {NEEDED}"
    except redis.ResponseError as error:
        return f"Redis 6.2 or newer is needed, which has a user for each agent: {error}"
    if lets_anybody_in(rights):
        return (
            "Redis accepts connections without a password, from agents too. Set one (requirepass, or ACL "
            "SETUSER default off with a user of your own) and put it into DYNO_REDIS_URL"
        )
    return ""


def problem_lately(client: redis.Redis) -> str:
    """The same for what is asked every few seconds: that there was none counts for a minute."""
    if time.monotonic() < _looked_at.get("until", 0.0):
        return ""
    trouble = problem(client)
    if not trouble:
        _looked_at["until"] = time.monotonic() + PROBLEM_EVERY_S
    return trouble


def _now(password_digests: Mapping[str, str]) -> None:
    try:
        bring_about(password_digests)
    except redis.RedisError as error:
        log.warning("Redis users wait for the sweep: %s", error)


def bring_about(password_digests: Mapping[str, str]) -> None:
    """Host id → digest of its password, empty for none. Connections under another password end.
    redis.RedisError when Redis refuses.

    A user that Redis lists just as it did when this process gave it its rights is left alone: this runs
    every few seconds for every host, beside what is measured.
    """
    client = get_redis()
    lines = by_user(_list_rights(client))
    differing = {
        host_id: password_digest
        for host_id, password_digest in password_digests.items()
        if _granted_rights.get(user := user_of(host_id), ("", None)) != (password_digest, lines.get(user))
    }
    if not differing:
        return
    known_digests = digests(lines.values())
    with client.pipeline() as steps:
        for host_id, password_digest in differing.items():
            user = user_of(host_id)
            if known_digests.get(user, {password_digest}) != {password_digest}:
                steps.execute_command("ACL DELUSER", user)
            if password_digest:
                steps.execute_command("ACL SETUSER", user, *agent_rules(host_id, password_digest))
        steps.execute_command("ACL LIST")  # in the same moment: nobody can have changed anything
        lines = by_user(_texts(steps.execute()[-1]))
    for host_id, password_digest in differing.items():
        user = user_of(host_id)
        _granted_rights[user] = (password_digest, lines.get(user))


def _list_rights(client: redis.Redis) -> list[str]:
    return _texts(client.acl_list())


def _texts(lines: Iterable[str | bytes]) -> list[str]:
    return [line.decode() if isinstance(line, bytes) else line for line in lines]
