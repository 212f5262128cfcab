"""Gives each agent its Redis user, takes it away, and gives it again after Redis has lost it.

The database holds digests only: what it says is what Redis is made to say, now and by the next sweep.
"""

import logging
import secrets
from collections.abc import Mapping
from functools import partial

import redis
from redis.exceptions import NoPermissionError
from sqlalchemy.orm import Session

from backend.broker.acl import agent_rules, digest, digests, lets_anybody_in, user_of, with_user
from backend.database import after_commit
from backend.events import get_redis
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.settings import Settings

NEEDED = "+acl|setuser +acl|deluser +acl|list"
log = logging.getLogger(__name__)


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


def restore(session: Session) -> None:
    """Bring Redis to what the database says, after a restart of either; redis.RedisError when it refuses."""
    _bring_about(hosts_queries.broker_password_digests(session))


def problem(client: redis.Redis) -> str:
    """Why agents cannot be kept apart in this Redis, with what to do; empty when they can."""
    probe = user_of("probe")
    try:
        client.execute_command("ACL SETUSER", probe, "off")
        client.execute_command("ACL DELUSER", probe)
        rights = _listed(client)
    except NoPermissionError:
        return f"the user of DYNO_REDIS_URL may not give agents users of their own: grant it {NEEDED}"
    except redis.ResponseError as error:
        return f"Redis 6.2 or newer is needed, which has a user for each agent: {error}"
    if lets_anybody_in(rights):
        return (
            "Redis lets anybody in without a password, agents too: give it one (requirepass, or "
            "ACL SETUSER default off beside a user of your own) and put it into DYNO_REDIS_URL"
        )
    return ""


def _now(wanted: Mapping[str, str]) -> None:
    try:
        _bring_about(wanted)
    except redis.RedisError as error:
        log.warning("Redis users wait for the sweep: %s", error)


def _bring_about(wanted: Mapping[str, str]) -> None:
    """Host id → digest of its password, empty for none. Connections under another password end."""
    client = get_redis()
    known = digests(_listed(client))
    with client.pipeline() as steps:
        for host_id, password_digest in wanted.items():
            user = user_of(host_id)
            if known.get(user, {password_digest}) != {password_digest}:
                steps.execute_command("ACL DELUSER", user)
            if password_digest:
                steps.execute_command("ACL SETUSER", user, *agent_rules(host_id, password_digest))
        steps.execute()


def _listed(client: redis.Redis) -> list[str]:
    return [line.decode() if isinstance(line, bytes) else line for line in client.acl_list()]
