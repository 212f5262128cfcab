"""What a request says of itself: its host name, where it comes from, its credentials; and headers of answers.

The Host header must be one of ours, so that a foreign page cannot reach the dashboard by rebinding a name.
Requests that change something must come from our own origin: scheme, name and port.
"""

import hashlib
import hmac
import ipaddress
from urllib.parse import SplitResult, urlsplit

from fastapi import Request

from backend.errors import Forbidden
from backend.settings import Settings, is_loopback

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
EVERY_ADDRESS = ("0.0.0.0", "::")


def token_hash(token: str) -> str:
    """Tokens here are 256 random bits: a plain hash cannot be searched, so no slow one is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer_of(request: Request) -> str | None:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value else None


def cookie_name(request: Request) -> str:
    """Over TLS a name that browsers keep to this very host.

    That name needs a Secure cookie, which not every browser takes over plain HTTP, not even for *.localhost.
    """
    return "__Host-dyno_session" if request.url.scheme == "https" else "dyno_session"


def provider_cookie_name(request: Request) -> str:
    """The same for a sign-in that waits for an OpenID provider's answer."""
    return "__Host-dyno_provider" if request.url.scheme == "https" else "dyno_provider"


def _is_same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())


def token_fits(token: str, settings: Settings) -> bool:
    return settings.token is not None and _is_same(token, settings.token.get_secret_value())


def is_scraper(token: str | None, settings: Settings) -> bool:
    """Whether this is DYNO_METRICS_TOKEN, which counts for what scrapers read alone."""
    metrics_token = settings.metrics_token
    return (
        token is not None and metrics_token is not None and _is_same(token, metrics_token.get_secret_value())
    )


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  a port that is no number raises only here
    except ValueError:
        return SplitResult("", "", "", "", "")  # such as an IPv6 address without its closing bracket
    return parts


def host_of(request: Request) -> tuple[str, int | None]:
    """Name and port by which the request calls this dashboard; the name is empty if it is none."""
    parts = _split(f"//{request.headers.get('host', '')}")
    return parts.hostname or "", parts.port


def caller_of(request: Request) -> str:
    """Who a request comes from, as far as limits must tell callers apart."""
    secret = bearer_of(request) or request.cookies.get(cookie_name(request))
    return token_hash(secret) if secret else request.client.host if request.client else ""


def is_shared(name: str, settings: Settings) -> bool:
    """Whether browsers would send a cookie of this name to servers of other users of this machine, too.

    Cookies do not tell ports apart, and anybody may listen on another port of a loopback address.
    """
    return bool(settings.own_name) and is_loopback(name) and name != settings.own_name


def check_host(request: Request, settings: Settings) -> None:
    """Forbidden unless the request calls the dashboard by a name of its own."""
    name, _ = host_of(request)
    own_names = {
        settings.own_name.lower(),
        settings.bind.lower(),
        *(host.lower() for host in settings.allowed_hosts),
    }
    if is_loopback(name) or (name and name in own_names):
        return
    if settings.bind in EVERY_ADDRESS and _is_address(name):  # an address cannot be rebound
        return
    raise Forbidden(
        f"“{name}” is not a name of this dashboard; use its address, or set DYNO_ALLOWED_HOSTS='[\"NAME\"]'"
    )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_origin(request: Request) -> None:
    """Forbidden for a request that changes something and comes from a page of another origin.

    Of its scheme as well: a page on plain HTTP may be anybody's on the way.
    """
    origin = request.headers.get("origin")
    if request.method in SAFE_METHODS or origin is None or bearer_of(request):
        return
    host = request.headers.get("host", "")
    if origin != f"{request.url.scheme}://{host}":
        tls = "; behind a proxy with TLS, set DYNO_TRUSTED_PROXY" if _split(origin).netloc == host else ""
        raise Forbidden(f"the request comes from another site ({origin}){tls}")


def is_from_elsewhere(request: Request) -> bool:
    """Whether the browser says that a page of another origin, such as of another port, caused the request."""
    return request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
