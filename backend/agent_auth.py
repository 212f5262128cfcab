"""Which host an agent's request speaks for: its own token decides."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from cachetools import TTLCache
from fastapi import Depends, Request
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from backend.database import transaction
from backend.errors import Unauthorized
from backend.http.request_limits import AGENTS, ANYBODY
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.security import bearer_of, token_hash

_UNKNOWN = "This agent's token is not known; enrol again"
CACHED_S = 30.0
"""How long bodies are still read after a credential was revoked; `host_of` refuses every request of it."""
_known_hashes: TTLCache[str, bool] = TTLCache(maxsize=10_000, ttl=CACHED_S)


async def check(request: Request) -> None:
    """Unauthorized before anything of a body is read, for every route of agents."""
    path = request.url.path
    if not path.startswith(AGENTS) or path in ANYBODY:
        return
    token = bearer_of(request)
    if not token:
        raise Unauthorized(_UNKNOWN)
    digest = token_hash(token)
    if digest not in _known_hashes:
        await run_in_threadpool(_require_known, digest)
        _known_hashes[digest] = True


def _require_known(digest: str) -> None:
    with transaction() as session:
        if not hosts_queries.knows_token_hash(session, digest):
            raise Unauthorized(_UNKNOWN)


def host_of(session: Session, credential: str) -> Host:
    """The host whose agent has this credential (its hash); Unauthorized where none has."""
    host = hosts_queries.by_token_hash(session, credential)
    if host is None:
        raise Unauthorized(_UNKNOWN)
    return host


async def _credential(request: Request) -> str:
    token = bearer_of(request)
    if not token:
        raise Unauthorized(_UNKNOWN)
    return token_hash(token)


CredentialDep = Annotated[str, Depends(_credential)]


@contextmanager
def speaking(credential: str) -> Iterator[tuple[Session, Host]]:
    """The transaction of an agent's request, and the host that it speaks for; Unauthorized for a stranger.

    It begins and ends in the thread of the request. A request that waited for a thread while it held a
    connection would be in the way of those that wait for a connection while they hold a thread: many agents
    at once would stop each other.
    """
    with transaction() as session:
        yield session, host_of(session, credential)
