"""Rules on HTTP/2."""

from collections.abc import Iterator

from agents.catalog.knobs.nginx_http2 import DEFAULT_STREAMS
from agents.catalog.tools import TOOLS, any_of
from backend.advice.nginx import every, is_on, names_with, number_of
from backend.advice.predicates import asks_for_http2, speaks_http2, speaks_tls
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import chosen_directives, in_words, verb


@rule(
    severity="hint",
    text="Browsers speak HTTP/2 over TLS alone. Without TLS you measure a hop between servers.",
    example="tls.on: on",
    source="RFC 9113, section 3.3 (prior knowledge)",
)
def http2_clear_text(subject: Subject) -> Iterator[Hit]:
    if asks_for_http2(subject) and speaks_http2(subject) and not speaks_tls(subject):
        text = "HTTP/2 over clear text: browsers speak it over TLS alone, so this lacks what encryption costs"
        yield Hit(text, "listen.http2", Instead({"tls.on": True}))


@rule(
    severity="warning",
    text="A trial in another protocol than the workload's fails. nginx speaks HTTP/2 where `listen` or "
    "`http2` says so.",
    example="listen.http2: on",
    source="nginx documentation of ngx_http_v2_module",
)
def http2_off(subject: Subject) -> Iterator[Hit]:
    if not asks_for_http2(subject) or speaks_http2(subject) or "nginx.conf" in subject.knobs:
        return
    if subject.topology == "direct":
        if "origin.address" not in subject.knobs:
            text = "the built-in backend speaks HTTP/1.1 alone: each trial fails"
            yield Hit(text, instead=Instead(workload={"protocol": "h1", "streams": None}), workload=True)
        return
    text = f"{subject.workload.tool} asks over HTTP/2, and nginx does not offer it: each trial fails"
    yield Hit(text, "listen.http2", Instead({"listen.http2": True}))


DEFAULT_REQUESTS = 1000
ENOUGH = 1_000_000_000
_KEEPING = {name: tool for name, tool in TOOLS.items() if tool.keeps_connections}


