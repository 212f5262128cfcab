"""The embedded stack: every part of Dynoboard on this machine, from start to stop."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path

from agents.contract.space import Level
from backend.cli.access import note_access
from backend.cli.client import Api
from backend.cli.embedded import leftovers, tls
from backend.cli.embedded.crash_watch import CrashWatch
from backend.cli.embedded.dashboard import Dashboard, HealthNews
from backend.cli.embedded.layout import Layout, prepare_layout, take_lock
from backend.cli.embedded.login import api_of, token_of, with_login
from backend.cli.embedded.parts import Parts
from backend.cli.embedded.programs import AGENTS, application, development, local_url
from backend.cli.embedded.server_certificate import ServerCertificate
from backend.cli.embedded.servers import Say, Servers, require_free_port, server_programs, servers_of
from backend.cli.embedded.supervision import GIVEN_UP, RUNNING, Supervisor
from backend.disk_space import watch_of
from backend.identity.oidc.settings import get_oidc
from backend.settings import Settings, environment_of


def _environment(layout: Layout, settings: Settings, servers: Servers) -> dict[str, str]:
    """Ours, with addresses, secrets and the data directory."""
    oidc = get_oidc()
    if oidc.client_secret_file:  # the parts read it, too
        oidc = oidc.model_copy(update={"client_secret": None})
    environment = {
        **os.environ,
        **environment_of(settings),
        **environment_of(oidc),
        leftovers.MARK: str(layout.root),
        "DYNO_DATA": str(layout.root),
        "DYNO_DATABASE_URL": servers.database_url,
        "DYNO_REDIS_URL": servers.redis_url,
        "DYNO_BIND": settings.bind,
        "DYNO_PORT": str(settings.port),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # six interpreters start at once: compile once, not on each start
    }
    if servers.broker_proxy:
        environment["DYNO_BROKER_CA"] = str(layout.root / tls.FOLDER / "ca.pem")
        environment["DYNO_AGENT_BROKER_URL"] = servers.broker_proxy.url
    return environment


WATCH_EVERY_S = 2.0
ANEW_AFTER_S = (1, 2, 5, 10)  # and then as often as the last


@dataclass(frozen=True)
class Shape:
    """What a stack has: `agents` of its own, a broker's port for those of other hosts; `develop` reloads."""

    agents: tuple[str, ...] = AGENTS
    broker_port: int | None = None
    develop: bool = False


class Stack:
    """A stack that is up. `watch` returns only by a signal."""

    def __init__(self, parts: Parts, certificate: ServerCertificate, api: Api) -> None:
        self.certificate = certificate
        self.api = api
        self._parts = parts
        self._space, self._level = watch_of(parts.layout.root, parts.settings), Level.FINE

    @property
    def layout(self) -> Layout:
        return self._parts.layout

    @property
    def dashboard(self) -> Dashboard:
        return self._parts.dashboard

    def watch(self, say: Say, is_interrupted: Callable[[], bool]) -> None:
        """Report parts that were restarted and troubles, and start all anew when supervisord ended."""
        while True:
            self._watch(say, is_interrupted)
            say(f"{self._parts.why_it_ended()}; restarting everything")
            self._start_anew(say)

    def _watch(self, say: Say, is_interrupted: Callable[[], bool]) -> None:
        """For as long as supervisord lives."""
        supervisor = self._parts.supervisor
        pids = {part.name: part.pid for part in supervisor.parts()}
        health, crashes, settled_pids = HealthNews(self.dashboard), CrashWatch(self.layout), ""
        while supervisor.process.poll() is None:
            leftovers.reap_orphans(keep=supervisor.process.pid)
            self._watch_space(say)
            for line in health.news():
                say(line)
            # its answer costs something beside what is measured: not asked for while its children stay
            if supervisor.pids() != settled_pids:
                settled_pids = self._look_at_parts(supervisor, crashes, pids, say)
            time.sleep(WATCH_EVERY_S)
            if is_interrupted():
                raise KeyboardInterrupt

    def _look_at_parts(
        self, supervisor: Supervisor, crashes: CrashWatch, pids: dict[str, int], say: Say
    ) -> str:
        """Start what was given up, and say what was restarted. The processes that were there if all parts
        run, so that nothing has to be looked at while these are there; else nothing."""
        running_pids, parts = supervisor.pids(), supervisor.parts()
        for line in crashes.look(parts):
            say(line)
        for part in parts:
            if part.state == GIVEN_UP:
                supervisor.start_again(part)
            if part.pid and part.pid != pids.get(part.name):
                pids[part.name] = part.pid
                if part.name in crashes.names():
                    continue  # said once
                say(f"{part.name} exited and was restarted; see {self.layout.log(part.name)}")
        is_settled = parts and all(part.state == RUNNING for part in parts) and not crashes.names()
        return running_pids if is_settled else ""

    def _watch_space(self, say: Say) -> None:
        before, reading = self._level, self._space.look()
        self._level = reading.level
        if reading.level is not before:
            say(reading.sentence() or "There is enough space again")

    def _start_anew(self, say: Say) -> None:
        """Again and again until it works: what is in the way, such as a full disk, may go away."""
        for wait_s in chain(ANEW_AFTER_S, repeat(ANEW_AFTER_S[-1])):
            self._parts.stop()
            try:
                self._parts.start(say)
                say(f"Dynoboard is back at {self.dashboard.url}")
                return
            except Exception as problem:  # whatever it is, giving up would not mend it
                say(f"not yet: {problem}; trying again")
            time.sleep(wait_s)


@contextmanager
def embedded_stack(data: Path, settings: Settings, say: Say, shape: Shape | None = None) -> Iterator[Stack]:
    """Start everything, hand over the stack once it is ready, and stop all of it at the end.

    `settings` gives address, port, token and the addresses of servers that run elsewhere.
    StackProblem when something is in the way.
    """
    shape = shape or Shape()
    layout = prepare_layout(data)
    with take_lock(layout):
        if ended_count := leftovers.end_leftovers(layout):
            say(f"Ended {ended_count} processes that a killed stack had left running")
        require_free_port(settings.bind, settings.port, "--port")
        leftovers.adopt_orphans()
        settings = with_login(layout, settings)
        parts, certificate = _parts(layout, settings, say, shape)
        try:
            parts.start(say)
            api = api_of(parts.dashboard, settings, certificate)
            try:
                access = note_access(api.url, token_of(settings), api.site, str(settings.tls_ca or ""))
                with access, layout.note_url(api.url):
                    yield Stack(parts, certificate, api)
            finally:
                say("Stopping …")
        finally:
            parts.stop()


def _parts(layout: Layout, settings: Settings, say: Say, shape: Shape) -> tuple[Parts, ServerCertificate]:
    servers = servers_of(layout, settings, shape.broker_port)
    certificate = tls.prepare(layout, settings, servers.broker_proxy)
    make = development if shape.develop else application
    programs = make(layout, settings.bind, settings.port, shape.agents, certificate)
    url = local_url(settings.bind, settings.port, certificate)
    parts = Parts(
        layout,
        settings,
        servers,
        [*server_programs(servers, say), *programs],
        _environment(layout, settings, servers),
        shape.agents,
        Dashboard(url, token_of(settings), certificate.context()),
    )
    return parts, certificate
