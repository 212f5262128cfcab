"""The embedded stack: every part of Dynoboard on this machine, from start to stop."""

import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from backend.cli.access import noted
from backend.cli.client import Api
from backend.cli.embedded import leftovers, redis, tls
from backend.cli.embedded.agent_tokens import hand_out
from backend.cli.embedded.dashboard import Dashboard, HealthNews
from backend.cli.embedded.front import Front
from backend.cli.embedded.layout import Layout, prepare_layout, take_lock
from backend.cli.embedded.login import api_of, token_of, with_login
from backend.cli.embedded.postgres import STOP_SIGNAL as STOP_POSTGRES
from backend.cli.embedded.postgres import TUNING, Postgres
from backend.cli.embedded.problem import StackProblem
from backend.cli.embedded.process import last_line, socket_directory, wait_until
from backend.cli.embedded.programs import (
    AGENTS,
    APPLICATION,
    SERVERS,
    Program,
    application,
    development,
    local_url,
)
from backend.cli.embedded.supervision import BROKEN, Part, Supervisor
from backend.settings import Settings

DATABASE = "dynoboard"
WATCH_EVERY_S, ASK_EVERY_S = 2.0, 0.1
READY_WITHIN_S = 180  # the first start of a fresh installation also compiles all of it
Say = Callable[[str], None]


@dataclass(frozen=True)
class Shape:
    """What a stack has: `agents` of its own, a broker's port for those of other hosts; `develop` reloads."""

    agents: tuple[str, ...] = AGENTS
    broker_port: int | None = None
    develop: bool = False


@dataclass(frozen=True)
class Servers:
    """The addresses of database and broker, and what has to be started here to have them."""

    database_url: str
    redis_url: str
    postgres: Postgres | None
    redis: redis.Redis | None
    door: tls.Door | None


class Stack:
    """A stack that is up. `watch` returns only by a signal or by StackProblem."""

    def __init__(
        self, layout: Layout, supervisor: Supervisor, dashboard: Dashboard, front: Front, api: Api
    ) -> None:
        self.layout = layout
        self.dashboard = dashboard
        self.front = front
        self.api = api
        self._supervisor = supervisor

    def watch(self, say: Say) -> None:
        """Report parts that ended and were restarted, and troubles, for as long as supervisord lives."""
        known = {part.name: part for part in self._supervisor.parts()}
        health = HealthNews(self.dashboard)
        while self._supervisor.process.poll() is None:
            leftovers.reap_orphans(keep=self._supervisor.process.pid)
            for part in self._supervisor.parts():
                if part.pid and part.pid != known[part.name].pid:
                    say(f"{part.name} exited and was restarted; see {self.layout.log(part.name)}")
                    known[part.name] = part
            for line in health.news():
                say(line)
            time.sleep(WATCH_EVERY_S)
        raise StackProblem(f"supervisord ended: {last_line(self.layout.log('supervisord'))}")


@contextmanager
def embedded_stack(data: Path, settings: Settings, say: Say, shape: Shape | None = None) -> Iterator[Stack]:
    """Start everything, hand over the stack once it is ready, and stop all of it at the end.

    `settings` gives address, port, token and the addresses of servers that run elsewhere.
    StackProblem when something is in the way.
    """
    shape = shape or Shape()
    layout = prepare_layout(data)
    with take_lock(layout):
        if ended := leftovers.end_leftovers(layout):
            say(f"Ended {ended} processes that a killed stack had left running")
        _require_free_port(settings.bind, settings.port, "--port")
        leftovers.adopt_orphans()
        settings = with_login(layout, settings)
        servers = _servers(layout, settings, shape.broker_port)
        make = development if shape.develop else application
        front = tls.prepare(layout, settings, servers.door)
        parts = make(layout, settings.bind, settings.port, shape.agents, front)
        programs = [*_server_programs(servers, say), *parts]
        environment = _environment(layout, settings, servers)
        supervisor = Supervisor(layout, programs, environment)
        try:
            supervisor.wait_ready()
            _start_servers(layout, supervisor, settings, servers, say)
            _migrate(servers, say)
            hand_out(layout, servers.database_url, shape.agents)
            say(_starting(shape.agents))
            dashboard = _start_application(layout, supervisor, settings, shape.agents, front)
            api = api_of(dashboard, settings, front)
            try:
                with noted(api.url, token_of(settings), api.site, str(settings.tls_ca or "")):
                    yield Stack(layout, supervisor, dashboard, front, api)
            finally:
                say("Stopping …")
        finally:
            supervisor.stop()
            leftovers.end_children()


def _servers(layout: Layout, settings: Settings, broker_port: int | None) -> Servers:
    postgres = None
    if not settings.database_url:
        postgres = Postgres(layout.root / "postgres", socket_directory(layout.root, "postgres"), TUNING)
    broker, door = None, None
    if not settings.redis_url:
        socket = socket_directory(layout.root, "redis") / "redis.sock"
        broker = redis.Redis(layout.root / "redis", socket, layout.secret("broker-password"))
        door = _door(layout, settings, broker_port)
    return Servers(
        database_url=postgres.url(DATABASE) if postgres else settings.sqlalchemy_url,
        redis_url=broker.url() if broker else settings.redis_url,
        postgres=postgres,
        redis=broker,
        door=door,
    )


def _door(layout: Layout, settings: Settings, port: int | None) -> tls.Door | None:
    """The broker's door for agents on other hosts, on the address where people reach the dashboard."""
    if port is None:
        return None
    if settings.bind in ("0.0.0.0", "::"):
        raise StackProblem(
            "with --broker-port, --bind has to name the one address at which other hosts reach this one"
        )
    _require_free_port(settings.bind, port, "--broker-port")
    return tls.Door(settings.bind, port, layout.root / "broker-door")


