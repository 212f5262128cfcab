"""What signing in to an embedded stack needs: a token and a host name of its own, both kept with its data."""

import secrets

from pydantic import SecretStr

from backend.cli.client import Api
from backend.cli.embedded.dashboard import Dashboard
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.server_certificate import ServerCertificate
from backend.identity.addresses import site_of_dashboard
from backend.settings import Settings


def with_login(layout: Layout, settings: Settings) -> Settings:
    """The settings with a token and a name, made on the first start where none were given.

    The name cannot be guessed: another user's page, on another port of it, would get the cookies of whoever
    opens that page.
    """
    token = settings.token or SecretStr(layout.secret("dashboard-token"))
    name = settings.own_name or layout.secret("dashboard-name", own_name)
    return settings.model_copy(update={"token": token, "own_name": name})


def own_name() -> str:
    """A new name that resolves to this machine in every browser that follows RFC 6761, without asking DNS."""
    return f"dyno-{secrets.token_hex(10)}.localhost"


def token_of(settings: Settings) -> str:
    """The dashboard's token in plain text."""
    return settings.token.get_secret_value() if settings.token else ""


def api_of(dashboard: Dashboard, settings: Settings, certificate: ServerCertificate) -> Api:
    """The API as a command of this user sees it."""
    site = site_of_dashboard(dashboard.url.partition(":")[0], settings)
    return Api(dashboard.url, token_of(settings), site=site, verify=certificate.context())
