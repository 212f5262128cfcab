"""Requests to the provider: only to where the operator said it is, only so large, only so long."""

import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx

from backend.errors import DynoError, reason_of
from backend.identity.oidc.settings import Oidc, is_here

WITHIN_S, EACH_S = 10.0, 5.0
MAX_BYTES = 512 * 1024


class ProviderAway(DynoError):
    """The provider does not answer, or not what it should."""

    status, code, title = 503, "provider_away", "The provider does not answer"


def origin_of(url: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port; None for what is no address of a server."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    except ValueError:
        return None
    is_plain = parts.username is None and parts.password is None and "\\" not in url
    return (parts.scheme, parts.hostname.lower(), port) if parts.hostname and is_plain else None


def is_allowed(url: str, oidc: Oidc) -> bool:
    """Whether it is at the issuer's own origin, or by TLS at a host that the operator named.

    What the provider says of itself sends no request of ours, and no browser, to anywhere else.
    """
    origin = origin_of(url)
    if origin is None:
        return False
    named_origins = {("https", host, 443) for host in oidc.hosts.split(",") if host}
    return origin == origin_of(oidc.issuer) or origin in named_origins


def ask(
    oidc: Oidc, method: str, url: str, headers: Mapping[str, str] | None = None, body: str | None = None
) -> tuple[int, dict[str, Any]]:
    """Status, and the JSON object of the answer. ProviderAway when there is none.

    Redirects are not followed. HTTPS_PROXY and SSL_CERT_FILE count, but not for this machine.
    """
    if not is_allowed(url, oidc):
        raise ProviderAway(
            f"{_printable_url(url)} is neither at the issuer {oidc.issuer} nor in DYNO_OIDC_HOSTS"
        )
    trust_env = not is_here(urlsplit(url).hostname or "")
    verify = trust_env or urlsplit(url).scheme != "http"  # reading certificates costs more than the request
    sent_headers = {"Accept": "application/json", **(headers or {})}
    until, parts, size, status = time.monotonic() + WITHIN_S, [], 0, 0
    try:
        with (
            httpx.Client(
                timeout=EACH_S, follow_redirects=False, trust_env=trust_env, verify=verify
            ) as client,
            client.stream(method, url, headers=sent_headers, content=body) as answer,
        ):
            status = answer.status_code
            for part in answer.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MAX_BYTES or time.monotonic() > until:
                    raise ProviderAway(
                        f"{_printable_url(url)} answers more than {MAX_BYTES} bytes, or too slowly"
                    )
        content = json.loads(b"".join(parts))
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        reason = reason_of(error)
        advice = "; for a private CA set SSL_CERT_FILE" if "certificate" in reason else ""
        raise ProviderAway(f"{_printable_url(url)} does not answer: {reason}{advice}") from None
    except (ValueError, RecursionError):
        raise ProviderAway(f"{_printable_url(url)} answered {status}, and not with JSON") from None
    if not isinstance(content, dict):
        raise ProviderAway(f"{_printable_url(url)} answered {status}, and not with a JSON object")
    return status, content


def _printable_url(url: str) -> str:
    return url[:200].encode("ascii", "backslashreplace").decode()
