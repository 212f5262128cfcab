"""Which host an agent's request speaks for: its own token decides."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from backend.database import SessionDep, transaction
from backend.errors import Unauthorized
from backend.limits.table import AGENTS, ANYBODY
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.security import bearer_of, token_hash

_UNKNOWN = "This agent's token is not known; enrol again"


async def check(request: Request) -> None:
    """Unauthorized before anything of a body is read, for every route of agents."""
    path = request.url.path
    if path.startswith(AGENTS) and path not in ANYBODY:
        await run_in_threadpool(_require_known, request)


def _require_known(request: Request) -> None:
    token = bearer_of(request)
    with transaction() as session:
        if not token or not hosts_queries.knows_token_hash(session, token_hash(token)):
            raise Unauthorized(_UNKNOWN)


def _agent(request: Request, session: SessionDep) -> Host:
    token = bearer_of(request)
    host = hosts_queries.by_token_hash(session, token_hash(token)) if token else None
    if host is None:
        raise Unauthorized(_UNKNOWN)
    return host


AgentDep = Annotated[Host, Depends(_agent)]
