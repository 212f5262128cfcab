"""What the parts of a stack find in their environment."""

import os

from backend.cli.embedded import leftovers, tls
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.login import token_of
from backend.cli.embedded.servers import Servers
from backend.identity.oidc.settings import get_oidc
from backend.settings import Settings


def environment_of(layout: Layout, settings: Settings, servers: Servers) -> dict[str, str]:
    """Ours, with addresses, secrets and the data directory."""
    return {
        **os.environ,
        "DYNO_TOKEN": token_of(settings),
        "DYNO_OWN_NAME": settings.own_name,
        leftovers.MARK: str(layout.root),
        "DYNO_DATA": str(layout.root),
        "DYNO_DATABASE_URL": servers.database_url,
        "DYNO_REDIS_URL": servers.redis_url,
        **_network(layout, settings, servers.broker_proxy),
        **_operations(settings),
        **_notices(settings),
        **get_oidc().environment(),
        "DYNO_BIND": settings.bind,
        "DYNO_PORT": str(settings.port),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # six interpreters start at once: compile once, not on each start
    }


def _network(layout: Layout, settings: Settings, broker_proxy: tls.BrokerProxy | None) -> dict[str, str]:
    """What the API has to know of certificates and addresses."""
    values = {
        "DYNO_TLS_CERT": settings.tls_cert,
        "DYNO_TLS_KEY": settings.tls_key,
        "DYNO_TLS_CA": settings.tls_ca,
        "DYNO_BROKER_CA": layout.root / tls.FOLDER / "ca.pem" if broker_proxy else settings.broker_ca,
        "DYNO_AGENT_BROKER_URL": broker_proxy.url if broker_proxy else settings.agent_broker_url,
        "DYNO_TRUSTED_PROXY": settings.trusted_proxy,
        "DYNO_INSECURE_NETWORK": "1" if settings.insecure_network else "",
    }
    return {name: str(value) for name, value in values.items() if value}


def _operations(settings: Settings) -> dict[str, str]:
    """Parts do not read the .env of the folder in which `dyno up` was started."""
    token = settings.metrics_token.get_secret_value() if settings.metrics_token else ""
    values = {
        "DYNO_LOG_FORMAT": settings.log_format,
        "DYNO_METRICS_TOKEN": token,
        "DYNO_THIN_AFTER_DAYS": settings.thin_after_days,
        "DYNO_KEEP_OUTPUTS_DAYS": settings.keep_outputs_days,
        "DYNO_KEEP_SAMPLES_DAYS": settings.keep_samples_days,
        "DYNO_KEEP_EXPERIMENTS_DAYS": settings.keep_experiments_days,
    }
    return {name: str(value) for name, value in values.items() if value}


def _notices(settings: Settings) -> dict[str, str]:
    password = settings.smtp_password.get_secret_value() if settings.smtp_password else ""
    values = {
        "DYNO_PUBLIC_URL": settings.public_url,
        "DYNO_WEBHOOK_HOSTS": settings.webhook_hosts,
        "DYNO_SMTP_HOST": settings.smtp_host,
        "DYNO_SMTP_PORT": settings.smtp_port,
        "DYNO_SMTP_TLS": settings.smtp_tls,
        "DYNO_SMTP_CA": settings.smtp_ca,
        "DYNO_SMTP_USER": settings.smtp_user,
        "DYNO_SMTP_PASSWORD": password,
        "DYNO_MAIL_FROM": settings.mail_from,
    }
    return {name: str(value) for name, value in values.items() if value}
