"""Which host an agent's request speaks for: its own token decides."""

from typing import Annotated

from fastapi import Depends, Request

from backend.database import SessionDep
from backend.errors import Unauthorized
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.security import bearer_of, token_hash


def _agent(request: Request, session: SessionDep) -> Host:
    token = bearer_of(request)
    host = hosts_queries.by_token_hash(session, token_hash(token)) if token else None
    if host is None:
        raise Unauthorized("This agent's token is not known; enrol again")
    return host


AgentDep = Annotated[Host, Depends(_agent)]
