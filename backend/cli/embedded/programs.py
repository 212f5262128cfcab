"""The parts of an embedded stack and their argument lists; pure."""

import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.cli.embedded.layout import Layout
from backend.resources import CHECKOUT

AGENTS = ("load", "proxy", "backend")
SERVERS, APPLICATION = 10, 20  # start order; the stop order is the reverse
# What an agent must not know.
NOT_FOR_AGENTS = ("DYNO_DATABASE_URL", "DYNO_REDIS_URL", "DYNO_AGENT_BROKER_URL", "DYNO_TOKEN")


@dataclass(frozen=True)
class Program:
    """One supervised process; `priority` orders start and stop, parts of one priority go together."""

    name: str
    argv: list[str]
    priority: int = APPLICATION
    stop_signal: signal.Signals = signal.SIGTERM
    stop_within_s: int = 10


def application(layout: Layout, bind: str, port: int, agents: Sequence[str] = AGENTS) -> list[Program]:
    """API, worker, beat and agents, as this interpreter runs them."""
    return [
        Program("api", _python("uvicorn", "backend.main:app", *_uvicorn(bind, port))),
        Program("worker", _python("celery", "-A", "worker.app", "worker", *_CELERY_WORKER)),
        Program("beat", _python("celery", "-A", "worker.app", "beat", *_celery_beat(layout))),
        *(_agent(layout, name, local_url(bind, port)) for name in agents),
    ]


def development(layout: Layout, bind: str, port: int, agents: Sequence[str] = AGENTS) -> list[Program]:
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
        f"DYNO_API={local_url(bind, port)}",
        "npm",
        "--prefix",
        str(CHECKOUT / "frontend"),
        "run",
        "dev",
    ]
    parts = application(layout, bind, port, agents)
    return [replace(parts[0], argv=[*parts[0].argv, *sources]), *parts[1:], Program("ui", ui)]


def local_url(bind: str, port: int) -> str:
    """Where programs on this machine reach the API."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# Threads, not processes: the rules wait for the database, and a small machine has little memory to spare.
_CELERY_WORKER = (
    *("--pool", "threads", "--concurrency", "4", "--loglevel", "INFO"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def _celery_beat(layout: Layout) -> tuple[str, ...]:
    return ("--schedule", str(layout.run / "beat-schedule"), "--pidfile", "", "--loglevel", "INFO")


def _uvicorn(bind: str, port: int) -> tuple[str, ...]:
    # Event streams never end by themselves: a stop gives them two seconds.
    return ("--host", bind, "--port", str(port), "--timeout-graceful-shutdown", "2", "--no-access-log")


def _agent(layout: Layout, name: str, server: str) -> Program:
    hide = [word for variable in NOT_FOR_AGENTS for word in ("-u", variable)]
    options = ("--server", server, "--roles", name, "--name", name, "--state", str(layout.agent_state(name)))
    return Program(f"agent-{name}", ["env", *hide, *_python("agents.runner", *options)])


def _python(module: str, *options: str) -> list[str]:
    return [sys.executable, "-m", module, *options]
