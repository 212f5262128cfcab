"""The API and the built UI in one process."""

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sqlalchemy import text
from sse_starlette import EventSourceResponse

from backend import __version__, alive, error_handlers, events, security
from backend.comparisons.routes import router as comparisons
from backend.comparisons.saved_routes import router as saved_comparisons
from backend.database import SessionDep
from backend.errors import DynoError, Unauthorized
from backend.experiments.jobs.routes import agent_router as report_routes
from backend.experiments.routes import router as experiments
from backend.exports.card_routes import router as cards
from backend.exports.routes import router as exports
from backend.hosts.routes import agent_router as host_agent_routes
from backend.hosts.routes import router as hosts
from backend.imports.routes import router as imports
from backend.manual.api_reference import router as api_reference
from backend.manual.routes import router as manual
from backend.notebook.routes import router as notebook
from backend.recipes.routes import router as recipes
from backend.runs.routes import router as runs
from backend.samples.routes import agent_router as sample_routes
from backend.schema_version import check_schema
from backend.settings import get_settings
from backend.testbeds.routes import router as testbeds
from backend.unfurl.ui import Ui

api = APIRouter(prefix="/api/v1", responses=error_handlers.RESPONSES)
for part in (
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
    testbeds,
    host_agent_routes,
    report_routes,
    sample_routes,
):
    api.include_router(part)


class SessionIn(BaseModel):
    token: str


@api.post("/session", status_code=204, tags=["session"])
def open_session(body: SessionIn, request: Request) -> Response:
    """Check the dashboard's token and keep it in an HttpOnly cookie."""
    settings = get_settings()
    if settings.token is None:
        return Response(status_code=204)
    if not security.token_fits(body.token, settings):
        raise Unauthorized("This is not the dashboard's token")
    response = Response(status_code=204)
    secure = request.url.scheme == "https"
    value = security.cookie_value(settings)
    response.set_cookie(
        security.COOKIE, value, httponly=True, samesite="strict", secure=secure, max_age=30 * 86400
    )
    return response


class VersionOut(BaseModel):
    version: str


@api.get("/version", tags=["version"])
def get_version() -> VersionOut:
    """The version of the running Dynoboard."""
    return VersionOut(version=__version__)


@api.get("/events", response_class=EventSourceResponse, tags=["events"])
async def stream_events(experiment: str | None = None) -> EventSourceResponse:
    """Server-sent events: what changed (`experiment`, `host`), and live readings (`reading`)."""
    return EventSourceResponse(events.stream(experiment), ping=15)


def _operation_id(route: APIRoute) -> str:
    return route.name


class NotReady(DynoError):
    status, code, title = 503, "not_ready", "Not ready"


health = APIRouter(include_in_schema=False)


@health.get("/healthz")
def healthz() -> dict[str, str]:
    return {"status": "alive", "version": __version__}


@health.get("/readyz")
def readyz(session: SessionDep) -> dict[str, str]:
    """Database answers, schema is ours, broker answers."""
    session.execute(text("SELECT 1"))
    check_schema(session)
    try:
        events.get_redis().ping()
    except Exception as error:
        raise NotReady(f"Redis does not answer: {error}") from error
    return {"status": "ready"}


def create_app() -> FastAPI:
    app = FastAPI(
        title="Dynoboard",
        version=__version__,
        description="Launches, records and charts tuning runs of nginx",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # backend/manual has it, without scripts of other hosts
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        lifespan=alive.lifespan,
    )
    error_handlers.install(app)
    security.install(app)
    app.include_router(health)
    app.include_router(api)
    app.include_router(api_reference)
    app.include_router(manual)
    ui = get_settings().ui_dir
    if ui.is_dir():
        app.mount("/", Ui(directory=ui, html=True), name="ui")
    return app


app = create_app()
