"""Addresses of sign-in links.

The code is in the fragment, which browsers never send: neither a log nor a Referer has it.
"""

from fastapi import Request

from backend.security import EVERY_ADDRESS, host_of, is_shared
from backend.settings import UNIX, Settings, is_loopback

FRAGMENT, INVITATION = "sign-in", "invitation"


def site_of_dashboard(scheme: str, settings: Settings) -> str:
    """Where people on this machine open the dashboard: its own name, or the address at which it listens."""
    is_local = is_loopback(settings.bind) or settings.bind in EVERY_ADDRESS
    name = settings.own_name if is_local and settings.own_name else settings.bind
    return _site(scheme, name, settings.port)


def link_to(request: Request, settings: Settings, code: str) -> str:
    """For the address at which the dashboard listens; through a proxy with TLS, for that of the request."""
    if settings.trusted_proxy not in ("", UNIX) and request.url.scheme == "https":
        is_named = not is_shared(host_of(request)[0], settings)
        site = site_asked(request) if is_named else site_here(request, settings)
    else:
        site = site_of_dashboard(request.url.scheme, settings)
    return f"{site}/#{FRAGMENT}={code}"


def link_here(request: Request, settings: Settings, code: str) -> str:
    """For the dashboard's own name at the port that the browser uses, which a tunnel may have changed."""
    return f"{site_here(request, settings)}/#{FRAGMENT}={code}"


def site_here(request: Request, settings: Settings) -> str:
    """The dashboard's own name at the port that the browser uses."""
    return _site(request.url.scheme, settings.own_name, host_of(request)[1])


def site_asked(request: Request) -> str:
    """Where this request found the dashboard, by a name that the guard has checked."""
    return _site(request.url.scheme, *host_of(request))


def password_link(request: Request, code: str) -> str:
    """Leads to the account, where its person sets a password; for where the admin is."""
    return f"{site_asked(request)}/account#{FRAGMENT}={code}"


def invitation_link(request: Request, code: str) -> str:
    """For where the admin is."""
    return f"{site_asked(request)}/#{INVITATION}={code}"


def _site(scheme: str, name: str, port: int | None) -> str:
    place = f"[{name}]" if ":" in name else name
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{place}{f':{port}' if port not in (None, usual) else ''}"
