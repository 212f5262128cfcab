"""Who may call: a shared token for people until accounts exist, its own token for each agent.

Browsers get the token as an HttpOnly cookie; unsafe requests must come from our own origin; the Host
header must be one of ours, so that a foreign page cannot reach a loopback dashboard by rebinding a name.
"""

import hashlib
import hmac
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.middleware.base import RequestResponseEndpoint

from backend.error_handlers import Problem, problem_response
from backend.errors import DynoError, Forbidden, Unauthorized
from backend.settings import Settings, get_settings, is_loopback

COOKIE = "dyno_session"
PUBLIC = ("/healthz", "/readyz", "/api/v1/session", "/api/v1/agent/")  # agents bring a token of their own
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CSP = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def token_hash(token: str) -> str:
    """Tokens here are 256 random bits: a plain hash cannot be searched, so no slow one is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_value(settings: Settings) -> str:
    """What the cookie holds: derived from the token, so that the token itself is not kept in browsers."""
    secret = settings.token.get_secret_value() if settings.token else ""
    return hmac.new(secret.encode(), b"dyno-session", hashlib.sha256).hexdigest()


def bearer_of(request: Request) -> str | None:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value else None


def _same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())


def token_fits(token: str, settings: Settings) -> bool:
    return settings.token is not None and _same(token, settings.token.get_secret_value())


def enrolment_fits(token: str | None, settings: Settings) -> bool:
    expected = settings.agent_token
    return token is not None and expected is not None and _same(token, expected.get_secret_value())


def _host_name(value: str) -> str:
    try:
        return urlsplit(f"//{value}").hostname or ""
    except ValueError:
        return ""  # such as an IPv6 address without its closing bracket


def _network_location(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _check_host(request: Request, settings: Settings) -> None:
    name = _host_name(request.headers.get("host", ""))
    if not settings.token and not (is_loopback(name) or name in settings.allowed_hosts or _private(settings)):
        raise Forbidden(f"“{name}” is not a name of this dashboard; use 127.0.0.1, or set DYNO_ALLOWED_HOSTS")


def _private(settings: Settings) -> bool:
    return settings.bind_is_private


def _check_origin(request: Request) -> None:
    origin = request.headers.get("origin")
    if request.method in SAFE_METHODS or origin is None or bearer_of(request):
        return
    if _network_location(origin) != request.headers.get("host"):
        raise Forbidden(f"the request comes from another site ({origin})")


def is_let_in(request: Request, settings: Settings) -> bool:
    """Whether the request brings the dashboard's token, or none is needed."""
    if settings.token is None:
        return True
    bearer, cookie = bearer_of(request), request.cookies.get(COOKIE)
    return bool(
        (bearer and token_fits(bearer, settings)) or (cookie and _same(cookie, cookie_value(settings)))
    )


def _check_token(request: Request, settings: Settings) -> None:
    path = request.url.path
    needs_token = path.startswith("/api/") or path == "/metrics"
    if not needs_token or path.startswith(PUBLIC) or is_let_in(request, settings):
        return
    raise Unauthorized("This dashboard needs its token (DYNO_TOKEN)")


def install(app: FastAPI) -> None:
    @app.middleware("http")
    async def _guard(request: Request, call_next: RequestResponseEndpoint) -> Response:
        settings = get_settings()
        try:
            _check_host(request, settings)
            _check_origin(request)
            _check_token(request, settings)
        except DynoError as error:
            return problem_response(
                Problem(code=error.code, title=error.title, status=error.status, detail=error.detail)
            )
        response = await call_next(request)
        response.headers.setdefault("Content-Security-Policy", CSP)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        return response
