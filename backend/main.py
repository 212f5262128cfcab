"""The API and the built UI in one process."""

import asyncio
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sse_starlette import EventSourceResponse
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from agents.contract import logs
from backend import __version__, agent_auth, events, old_names, security
from backend.annotations.routes import router as annotations
from backend.audit.routes import router as audit
from backend.bisects.routes import router as bisects
from backend.comparisons.routes import router as comparisons
from backend.comparisons.saved_routes import router as saved_comparisons
from backend.docs_site.api_reference import router as api_reference
from backend.docs_site.routes import router as docs_site
from backend.execution.jobs.routes import agent_router as report_routes
from backend.experiments.routes import router as experiments
from backend.health import watch
from backend.health.routes import probes
from backend.health.routes import router as health
from backend.health.troubles import Look
from backend.hosts.enrolment.routes import agent_router as enrolment_agent_routes
from backend.hosts.enrolment.routes import router as enrolment
from backend.hosts.installing.routes import install_router
from backend.hosts.installing.routes import router as installing
from backend.hosts.routes import agent_router as host_agent_routes
from backend.hosts.routes import router as hosts
from backend.hosts.testbed_check.routes import router as testbed_checks
from backend.http import error_handlers
from backend.http.bodies import Bodies
from backend.http.checks import Check, check_head
from backend.http.concurrency_limit import ConcurrencyLimiter
from backend.http.count_answers import CountAnswers
from backend.http.drain_body import DrainBody
from backend.http.forwarded import FromSocket
from backend.http.headers import Headers
from backend.http.query_names import check_query_names
from backend.http.recent_answers import RecentAnswers
from backend.http.request_ids import RequestIds
from backend.http.request_limits import LOGINS
from backend.http.streams import Places, Stream
from backend.identity import guard
from backend.identity.oidc.routes import router as provider
from backend.identity.oidc.settings import get_oidc
from backend.identity.people_routes import router as people
from backend.identity.routes import router as login
from backend.imports.routes import router as imports
from backend.notifications.routes import router as notices
from backend.operations.metrics.requests import Timed
from backend.operations.metrics.routes import metrics
from backend.presentation.exports.card_routes import router as cards
from backend.presentation.exports.routes import router as exports
from backend.presentation.link_preview.ui import Ui
from backend.recipes.routes import router as recipes
from backend.runs.routes import router as runs
from backend.samples.routes import agent_router as sample_routes
from backend.scheduling.routes import router as queue
from backend.settings import UNIX, get_settings
from backend.sharing.requests import SharedLinks
from backend.sharing.routes import router as sharing
from backend.testbeds.routes import router as testbeds
from backend.trends.routes import router as trends

GZIP_LEVEL = 5
"""A tenth larger than at 9, in a third of the time."""

api = APIRouter()
PARTS = (
    host_agent_routes,  # those of agents first: they are asked most often, and looked for in this order
    report_routes,
    sample_routes,
    login,
    provider,
    people,
    audit,
    notices,
    health,
    experiments,
    bisects,
    annotations,
    trends,
    runs,
    comparisons,
    exports,
    cards,
    imports,
    saved_comparisons,
    sharing,
    recipes,
    queue,
    hosts,
    enrolment,
    installing,
    testbeds,
    testbed_checks,
    enrolment_agent_routes,
    old_names.router,
    api,
)
"""Each is included by the app itself: a router within a router is searched once more for every request."""
WITH_ANY_QUERY = (exports, cards, provider)
"""Parts that ignore unknown names in a query: those of a page, an old `dyno export` or a sign-in provider."""


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
    is_known = partial(guard.is_still_known, request)
    return Stream(state.events.stream(experiment, is_known), state.places, security.caller_of(request))


def _operation_id(route: APIRoute) -> str:
    return route.name


class Dynoboard(FastAPI):
    def build_middleware_stack(self) -> ASGIApp:
        """The framework answers unexpected errors outside of all middleware; this comes around that."""
        inner = GZipMiddleware(super().build_middleware_stack(), compresslevel=GZIP_LEVEL)
        return DrainBody(RequestIds(Timed(CountAnswers(Headers(inner)))))

    def openapi(self) -> dict[str, Any]:
        return error_handlers.with_problems(super().openapi())


def _forwarding() -> list[Middleware]:
    """Where a client is, and whether it has TLS: the word of DYNO_TRUSTED_PROXY counts, and nobody else's."""
    proxy = get_settings().trusted_proxy
    if proxy == UNIX:
        return [Middleware(FromSocket)]
    return [Middleware(ProxyHeadersMiddleware, trusted_hosts=proxy)] if proxy else []


def create_app() -> FastAPI:
    app = Dynoboard(
        title="Dynoboard",
        version=__version__,
        description="Launches, records and charts tuning runs of nginx",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # backend/docs_site has it, without scripts of other hosts
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        lifespan=watch.lifespan,
        middleware=[  # in this order; a body is read only once it is known who sends it
            *_forwarding(),
            Middleware(Check, check=check_head),
            Middleware(Check, check=guard.check),
            Middleware(Check, check=agent_auth.check),
            Middleware(SharedLinks),
            Middleware(Bodies),
            Middleware(ConcurrencyLimiter),
        ],
    )
    get_oidc()  # what is wrong with it ends the start
    begin(app)
    error_handlers.install(app)
    app.include_router(probes)
    app.include_router(metrics)
    for part in PARTS:
        app.include_router(
            part,
            prefix="/api/v1",
            responses=error_handlers.RESPONSES,
            dependencies=[] if part in WITH_ANY_QUERY else [Depends(check_query_names)],
        )
    app.include_router(install_router, responses=error_handlers.RESPONSES)
    app.include_router(api_reference)
    app.include_router(docs_site)
    ui = get_settings().ui_dir
    if ui.is_dir():
        app.mount("/", Ui(directory=ui, html=True), name="ui")
    return app


def begin(app: FastAPI) -> None:
    """As after a start: nobody listens or waits, and nothing was heard yet."""
    app.state.events, app.state.places, app.state.look = events.Hub(), Places(), Look()
    app.state.answers = RecentAnswers()
    app.state.logins = asyncio.Semaphore(LOGINS)
    app.middleware_stack = None


logs.configure("api")
app = create_app()