def _server_programs(servers: Servers, say: Say) -> list[Program]:
    """Redis first: a missing one is found at once, while a new database takes seconds."""
    programs = []
    if servers.redis:
        servers.redis.initialise()
        programs.append(Program("redis", servers.redis.argv(), SERVERS, redis.STOP_SIGNAL))
        if servers.door:
            programs.append(Program("broker-door", servers.door.argv(servers.redis.socket), SERVERS))
    if servers.postgres:
        if servers.postgres.is_new:
            say(f"Creating a database in {servers.postgres.data} …")
        servers.postgres.initialise()
        programs.append(Program("postgres", servers.postgres.argv(), SERVERS, STOP_POSTGRES, 20))
    return programs


def _environment(layout: Layout, settings: Settings, servers: Servers) -> dict[str, str]:
    return {
        **os.environ,
        "DYNO_TOKEN": token_of(settings),
        "DYNO_OWN_NAME": settings.own_name,
        leftovers.MARK: str(layout.root),
        "DYNO_DATA": str(layout.root),
        "DYNO_DATABASE_URL": servers.database_url,
        "DYNO_REDIS_URL": servers.redis_url,
        **_network(layout, settings, servers.door),
        "DYNO_BIND": settings.bind,
        "DYNO_PORT": str(settings.port),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # six interpreters start at once: compile once, not on each start
    }


def _network(layout: Layout, settings: Settings, door: tls.Door | None) -> dict[str, str]:
    """What the API has to know of certificates and addresses."""
    given = {
        "DYNO_TLS_CERT": settings.tls_cert,
        "DYNO_TLS_KEY": settings.tls_key,
        "DYNO_TLS_CA": settings.tls_ca,
        "DYNO_BROKER_CA": layout.root / tls.FOLDER / "ca.pem" if door else settings.broker_ca,
        "DYNO_AGENT_BROKER_URL": door.url if door else settings.agent_broker_url,
        "DYNO_TRUSTED_PROXY": settings.trusted_proxy,
        "DYNO_INSECURE_NETWORK": "1" if settings.insecure_network else "",
    }
    return {name: str(value) for name, value in given.items() if value}


def _refusal(settings: Settings) -> str:
    """Why the Redis of DYNO_REDIS_URL does not do; one that is away may come."""
    from redis import Redis, RedisError

    from backend.broker.access import problem

    try:
        return problem(Redis.from_url(settings.redis_url, **settings.redis_tls))
    except RedisError:
        return ""


def _start_servers(
    layout: Layout, supervisor: Supervisor, settings: Settings, servers: Servers, say: Say
) -> None:
    if servers.redis is None and (problem := _refusal(settings)):
        raise StackProblem(problem)
    started = [server for server in (servers.postgres, servers.redis) if server]
    if not started:
        return
    supervisor.start(SERVERS)
    wait_until(
        lambda: _all_well(layout, supervisor) and all(server.ready() for server in started), "the database"
    )
    if servers.postgres:
        servers.postgres.ensure_database(DATABASE)
    say(" and ".join(_names(servers)) + " are up" if len(started) > 1 else f"{_names(servers)[0]} is up")


def _names(servers: Servers) -> list[str]:
    return [*(["PostgreSQL 18"] if servers.postgres else []), *([redis.version()] if servers.redis else [])]


def _migrate(servers: Servers, say: Say) -> None:
    from sqlalchemy.exc import DBAPIError, OperationalError

    from backend.cli.migrate import DatabaseTooNew, upgrade

    try:
        if upgrade(servers.database_url):
            say("Database brought to this version's schema")
    except DatabaseTooNew as problem:
        raise StackProblem(str(problem)) from None
    except OperationalError as problem:
        reason = str(problem.orig).strip().splitlines()[0]
        raise StackProblem(f"the database does not answer: {reason}") from None
    except DBAPIError as problem:
        reason = str(problem.orig).strip().splitlines()[0]
        raise StackProblem(f"the database cannot be brought to this version's schema: {reason}") from None


def _starting(agents: Sequence[str]) -> str:
    named = f" and {len(agents)} agents" if agents else ""
    return f"Starting dashboard, worker{named}; the first start after an installation takes longer …"


def _start_application(
    layout: Layout, supervisor: Supervisor, settings: Settings, agents: Sequence[str], front: Front
) -> Dashboard:
    url = local_url(settings.bind, settings.port, front)
    dashboard = Dashboard(url, token_of(settings), front.context())
    supervisor.start(APPLICATION)
    deadline = time.monotonic() + READY_WITHIN_S
    while _all_well(layout, supervisor) and (lacking := dashboard.lacks(agents)):
        if time.monotonic() > deadline:
            raise StackProblem(f"not ready within {READY_WITHIN_S} s, {lacking}; see {layout.logs}")
        time.sleep(ASK_EVERY_S)
    return dashboard


def _all_well(layout: Layout, supervisor: Supervisor) -> bool:
    """True; StackProblem with the end of its log when a part cannot start."""
    if supervisor.process.poll() is not None:
        raise StackProblem(f"supervisord ended: {last_line(layout.log('supervisord'))}")
    for part in supervisor.parts():
        if _cannot_start(part):
            raise StackProblem(f"{part.name} cannot start: {last_line(layout.log(part.name))}")
    return True


def _cannot_start(part: Part) -> bool:
    return part.state in BROKEN


def _require_free_port(bind: str, port: int, option: str) -> None:
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
