"""Addresses of sign-in links.

The code is in the fragment, which browsers never send: neither a log nor a Referer has it.
"""

from fastapi import Request

from backend.security import EVERY_ADDRESS, host_of
from backend.settings import Settings, is_loopback

FRAGMENT = "sign-in"


def site_of_dashboard(scheme: str, settings: Settings) -> str:
    """Where people on this machine open the dashboard: its own name, or the address at which it listens."""
    is_local = is_loopback(settings.bind) or settings.bind in EVERY_ADDRESS
    name = settings.own_name if is_local and settings.own_name else settings.bind
    return _site(scheme, name, settings.port)


def link_to(request: Request, settings: Settings, code: str) -> str:
    """For the address at which the dashboard listens."""
    return f"{site_of_dashboard(request.url.scheme, settings)}/#{FRAGMENT}={code}"


def link_here(request: Request, settings: Settings, code: str) -> str:
    """For the dashboard's own name at the port that the browser uses, which a tunnel may have changed."""
    site = _site(request.url.scheme, settings.own_name, host_of(request)[1])
    return f"{site}/#{FRAGMENT}={code}"


def _site(scheme: str, name: str, port: int | None) -> str:
    place = f"[{name}]" if ":" in name else name
    return f"{scheme}://{place}{f':{port}' if port else ''}"