@rule(
    severity="warning",
    text="nginx ends an HTTP/2 connection after `keepalive_requests` requests, 1,000 by default. "
    f"{any_of(_KEEPING)} does not open it again, and the requests that it would have carried are failures.",
    example=f"nginx.keepalive_requests: {ENOUGH}",
    source="Tests with nginx 1.22.1; nginx documentation of keepalive_requests",
)
def http2_requests_low(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    if not TOOLS[workload.tool].keeps_connections or not asks_for_http2(subject):
        return
    if not speaks_http2(subject):
        return
    limit = number_of(subject.tree, "keepalive_requests") or DEFAULT_REQUESTS
    requests = workload.requests or subject.likely_rate * (workload.duration_s or 0)
    if requests <= limit * workload.connections:
        return
    text = (
        f"keepalive_requests {limit:,} ends each HTTP/2 connection after as many requests, and "
        f"{workload.tool} does not open it again: the trial fails"
    )
    yield Hit(text, "nginx.keepalive_requests", Instead({"nginx.keepalive_requests": ENOUGH}))


_WITH_HTTP2 = {name: tool for name, tool in TOOLS.items() if "h2" in tool.protocols}


@rule(
    severity="warning",
    text="Over HTTP/1.1 nothing that concerns HTTP/2 is measured; of the load tools only "
    f"{any_of(_WITH_HTTP2)} asks over HTTP/2. Before nginx 1.25.1 a port without TLS that has `http2` does "
    "not even answer HTTP/1.1.",
    example=f"workloads: [{{tool: {any_of(_WITH_HTTP2)}, protocol: h2}}]",
    source="nginx documentation of ngx_http_v2_module; manual pages of the load tools",
)
def http2_unused(subject: Subject) -> Iterator[Hit]:
    listens = [args for args, _ in every(subject.tree, "listen") if "http2" in args]
    knob = "listen.http2" if "listen.http2" in subject.knobs else "listen"
    tool, (base, numbers) = TOOLS[subject.workload.tool], _nginx_base(subject)
    present = names_with(subject.tree, "http2_")
    names = chosen_directives(subject, sorted(present))
    if asks_for_http2(subject):
        if names and not speaks_http2(subject):
            yield Hit(f"{in_words(names)} {verb(names, 'does', 'do')} nothing: http2 is off", names[0])
        return
    speaks = "HTTP/1.1 here" if tool.protocols else tool.http
    if listens and not any("ssl" in args for args in listens) and base and numbers < SINCE:
        text = (
            f"before nginx 1.25.1 a plain `listen … http2` understands HTTP/2 alone; {tool.name} speaks "
            f"{speaks}"
        )
        yield Hit(text, knob)
    elif tool.protocols and (is_on(subject.tree, "http2") or listens):
        return  # one tool on both protocols: HTTP/1.1 is asked for to compare with
    elif is_on(subject.tree, "http2") or listens:
        if chosen_directives(subject, ("http2",)) or listens or names:
            yield Hit(f"http2 does nothing: {tool.name} speaks {speaks}", "http2" if not listens else knob)
    elif names:
        yield Hit(f"{in_words(names)} {verb(names, 'does', 'do')} nothing: http2 is off", names[0])


def _nginx_base(subject: Subject) -> tuple[str, tuple[int, ...]]:
    """Version that the proxy host's nginx is based on, as text and as numbers; both empty where not known."""
    facts = subject.facts.get("proxy")
    base = facts.nginx.base if facts and facts.nginx else ""
    return base, tuple(int(part) for part in base.split(".") if part.isdecimal())


SINCE = (1, 25, 1)
IGNORED = {  # → the first version that does, and what took its place
    "http2_idle_timeout": ((1, 19, 7), "keepalive_timeout"),
    "http2_max_field_size": ((1, 19, 7), "large_client_header_buffers"),
    "http2_max_header_size": ((1, 19, 7), "large_client_header_buffers"),
    "http2_max_requests": ((1, 19, 7), "keepalive_requests"),
    "http2_recv_timeout": ((1, 19, 7), "client_header_timeout"),
    "http2_max_concurrent_pushes": (SINCE, ""),
    "http2_push_preload": (SINCE, ""),
}


@rule(
    severity="hint",
    text="From nginx 1.25.1 on, HTTP/2 is a directive of a server or of all. The parameter of `listen` is "
    "deprecated: it switches HTTP/2 on for every server of that address. Directives of server push do "
    "nothing from then on; limits and timeouts of HTTP/2's own, from 1.19.7 on.",
    example="http2 on; keepalive_requests 100000;",
    source="nginx documentation of listen (http2) and of ngx_http_v2_module",
)
def listen_http2_old(subject: Subject) -> Iterator[Hit]:
    base, numbers = _nginx_base(subject)
    for name in chosen_directives(subject, IGNORED):
        since, instead = IGNORED[name]
        if numbers >= since:
            advice = f"; write {instead}" if instead else ""
            yield Hit(f"{name} does nothing: nginx {base} ignores it{advice}", name)
    if "listen.http2" in subject.knobs:
        return  # the knob is spelled as the host's nginx has it
    if numbers >= SINCE and any("http2" in args for args, _ in every(subject.tree, "listen")):
        text = f"nginx {base} warns of `listen … http2`, which 1.25.1 replaced: write `http2 on;`"
        yield Hit(text, "listen")


STREAMS = "http2_max_concurrent_streams"


@rule(
    severity="warning",
    text="A client keeps requests back that would be more than the server's limit of streams. Their latency "
    "then holds that wait.",
    example=f"nginx.{STREAMS}: 256",
    source="RFC 9113, section 5.1.2; nginx documentation of http2_max_concurrent_streams",
)
def streams_above_limit(subject: Subject) -> Iterator[Hit]:
    streams = subject.workload.streams or 1
    limit = number_of(subject.tree, STREAMS) or DEFAULT_STREAMS
    if streams > limit and speaks_http2(subject):
        text = (
            f"{streams} streams are asked for and {STREAMS} allows {limit}: the others wait at the load "
            "tool, and that time is in their latency"
        )
        yield Hit(text, f"nginx.{STREAMS}", Instead({f"nginx.{STREAMS}": streams}))
