"""Where people open the dashboard, as notices name it."""

from backend.identity.addresses import site_of_dashboard
from backend.settings import Settings


def site_of(settings: Settings) -> str:
    """DYNO_PUBLIC_URL; without it where this machine reaches the dashboard."""
    return settings.public_url or site_of_dashboard("https" if settings.tls_cert else "http", settings)
