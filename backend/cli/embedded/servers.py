"""Database and broker of a stack: where they are, and what has to be started here to have them."""

import socket
from collections.abc import Callable
from dataclasses import dataclass

from backend.cli.embedded import redis, tls
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.postgres import STOP_SIGNAL as STOP_POSTGRES
from backend.cli.embedded.postgres import TUNING, Postgres
from backend.cli.embedded.problem import StackProblem
from backend.cli.embedded.process import socket_directory
from backend.cli.embedded.programs import SERVERS, Program
from backend.settings import Settings

DATABASE = "dynoboard"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Servers:
    """The addresses of database and broker, and what has to be started here to have them."""

    database_url: str
    redis_url: str
    postgres: Postgres | None
    redis: redis.Redis | None
    broker_proxy: tls.BrokerProxy | None

    def names(self) -> list[str]:
        """Those that are started here, as they call themselves."""
        names = ["PostgreSQL 18"] if self.postgres else []
        return [*names, *([redis.version()] if self.redis else [])]


def servers_of(layout: Layout, settings: Settings, broker_port: int | None) -> Servers:
    """By the settings: what is not given is started here."""
    postgres = None
    if not settings.database_url:
        postgres = Postgres(layout.root / "postgres", socket_directory(layout.root, "postgres"), TUNING)
    broker, broker_proxy = None, None
    if not settings.redis_url:
        path = socket_directory(layout.root, "redis") / "redis.sock"
        broker = redis.Redis(layout.root / "redis", path, layout.secret("broker-password"))
        broker_proxy = _broker_proxy(layout, settings, broker_port)
    return Servers(
        database_url=postgres.url(DATABASE) if postgres else settings.sqlalchemy_url,
        redis_url=broker.url() if broker else settings.redis_url,
        postgres=postgres,
        redis=broker,
        broker_proxy=broker_proxy,
    )


def _broker_proxy(layout: Layout, settings: Settings, port: int | None) -> tls.BrokerProxy | None:
    """The broker's TLS proxy for agents on other hosts, on the address where people reach the dashboard."""
    if port is None:
        return None
    if settings.bind in ("0.0.0.0", "::"):
        raise StackProblem(
            "with --broker-port, --bind has to name the one address at which other hosts reach this one"
        )
    require_free_port(settings.bind, port, "--broker-port")
    return tls.BrokerProxy(settings.bind, port, layout.root / "broker-door")  # as 0.1.0 named it on disk


def server_programs(servers: Servers, say: Say) -> list[Program]:
    """Redis first: a missing one is found at once, while a new database takes seconds."""
    programs = []
    if servers.redis:
        servers.redis.initialise()
        programs.append(Program("redis", servers.redis.argv(), SERVERS, redis.STOP_SIGNAL))
        if servers.broker_proxy:
            programs.append(Program("broker-proxy", servers.broker_proxy.argv(servers.redis.socket), SERVERS))
    if servers.postgres:
        if servers.postgres.is_new:
            say(f"Creating a database in {servers.postgres.data} …")
        servers.postgres.initialise()
        programs.append(Program("postgres", servers.postgres.argv(), SERVERS, STOP_POSTGRES, 20))
    return programs


def refusal(settings: Settings) -> str:
    """Why the Redis of DYNO_REDIS_URL does not do; one that is away may come."""
    from redis import Redis, RedisError

    from backend.broker.access import problem

    try:
        return problem(Redis.from_url(settings.redis_url, **settings.redis_tls))
    except RedisError:
        return ""


def require_free_port(bind: str, port: int, option: str) -> None:
    """StackProblem that names the option when something else listens there."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise StackProblem(
                f"cannot listen on {bind}:{port} ({reason}); choose another {option}"
            ) from None
