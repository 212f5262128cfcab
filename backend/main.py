"""The API and the built UI in one process."""

import logging
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel
from redis import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sse_starlette import EventSourceResponse
from starlette.middleware import Middleware
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from backend import __version__, agent_auth, alive, error_handlers, events, security, space
from backend.broker import access
from backend.comparisons.routes import router as comparisons
from backend.comparisons.saved_routes import router as saved_comparisons
from backend.database import transaction
from backend.errors import DynoError, NoSpace
from backend.experiments.jobs.routes import agent_router as report_routes
from backend.experiments.routes import router as experiments
from backend.exports.card_routes import router as cards
from backend.exports.routes import router as exports
from backend.hosts.enrolment.routes import agent_router as enrolment_agent_routes
from backend.hosts.enrolment.routes import router as enrolment
from backend.hosts.routes import agent_router as host_agent_routes
from backend.hosts.routes import router as hosts
from backend.imports.routes import router as imports
from backend.limits.bodies import Bodies
from backend.limits.checks import Check, check_head
from backend.limits.headers import Headers
from backend.limits.seats import Seated
from backend.limits.streams import Places, Stream
from backend.login import guard
from backend.login.routes import router as login
from backend.manual.api_reference import router as api_reference
from backend.manual.routes import router as manual
from backend.notebook.routes import router as notebook
from backend.recipes.routes import router as recipes
from backend.runs.routes import router as runs
from backend.samples.routes import agent_router as sample_routes
from backend.schema_version import check_schema
from backend.security import bearer_of
from backend.settings import get_settings
from backend.testbeds.routes import router as testbeds
from backend.unfurl.ui import Ui

LOG = logging.getLogger(__name__)
api = APIRouter(prefix="/api/v1", responses=error_handlers.RESPONSES)
for part in (
    login,
    experiments,
    notebook,
    runs,
    comparisons,
    exports,
    cards,
    imports,
    saved_comparisons,
    recipes,
    hosts,
    enrolment,
    testbeds,
    enrolment_agent_routes,
    host_agent_routes,
    report_routes,
    sample_routes,
    space.router,
):
    api.include_router(part)


class VersionOut(BaseModel):
    version: str


@api.get("/version", tags=["version"])
def get_version() -> VersionOut:
    """The version of the running Dynoboard."""
    return VersionOut(version=__version__)


@api.get("/events", response_class=EventSourceResponse, tags=["events"])
async def stream_events(request: Request, experiment: str | None = None) -> EventSourceResponse:
    """Server-sent events: what changed (`experiment`, `host`), and live readings (`reading`)."""
    state = request.app.state
    return Stream(state.events.stream(experiment), state.places, security.caller_of(request))


def _operation_id(route: APIRoute) -> str:
    return route.name


class NotReady(DynoError):
    status, code, title = 503, "not_ready", "Not ready"


health = APIRouter(include_in_schema=False)


@health.get("/healthz")
def healthz() -> dict[str, str]:
    return {"status": "alive"}


@health.get("/readyz")
def readyz(request: Request) -> dict[str, str]:
    """Database answers, schema is ours, broker answers and keeps agents apart, the disk has room.

    What is wrong is for those who bring the token.
    """
    try:
        _check_ready()
    except DynoError as error:
        LOG.warning("not ready: %s", error.detail)
        if bearer_of(request) and guard.is_let_in(request):
            raise
        raise NotReady("Not ready; the log of the API says why") from None
    return {"status": "ready"}


def _check_ready() -> None:
    try:
        with transaction() as session:
            check_schema(session)
        problem = access.problem(events.get_redis())
    except SQLAlchemyError as error:
        raise NotReady(f"The database does not answer: {error}") from error
    except RedisError as error:
        raise NotReady(f"Redis does not answer: {error}") from error
    if problem:
        raise NotReady(problem)
    if full := space.problem():
        raise NoSpace(full)


class Dynoboard(FastAPI):
    def build_middleware_stack(self) -> ASGIApp:
        """The framework answers unexpected errors outside of all middleware; headers come around that."""
        return Headers(super().build_middleware_stack())

    def openapi(self) -> dict[str, Any]:
        return error_handlers.with_problems(super().openapi())


def _forwarded() -> list[Middleware]:
    """Where a client is, and whether it has TLS: the word of DYNO_TRUSTED_PROXY counts, and nobody else's."""
    proxy = get_settings().trusted_proxy
    return [Middleware(ProxyHeadersMiddleware, trusted_hosts=proxy)] if proxy else []


def create_app() -> FastAPI:
    app = Dynoboard(
        title="Dynoboard",
        version=__version__,
        description="Launches, records and charts tuning runs of nginx",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # backend/manual has it, without scripts of other hosts
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        lifespan=alive.lifespan,
        middleware=[  # in this order; a body is read only once it is known who sends it
            *_forwarded(),
            Middleware(Check, check=check_head),
            Middleware(Check, check=guard.check),
            Middleware(Check, check=agent_auth.check),
            Middleware(Bodies),
            Middleware(Seated),
        ],
    )
    app.state.events, app.state.places = events.Hub(), Places()
    error_handlers.install(app)
    app.include_router(health)
    app.include_router(api)
    app.include_router(api_reference)
    app.include_router(manual)
    ui = get_settings().ui_dir
    if ui.is_dir():
        app.mount("/", Ui(directory=ui, html=True), name="ui")
    return app


app = create_app()
