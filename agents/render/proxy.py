"""The nginx.conf of the proxy under test: what the knobs set and what nginx needs, nothing else."""

from collections.abc import Mapping, Sequence
from typing import Literal

from agents.catalog.knobs import KNOBS, Value
from agents.catalog.roles import Topology
from agents.contract.states import KeyType
from agents.render import raw
from agents.render.answer import delays, locations
from agents.render.text import CERTIFICATE, OWN_PATHS, block, config, directives, listen, sections

ProxyTopology = Literal["proxied", "proxy_only"]
_HTTP2_DIRECTIVE_SINCE = (1, 25, 1)
_HTTP11_SINCE = (1, 29, 7)  # to backends, without being told to
_BALANCING = {"hash": "hash $request_uri;", "round_robin": ""}


def render_proxy(
    knobs: Mapping[str, Value],
    topology: ProxyTopology,
    backends: Sequence[str] = ("backend:8101",),
    nginx_base: str = "",
) -> str:
    """The whole nginx.conf; a knob that is not set leaves nginx's own default.

    `nginx_base` is the version of nginx that reads it; empty: spelled as all of them read it.

    `backends` are address:port; paths are relative to the prefix that the agent passes by -p.
    The user's own `nginx.conf` is taken as it is, with its placeholders filled in (see raw.py).
    """
    backends = backends if topology == "proxied" else ()
    if raw.WHOLE in knobs:
        return raw.whole(str(knobs[raw.WHOLE]), backends)
    upstream = _upstream(knobs, backends)
    target = _target(knobs, backends)

    def extra(name: str) -> list[str]:
        return raw.extra(knobs, name, backends, target)

    server = block(
        "server",
        sections(
            [*_listen_lines(knobs, nginx_base), *(CERTIFICATE if knobs.get("tls.on") else ())],
            extra("nginx.server_extra"),
            []
            if _has_own_root(knobs)
            else _location(knobs, target, extra("nginx.location_extra"), nginx_base),
        ),
    )
    http = sections(
        [_access_log(knobs), *directives(knobs, "http"), *OWN_PATHS],
        extra("nginx.http_extra"),
        upstream,
        server,
    )
    main = [*directives(knobs, "main"), _error_log(knobs, answers=not target)]
    return config(main, block("events", directives(knobs, "events")), block("http", http))


def raw_texts(knobs: Mapping[str, Value], topology: Topology) -> dict[str, str]:
    """Knob → its raw text with placeholders filled in, line by line as in the rendered nginx.conf."""
    backends = default_backends(knobs) if topology == "proxied" else ()
    if topology == "direct":
        return {}
    if raw.WHOLE in knobs:
        return {raw.WHOLE: raw.whole(str(knobs[raw.WHOLE]), backends)}
    target = _target(knobs, backends)
    texts = {name: raw.extra(knobs, name, backends, target) for name in raw.EXTRAS if name in knobs}
    return {name: "\n".join(lines[1:]) for name, lines in texts.items()}


def own_upstreams(knobs: Mapping[str, Value], topology: Topology) -> tuple[str, ...]:
    """Names of the upstream blocks that the rendered text adds to raw ones."""
    backends = default_backends(knobs) if topology == "proxied" else ()
    return (raw.UPSTREAM,) if raw.WHOLE not in knobs and _upstream(knobs, backends) else ()


def default_backends(knobs: Mapping[str, Value]) -> tuple[str, ...]:
    """Names that stand for the backends before their addresses are known; external ones are known."""
    if address := external_backends(knobs):
        return address
    return tuple(f"backend:{8101 + i}" for i in range(int(knobs.get("origin.instances", 1))))


def external_backends(knobs: Mapping[str, Value]) -> tuple[str, ...]:
    """The user's own servers that replace the built-in backend; empty when there are none."""
    return tuple(str(knobs.get("origin.address", "")).split())


def external_target(knobs: Mapping[str, Value], topology: Topology) -> str | None:
    """Target of load that goes straight to the user's own server: http://host:port."""
    backends = external_backends(knobs)
    return f"http://{backends[0]}" if backends and topology == "direct" else None


