"""The parts of an embedded stack and their argument lists; pure."""

import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from backend.cli.embedded.layout import Layout
from backend.cli.embedded.server_certificate import ServerCertificate
from backend.http.request_limits import MAX_ADDRESS_LENGTH, MAX_HEAD_BYTES
from backend.resources import CHECKOUT
from backend.settings import is_loopback

AGENTS = ("load", "proxy", "backend")
SERVERS, APPLICATION = 10, 20  # start order; the stop order is the reverse
PLAIN = ServerCertificate()
# What an agent must not know.
NOT_FOR_AGENTS = (
    "DYNO_DATABASE_URL",
    "DYNO_REDIS_URL",
    "DYNO_AGENT_BROKER_URL",
    "DYNO_TOKEN",
    "DYNO_METRICS_TOKEN",
    "DYNO_OIDC_CLIENT_SECRET",
    "DYNO_AGENT_TOKEN",
    "DYNO_OWN_NAME",
)


@dataclass(frozen=True)
class Program:
    """One supervised process; `priority` orders start and stop, parts of one priority go together."""

    name: str
    argv: list[str]
    priority: int = APPLICATION
    stop_signal: signal.Signals = signal.SIGTERM
    stop_within_s: int = 10


def application(
    layout: Layout,
    bind: str,
    port: int,
    agents: Sequence[str] = AGENTS,
    certificate: ServerCertificate = PLAIN,
) -> list[Program]:
    """API, worker, beat and agents, as this interpreter runs them."""
    return [
        Program("api", api((*on_port(bind, port), *_certificate(certificate)))),
        Program("worker", worker()),
        Program("beat", beat()),
        *(
            _agent(layout, name, local_url(bind, port, certificate), _proof(bind, certificate))
            for name in agents
        ),
    ]


def development(
    layout: Layout,
    bind: str,
    port: int,
    agents: Sequence[str] = AGENTS,
    certificate: ServerCertificate = PLAIN,
) -> list[Program]:
    """The same from a checkout: the API restarts when its code changes, Vite serves the UI."""
    sources = (
        "--reload",
        "--reload-dir",
        str(CHECKOUT / "backend"),
        "--reload-dir",
        str(CHECKOUT / "agents"),
    )
    ui = [
        "env",
        f"DYNO_API={local_url(bind, port, certificate)}",
        "npm",
        "--prefix",
        str(CHECKOUT / "frontend"),
        "run",
        "dev",
    ]
    parts = application(layout, bind, port, agents, certificate)
    return [replace(parts[0], argv=[*parts[0].argv, *sources]), *parts[1:], Program("ui", ui)]


def local_url(bind: str, port: int, certificate: ServerCertificate = PLAIN) -> str:
    """Where programs on this machine reach the API."""
    host = certificate.name or {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)
    scheme = "https" if certificate.certificate else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def on_port(bind: str, port: int) -> tuple[str, ...]:
    """Where the API listens, for `api`."""
    return ("--host", bind, "--port", str(port))


def on_socket(path: Path) -> tuple[str, ...]:
    """The same on a unix socket, which whoever may pass its folder can open."""
    return ("--uds", str(path))


def api(place: Sequence[str]) -> list[str]:
    """An API process that listens there."""
    # Event streams never end by themselves: a stop gives them two seconds.
    stop = ("--timeout-graceful-shutdown", "2", "--no-access-log")
    # an agent at rest beats every ten seconds, on the connection that it has
    keep = ("--timeout-keep-alive", "15")
    # uvicorn itself would believe everybody on this machine; backend/main.py knows whom to believe
    head = ("--http", "h11", "--h11-max-incomplete-event-size", str(MAX_ADDRESS_LENGTH + MAX_HEAD_BYTES))
    return _python(
        "backend.cli.server.idle_uvicorn",
        "backend.main:app",
        *place,
        "--no-proxy-headers",
        *head,
        *keep,
        *stop,
    )


def worker() -> list[str]:
    """A worker. Threads: the rules wait for the database, and a small machine has little memory."""
    threads = ("--pool", "threads", "--concurrency", "4", "--loglevel", "INFO")
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return _python("celery", "--quiet", "-A", "worker.app", "worker", *threads, *alone)


def beat() -> list[str]:
    """Beat. What it sends is due every few seconds: it keeps no file, which a full disk could damage."""
    options = ("--scheduler", "celery.beat:Scheduler", "--pidfile", "", "--loglevel", "INFO")
    return _python("celery", "--quiet", "-A", "worker.beat", "beat", *options)


def _certificate(certificate: ServerCertificate) -> tuple[str, ...]:
    if certificate.certificate is None:
        return ()
    return ("--ssl-certfile", str(certificate.certificate), "--ssl-keyfile", str(certificate.key))


def _agent(layout: Layout, name: str, server: str, proof: Sequence[str]) -> Program:
    hide = [word for variable in NOT_FOR_AGENTS for word in ("-u", variable)]
    options = ("--server", server, "--roles", name, "--name", name, "--state", str(layout.agent_state(name)))
    token = ("--token-file", str(layout.enrolment_token(name)))
    command = ["env", *hide, *_python("agents.runner", *options, *token, *proof)]
    first = _python("backend.cli.embedded.agent_tokens", str(layout.root), name)
    return Program(f"agent-{name}", [*first, *command])


def _proof(bind: str, certificate: ServerCertificate) -> Sequence[str]:
    """By what agents of this machine believe the dashboard."""
    if certificate.certificate:
        return ("--ca-sha256", certificate.pin) if certificate.pin else ()
    # what goes to an address of this machine is on no network
    return () if is_loopback(bind) else ("--insecure-network",)


def _python(module: str, *options: str) -> list[str]:
    return [sys.executable, "-m", module, *options]
