"""The embedded stack: every part of Dynoboard on this machine, from start to stop."""

import os
import time
from collections.abc import Iterator
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

    def watch(self, say: Say) -> None:
        """Report parts that were restarted and troubles, and start all anew when supervisord ended."""
        while True:
            self._watch(say)
            say(f"{self._parts.why_it_ended()}; restarting everything")
            self._start_anew(say)

    def _watch(self, say: Say) -> None:
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
                with note_access(api.url, token_of(settings), api.site, str(settings.tls_ca or "")):
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
        environment_of(layout, settings, servers),
        shape.agents,
        Dashboard(url, token_of(settings), certificate.context()),
    )
    return parts, certificate
