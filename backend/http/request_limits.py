"""How much one request may ask for, and all of them together: the limits at the edge as data. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

KIB, MIB = 1024, 1024**2

MAX_ADDRESS_LENGTH = 16 * KIB
"""Path and query, as sent: a comparison of many runs names them all."""
MAX_HEAD_BYTES = 32 * KIB
"""All headers. uvicorn is given the same limit, and ends a connection whose head is longer."""
DEEPEST_JSON = 32
MAX_INTEGER = 2**63 - 1
BODY_WITHIN_S = 120
"""A body must have arrived by then."""
LINGER_S, LINGER_BYTES = 2, 32 * MIB
"""So long, and so much of a refused body, is thrown away for a caller who has not yet read the answer."""
PIECE_WITHIN_S = 30
"""The next piece of a body that is read as a stream must have arrived by then."""
STREAM_WITHIN_S = 1800
"""All of it."""
SEND_WITHIN_S = 60
"""One piece of an answer must have been taken by then."""
BODIES_TOGETHER = 128 * MIB
"""Bodies that are held at the same time, of callers who have shown who they are."""
STRANGERS_TOGETHER = 8 * MIB
"""The same for routes that anybody may call."""
RETRY_S = 5
STREAMS = 200
STREAMS_OF_ONE = 24
"""A browser opens one for each tab that shows something live."""
WAITING_EVENTS = 100
"""Of one stream; one that falls further behind is ended, and its browser asks again for what it shows."""


@dataclass(frozen=True)
class Route:
    """Requests with this method (empty: any) whose path looks like this; `{…}` is one part of a path."""

    method: str
    path: str

    def fits(self, method: str, path: str) -> bool:
        return self.method in ("", method) and _pattern(self.path).fullmatch(path) is not None


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[a-z_]+\\\}", "[^/]+", re.escape(path)))


@dataclass(frozen=True)
class Body:
    """The most bytes that a body of a route may have, and what for."""

    route: Route
    most: int
    reason: str
    is_public: bool = False
    is_stream: bool = False  # the route reads it piece by piece: it is never held as a whole


@dataclass(frozen=True)
class ConcurrencyLimit:
    """How many requests of one kind are worked on at once, and how many may wait for how long."""

    name: str
    at_once: int
    waiting: int
    wait_s: float
    reason: str


def _post(path: str, most: int, reason: str, is_public: bool = False) -> Body:
    return Body(Route("POST", f"/api/v1{path}"), most, reason, is_public)


_LOG = Body(
    Route("POST", "/api/v1/workloads/from-log"), 2048 * MIB, "an access log, read as it comes", is_stream=True
)
_DEFINITION = "a definition of 1 MiB, escaped as JSON"
_NOTES = "notes of 100 000 characters, escaped as JSON"
DEFAULT_BODY = 64 * KIB
BODIES: tuple[Body, ...] = (
    _LOG,
    _post("/session", 4 * KIB, "a token, the code of a link, or a name and a password", is_public=True),
    _post("/session/oidc", 4 * KIB, "an invitation's code, and a page to go on at", is_public=True),
    _post("/shared", 4 * KIB, "the token of a share link", is_public=True),
    _post("/join", 4 * KIB, "an invitation's code, a name and a password", is_public=True),
    _post("/join/check", 4 * KIB, "an invitation's code", is_public=True),
    _post("/plans", 4 * MIB, _DEFINITION),
    _post("/checks", 4 * MIB, _DEFINITION),
    _post("/definitions/from-nginx-conf", 2 * MIB, "an nginx.conf of 512 KiB, escaped as JSON"),
    _post("/experiments", 4 * MIB, _DEFINITION),
    Body(Route("PATCH", "/api/v1/experiments/{id}"), MIB, _NOTES),
    _post("/recipes", 4 * MIB, _DEFINITION),
    _post("/comparisons", MIB, _NOTES),
    Body(Route("PATCH", "/api/v1/comparisons/{id}"), MIB, _NOTES),
    _post("/imports/preview", 32 * MIB, "one text of 16 MB, or many small ones"),
    _post("/imports/settings", MIB, "200 settings"),
    _post("/imports", 32 * MIB, "one text of 16 MB, or many small ones"),
    _post("/agent/enrol", 512 * KIB, "the facts of a host with many CPUs", is_public=True),
    _post("/agent/heartbeat", MIB, "jobs and unrestored settings"),
    _post("/agent/reports", 32 * MIB, "every nginx.conf of a launch, and what a tool printed"),
    _post("/agent/samples", 8 * MIB, "a minute of 2 000 series"),
)

# Python computes on one core: more of them at once are ready no sooner, and each makes agents wait longer.
COSTLY = ConcurrencyLimit(
    "heavy",
    2,
    32,
    20.0,
    "requests that compute: plans, launches, imports, comparisons, search, reports, pictures",
)
PEOPLE = ConcurrencyLimit("people", 3, 200, 20.0, "other requests of people and programs")
PAGES = ConcurrencyLimit("pages", 2, 200, 20.0, "pages and files of the dashboard")
STRANGERS = ConcurrencyLimit("strangers", 2, 100, 20.0, "public requests: sign in, enrol, the CA, readiness")
"""Agents wait for nobody: together with all these they fill neither threads nor database connections."""
UPLOADS = ConcurrencyLimit("uploads", 2, 4, 20.0, "access logs, each read while it is sent")
PROVIDER = ConcurrencyLimit("provider", 2, 20, 10.0, "sign-ins that wait for an OpenID provider")
INSTALLS = ConcurrencyLimit("installs", 2, 100, 60.0, "the public installer of agents and its packages")
LOGINS = 2
"""Requests whose sender is looked up at once, before they have a slot."""
HEAVY: tuple[Route, ...] = tuple(
    Route("", f"/api/v1{path}")
    for path in (
        "/plans",
        "/checks",
        "/definitions/from-nginx-conf",
        "/experiments",
        "/experiments/{id}/retest",
        "/experiments/{id}/reproduce",
        "/experiments/{id}/deltas",
        "/experiments/{id}/pivot",
        "/experiments/{id}/main-effects",
        "/imports",
        "/imports/preview",
        "/compare",
        "/compare/configs",
        "/runs/{id}/latency",
        "/runs/{id}/latency.{kind}",
        *(
            f"{of}/{part}"
            for of in ("/experiments/{id}", "/runs/{id}", "/compare", "/comparisons/{id}")
            for part in ("report", "export.{kind}", "charts/{name}.{kind}", "card.png")
        ),
    )
)
ALIVE = "/healthz"
AGENTS = "/api/v1/agent/"
ANYBODY = (
    "/api/v1/session",
    "/api/v1/join",
    "/api/v1/join/check",
    "/api/v1/shared",
    f"{AGENTS}enrol",
    f"{AGENTS}ca",
    "/readyz",
)
SIGN_IN_ELSEWHERE = "/api/v1/session/oidc"
INSTALLER = "/agent/"
STREAM = "/api/v1/events"


def body_of(method: str, path: str, table: Iterable[Body] = BODIES) -> Body:
    """The limit of a request's body."""
    for body in table:
        if body.route.fits(method, path):
            return body
    return Body(Route(method, path), DEFAULT_BODY, "small JSON", is_public=not path.startswith("/api/"))


def concurrency_limit_of(method: str, path: str) -> ConcurrencyLimit | None:
    """Which requests a request waits with; None: for none."""
    if path == SIGN_IN_ELSEWHERE:  # it waits for the provider, and no other sign-in for that
        return PROVIDER
    if _LOG.route.fits(method, path):
        return UPLOADS
    if path in ANYBODY:
        return STRANGERS
    if path.startswith(AGENTS) or path in (STREAM, ALIVE):
        return None
    if path.startswith(INSTALLER):
        return INSTALLS
    if not path.startswith(("/api/", "/docs")):
        return PAGES
    return COSTLY if any(route.fits(method, path) for route in HEAVY) else PEOPLE
