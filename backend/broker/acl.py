"""Redis users and their rights, as words of `ACL SETUSER` (Redis 6.2 and newer, Valkey); pure.

An agent's user can take messages from its own queue. Everything else is refused: other keys, sending,
channels, scripts, and whatever looks at the server or at other clients.
"""

import hashlib
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from agents.contract.jobs import queue_of

CONTROL_USER = "control"
AGENT_COMMANDS = ("brpop", "ping", "select")
CONTROL_COMMANDS = (
    *("ping", "select", "multi", "exec", "get", "set", "del", "expire"),
    *("lpush", "rpush", "brpop", "llen"),
    # messages of the control queue that are in work, under a lock of redis-py (a script)
    *("hset", "hget", "hdel", "zadd", "zrem", "zrange"),
    *("watch", "unwatch", "evalsha", "script|load"),
    *("publish", "subscribe", "unsubscribe"),
    *("acl|setuser", "acl|deluser", "acl|list"),
)
CONTROL_KEYS = ("control", "unacked", "unacked_index", "unacked_mutex", "host.*", "dyno:*")
CONTROL_CHANNELS = ("dyno:*",)


def user_of(host_id: str) -> str:
    """The Redis user of a host's agent; the name of its queue."""
    return queue_of(host_id)


def digest(password: str) -> str:
    """What Redis and the database keep of a password of 256 random bits: SHA-256, hexadecimal."""
    return hashlib.sha256(password.encode()).hexdigest()


def agent_rules(host_id: str, password_digest: str) -> list[str]:
    """The rights of a host's agent; they replace all that its user had."""
    return _rules(password_digest, [queue_of(host_id)], [], AGENT_COMMANDS)


def control_rules(password_digest: str) -> list[str]:
    """The rights of the control plane."""
    return _rules(password_digest, CONTROL_KEYS, CONTROL_CHANNELS, CONTROL_COMMANDS)


def _rules(
    password_digest: str, keys: Iterable[str], channels: Iterable[str], commands: Iterable[str]
) -> list[str]:
    return [
        *("reset", "on", f"#{password_digest}", "resetchannels", "-@all"),
        *(f"~{key}" for key in keys),
        *(f"&{channel}" for channel in channels),
        *(f"+{command}" for command in commands),
    ]


def by_user(acl_list: Iterable[str]) -> dict[str, str]:
    """User → its line of what `ACL LIST` answers."""
    return {line.split(maxsplit=2)[1]: line for line in acl_list}


def digests(acl_list: Iterable[str]) -> dict[str, set[str]]:
    """User → digests of its passwords, from what `ACL LIST` answers."""
    users = (line.split() for line in acl_list)
    return {words[1]: {word[1:] for word in words if word.startswith("#")} for words in users}


def lets_anybody_in(acl_list: Iterable[str]) -> bool:
    """Whether a connection without a password may do anything at all."""
    default = next((line.split() for line in acl_list if line.startswith("user default ")), [])
    return "on" in default and "nopass" in default and default[-1] != "-@all"


def with_user(url: str, user: str, password: str) -> str:
    """A broker's address with these credentials in place of its own."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    parameters = [
        (name, value) for name, value in parse_qsl(parts.query) if name not in ("username", "password")
    ]
    netloc = f"{quote(user, safe='')}:{quote(password, safe='')}@{place}"
    return urlunsplit(parts._replace(netloc=netloc, query=urlencode(parameters)))