def tls_key(knobs: Mapping[str, Value]) -> KeyType | None:
    """The kind of key that the server under test needs; None when it listens without TLS."""
    text = knobs.get(raw.WHOLE)
    with_tls = knobs.get("tls.on") if text is None else raw.listens_with_tls(str(text))
    return str(knobs.get("tls.key", "rsa2048")) if with_tls else None  # pyright: ignore[reportReturnType]


def workers(knobs: Mapping[str, Value]) -> int | None:
    """Workers that must be seen; None where nginx counts CPUs itself, or the user's own config decides."""
    if raw.WHOLE in knobs:
        return None
    value = knobs.get("nginx.worker_processes", int(KNOBS["nginx.worker_processes"].default))
    return value if isinstance(value, int) else None


def _access_log(knobs: Mapping[str, Value]) -> str:
    # Written also when unset: the path nginx was built with is the host's own log.
    if knobs.get("nginx.access_log") == "off":
        return "access_log off;"
    names = {"buffer": "nginx.access_log_buffer", "flush": "nginx.access_log_flush"}
    parameters = [f" {word}={knobs[name]}" for word, name in names.items() if name in knobs]
    return f"access_log logs/access.log{' combined' if parameters else ''}{''.join(parameters)};"


def _error_log(knobs: Mapping[str, Value], answers: bool) -> str:
    # A delayed answer of the proxy's own would be a line about a missing password each time.
    level = knobs.get("nginx.error_log") or ("crit" if answers and delays(knobs) else "")
    return f"error_log logs/error.log{f' {level}' if level else ''};"


def _listen_lines(knobs: Mapping[str, Value], nginx_base: str) -> list[str]:
    """`listen`, with HTTP/2 in a directive of its own where nginx has it."""
    parameters = _listen_parameters(knobs)
    if not knobs.get("listen.http2"):
        return [listen(*parameters)]
    if _order_of(nginx_base) < _HTTP2_DIRECTIVE_SINCE:
        return [listen(*parameters, "http2")]
    return [listen(*parameters), "http2 on;"]


def _order_of(nginx_base: str) -> tuple[int, ...]:
    return tuple(int(part) for part in nginx_base.split(".") if part.isdecimal())


def _listen_parameters(knobs: Mapping[str, Value]) -> list[str]:
    flags = [word for word in ("reuseport", "deferred") if knobs.get(f"listen.{word}")]
    values = [
        f"{word}={knobs[f'listen.{word}']}"
        for word in ("backlog", "fastopen", "so_keepalive")
        if f"listen.{word}" in knobs
    ]
    return [*(["ssl"] if knobs.get("tls.on") else []), *flags, *values]


def _upstream(knobs: Mapping[str, Value], backends: Sequence[str]) -> list[str]:
    if not backends:
        return []
    method = str(knobs.get("upstream.balancing", ""))
    # nginx wants the method before `keepalive`.
    balancing = [line] if (line := _BALANCING.get(method, f"{method};")) and method else []
    inside = directives(knobs, "upstream")
    if not (method or inside or knobs.get("upstream.use_upstream") or len(backends) > 1):
        return []
    servers = [f"server {address};" for address in backends]
    return block(f"upstream {raw.UPSTREAM}", [*servers, *balancing, *inside])


def _target(knobs: Mapping[str, Value], backends: Sequence[str]) -> str:
    """Target of proxy_pass; empty where the proxy answers itself."""
    return raw.UPSTREAM if _upstream(knobs, backends) else "".join(backends[:1])


def _has_own_root(knobs: Mapping[str, Value]) -> bool:
    """Whether the raw lines of the server have a `location /`, which then stands in place of the rendered."""
    is_own = raw.opens_root(str(knobs.get("nginx.server_extra", "")))
    return is_own and "nginx.location_extra" not in knobs


def _location(knobs: Mapping[str, Value], target: str, extra: list[str], nginx_base: str) -> list[str]:
    if not target:
        return locations(knobs, extra)
    lines = [f"proxy_pass http://{target};"]
    if knobs.get("upstream.http11"):
        lines += ["proxy_http_version 1.1;", 'proxy_set_header Connection "";']
    elif "upstream.http11" in knobs and _order_of(nginx_base) >= _HTTP11_SINCE:
        lines += ["proxy_http_version 1.0;"]
    return block("location /", [*lines, *extra])
