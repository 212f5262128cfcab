"""The nginx.conf of the proxy under test: what the knobs set and what nginx needs, nothing else."""

from collections.abc import Mapping, Sequence
from typing import Literal

from agents.contract.knobs import KNOBS, Value
from agents.render.answer import answer
from agents.render.text import (
    ERROR_LOG,
    OWN_PATHS,
    STATUS_MARK,
    block,
    config,
    directives,
    listen,
    sections,
)

ProxyTopology = Literal["proxied", "proxy_only"]


def render_proxy(
    knobs: Mapping[str, Value],
    topology: ProxyTopology,
    backends: Sequence[str] = ("backend:8101",),
) -> str:
    """The whole nginx.conf; a knob that is not set leaves nginx's own default.

    `backends` are address:port; paths are relative to the prefix that the agent passes by -p.
    """
    upstream = _upstream(knobs, backends) if topology == "proxied" else []
    target = _proxy_pass(knobs, "backend" if upstream else backends[0]) if topology == "proxied" else []
    location = block("location /", target or answer(knobs))
    server = block("server", sections([listen(*_listen_parameters(knobs))], location))
    http = sections([*_log(knobs), *directives(knobs, "http"), *OWN_PATHS], upstream, server, [STATUS_MARK])
    main = [*directives(knobs, "main"), ERROR_LOG]
    return config(main, block("events", directives(knobs, "events")), block("http", http))


def default_backends(knobs: Mapping[str, Value]) -> tuple[str, ...]:
    """Names that stand for the backends before their addresses are known."""
    return tuple(f"backend:{8101 + i}" for i in range(int(knobs.get("origin.instances", 1))))


def _log(knobs: Mapping[str, Value]) -> list[str]:
    # Written also when unset: the path nginx was built with is the host's own log.
    return ["access_log off;" if knobs.get("nginx.access_log") == "off" else "access_log logs/access.log;"]


def _listen_parameters(knobs: Mapping[str, Value]) -> list[str]:
    parameters = [word for word in ("reuseport", "deferred") if knobs.get(f"listen.{word}")]
    if "listen.backlog" in knobs:
        parameters.append(f"backlog={knobs['listen.backlog']}")
    return parameters


def _upstream(knobs: Mapping[str, Value], backends: Sequence[str]) -> list[str]:
    inside = directives(knobs, "upstream")
    if not (inside or knobs.get("upstream.use_upstream") or len(backends) > 1):
        return []
    return block("upstream backend", [*(f"server {address};" for address in backends), *inside])


def _proxy_pass(knobs: Mapping[str, Value], target: str) -> list[str]:
    lines = [f"proxy_pass http://{target};"]
    if knobs.get("upstream.http11"):
        lines += ["proxy_http_version 1.1;", 'proxy_set_header Connection "";']
    return lines


def workers(knobs: Mapping[str, Value]) -> int | None:
    """How many workers must be seen; None where nginx counts CPUs itself."""
    asked = knobs.get("nginx.worker_processes", int(KNOBS["nginx.worker_processes"].default))
    return asked if isinstance(asked, int) else None
