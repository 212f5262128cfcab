"""Whether other machines can reach this dashboard, by its settings."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from backend.certificates import key_pin
from backend.hosts.installing.locked import Target
from backend.hosts.installing.schemas import Hindrance, Reach
from backend.settings import UNIX, Settings, is_loopback

OPEN = "dyno up --bind ADDRESS --broker-port 6390"


def reach_of(settings: Settings, targets: Sequence[Target], fetch_problem: str = "") -> Reach:
    """`targets`: the hosts whose packages are here; `fetch_problem`: why others could not be fetched."""
    broker = broker_place(settings.agent_broker_url or settings.broker_url)
    is_own = settings.tls_ca is not None and settings.tls_cert is not None
    return Reach(
        bind=settings.own_name if settings.trusted_proxy == UNIX else settings.bind,
        port=settings.port,
        broker=broker,
        encrypted=bool(settings.tls_cert or settings.trusted_proxy),
        hindrances=list(_hindrances(settings, broker, fetch_problem)),
        targets=[f"{target.python} {target.machine}" for target in targets],
        key_pin=key_pin(settings.tls_cert) if is_own and settings.tls_cert else "",
    )


def broker_place(url: str) -> str:
    """Host and port of a broker's address that other machines could use; empty for a socket or loopback."""
    parts = urlsplit(url)
    if parts.scheme not in ("redis", "rediss") or not parts.hostname or is_loopback(parts.hostname):
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{host}:{parts.port or 6379}"


def _hindrances(settings: Settings, broker: str, fetch_problem: str) -> Iterator[Hindrance]:
    if settings.trusted_proxy == UNIX and settings.own_name.endswith(".localhost"):
        yield Hindrance(
            what="This server is open to its own machine alone. Name it in DYNO_NAME and open it by "
            "DYNO_BIND, both in .env, and start it again",
            command="docker compose up --detach",
        )
    elif is_loopback(settings.bind) and not settings.trusted_proxy:
        yield Hindrance(
            what=f"The dashboard listens on {settings.bind} alone, which no other machine reaches. "
            "Start it on an address that they reach, with a port for their agents",
            command=OPEN,
        )
    elif not broker:
        address = "ADDRESS" if is_loopback(settings.bind) else settings.bind
        yield Hindrance(
            what="The broker, from which agents take their jobs, is open to this machine alone: start with a "
            "port for it, or name one in DYNO_AGENT_BROKER_URL",
            command=f"dyno up --bind {address} --broker-port 6390",
        )
    if fetch_problem:
        yield Hindrance(
            what=f"The packages that a host installs could not be fetched: {fetch_problem}",
            command="dyno-server wheels" if settings.trusted_proxy == UNIX else "dyno wheels",
        )
