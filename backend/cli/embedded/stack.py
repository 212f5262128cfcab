"""The embedded stack: every part of Dynoboard on this machine, from start to stop."""

import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from backend.cli.embedded import leftovers, redis
from backend.cli.embedded.dashboard import Dashboard
from backend.cli.embedded.layout import Layout, prepare_layout, take_lock
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


class Stack:
    """A stack that is up. `watch` returns only by a signal or by StackProblem."""

    def __init__(self, layout: Layout, supervisor: Supervisor, dashboard: Dashboard) -> None:
        self.layout = layout
        self.dashboard = dashboard
        self._supervisor = supervisor

    def watch(self, say: Say) -> None:
        """Report each part that ended and was restarted, for as long as supervisord lives."""
        known = {part.name: part for part in self._supervisor.parts()}
        while self._supervisor.process.poll() is None:
            leftovers.reap_orphans(keep=self._supervisor.process.pid)
            for part in self._supervisor.parts():
                if part.pid and part.pid != known[part.name].pid:
                    say(f"{part.name} exited and was restarted; see {self.layout.log(part.name)}")
                    known[part.name] = part
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
        servers = _servers(layout, settings, shape.broker_port)
        make = development if shape.develop else application
        parts = make(layout, settings.bind, settings.port, shape.agents)
        programs = [*_server_programs(servers, say), *parts]
        environment = _environment(layout, settings, servers)
        supervisor = Supervisor(layout, programs, environment)
        try:
            supervisor.wait_ready()
            _start_servers(layout, supervisor, servers, say)
            _migrate(servers, say)
            say(_starting(shape.agents))
            dashboard = _start_application(layout, supervisor, settings, shape.agents)
            try:
                yield Stack(layout, supervisor, dashboard)
            finally:
                say("Stopping …")
        finally:
            supervisor.stop()
            leftovers.end_children()


def _servers(layout: Layout, settings: Settings, broker_port: int | None) -> Servers:
    postgres = None
    if not settings.database_url:
        postgres = Postgres(layout.root / "postgres", socket_directory(layout.root, "postgres"), TUNING)
    broker = None
    if not settings.redis_url:
        socket = socket_directory(layout.root, "redis") / "redis.sock"
        broker = redis.Redis(layout.root / "redis", socket, _door(layout, settings, broker_port))
    return Servers(
        database_url=postgres.url(DATABASE) if postgres else settings.sqlalchemy_url,
        redis_url=broker.url() if broker else settings.redis_url,
        postgres=postgres,
        redis=broker,
    )


def _door(layout: Layout, settings: Settings, port: int | None) -> redis.Door | None:
    """The broker's door for agents on other hosts, on the address where people reach the dashboard."""
    if port is None:
        return None
    if settings.bind in ("0.0.0.0", "::"):
        raise StackProblem(
            "with --broker-port, --bind has to name the one address at which other hosts reach this one"
        )
    _require_free_port(settings.bind, port, "--broker-port")
    return redis.Door(settings.bind, port, layout.secret("broker-password"))


def _server_programs(servers: Servers, say: Say) -> list[Program]:
    """Redis first: a missing one is found at once, while a new database takes seconds."""
    programs = []
    if servers.redis:
        servers.redis.initialise()
        programs.append(Program("redis", servers.redis.argv(), SERVERS, redis.STOP_SIGNAL))
    if servers.postgres:
        if servers.postgres.is_new:
            say(f"Creating a database in {servers.postgres.data} …")
        servers.postgres.initialise()
        programs.append(Program("postgres", servers.postgres.argv(), SERVERS, STOP_POSTGRES, 20))
    return programs


def _environment(layout: Layout, settings: Settings, servers: Servers) -> dict[str, str]:
    token = {"DYNO_TOKEN": settings.token.get_secret_value()} if settings.token else {}
    agent_token = (
        settings.agent_token.get_secret_value() if settings.agent_token else layout.secret("agent-token")
    )
    return {
        **os.environ,
        **token,
        leftovers.MARK: str(layout.root),
        "DYNO_DATA": str(layout.root),
        "DYNO_DATABASE_URL": servers.database_url,
        "DYNO_REDIS_URL": servers.redis_url,
        "DYNO_AGENT_TOKEN": agent_token,
        "DYNO_BIND": settings.bind,
        "DYNO_PORT": str(settings.port),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # six interpreters start at once: compile once, not on each start
    }


def _start_servers(layout: Layout, supervisor: Supervisor, servers: Servers, say: Say) -> None:
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
    layout: Layout, supervisor: Supervisor, settings: Settings, agents: Sequence[str]
) -> Dashboard:
    dashboard = Dashboard(local_url(settings.bind, settings.port), settings.token)
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
