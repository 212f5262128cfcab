"""Whether Dynoboard lives, is ready, and what is wrong with it."""

import logging
from collections.abc import Mapping
from types import MappingProxyType

from fastapi import APIRouter, Request
from pydantic import BaseModel
from redis import RedisError
from sqlalchemy.exc import SQLAlchemyError

from backend import disk_space, events
from backend.broker import access
from backend.database import autocommit
from backend.errors import DynoError, NoSpace
from backend.health import crash_loops
from backend.health.troubles import (
    CAUSED_BY_SPACE,
    SPACE,
    Trouble,
    answer_troubles,
    awaited_parts,
    restart_of,
    troubles_of,
)
from backend.http.request_limits import ALIVE, RETRY_S
from backend.identity import guard
from backend.schema_version import WrongSchema, check_schema
from backend.security import bearer_of
from backend.settings import get_settings

LOG = logging.getLogger(__name__)
router = APIRouter(tags=["health"])
probes = APIRouter(include_in_schema=False)


class NotReady(DynoError):
    status, code, title = 503, "not_ready", "Not ready"
    headers: Mapping[str, str] = MappingProxyType({"Retry-After": str(RETRY_S)})


class Health(BaseModel):
    troubles: list[Trouble]


@router.get("/health")
def get_health(request: Request) -> Health:
    """What is wrong with Dynoboard itself, worst first; empty when all is well."""
    text, means = disk_space.title_and_sentence()
    troubles = _troubles(request)
    if disk_space.problem():
        troubles = [trouble for trouble in troubles if trouble.code not in CAUSED_BY_SPACE]
    full = [Trouble(code=SPACE, text=text, help=means)]
    return Health(troubles=[*(full if text else []), *troubles])


@probes.get(ALIVE)
async def healthz() -> dict[str, str]:
    return {"status": "alive"}


@probes.get("/readyz")
def readyz(request: Request) -> dict[str, str]:
    """The database answers and its schema is ours; Redis takes jobs and keeps agents apart; beat and worker
    live; the disk has room.

    What is wrong is for those who bring the token.
    """
    try:
        if reasons := _reasons(request):
            raise NotReady(" ".join(reasons))
        if full := disk_space.problem():
            raise NoSpace(full)
    except DynoError as error:
        LOG.warning("not ready: %s", error.detail)
        if bearer_of(request) and guard.principal_of_request(request):
            raise
        raise NotReady("Not ready; the log of the API says why") from None
    return {"status": "ready"}


def _reasons(request: Request) -> list[str]:
    """All troubles, and what is no trouble yet while Dynoboard starts."""
    if troubles := _troubles(request):
        return [f"{trouble.text} {trouble.help}" for trouble in troubles]
    try:
        problem = access.problem_lately(events.get_redis())
    except RedisError as error:
        problem = f"Redis does not answer: {error}"
    if problem:
        return [problem]
    return [f"The {part} has not reported yet." for part in awaited_parts(request.app.state.look)]


def _troubles(request: Request) -> list[Trouble]:
    database = _database()
    loops = crash_loops.read(get_settings().data)
    return [
        *([database] if database else []),
        *troubles_of(request.app.state.look),
        *answer_troubles(request.app.state.answers.last_minute()),
        *map(crash_loops.trouble_of, loops),
    ]


def _database() -> Trouble | None:
    try:
        with autocommit() as session:
            check_schema(session)
    except WrongSchema as error:
        return Trouble(code=error.code, text=f"{error.problem}.", help=f"{error.action}.")
    except SQLAlchemyError as error:
        text = f"The database fails: {str(error).splitlines()[0]}."
        then = f"{restart_of('database')} Or correct DYNO_DATABASE_URL."
        return Trouble(code="database", text=text, help=then)
    return None
