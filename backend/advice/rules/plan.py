"""Rules on the plan itself: load tool, rounds, context."""

from collections.abc import Iterator
from math import ceil
from typing import Any

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.tools import DEFAULT_TOOL, TOOLS
from agents.render import raw_texts
from backend.advice.nginx import every
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import changed_directives, knob_of, taken_back
from backend.definition.nginx.needs import ADDED, Need, needs_of
from backend.presentation.words import full_percent

COMMON = (1, 22)
"""The nginx of long-lived distributions."""


@rule(
    severity="hint",
    text="Some directives are newer than the nginx of distributions, or belong to modules of other authors. "
    "A plan for a testbed compares them with its nginx, and what this does not know is an error.",
    example="dyno lint FILE --testbed NAME",
    source="nginx documentation of each directive (“appeared in version”)",
)
def build_needed(subject: Subject) -> Iterator[Hit]:
    if "proxy" in subject.facts:
        return  # the plan compares them with the host's nginx
    for name, text in raw_texts(subject.knobs, subject.topology).items():
        for line, need in needs_of(text):
            if words := _need_words(need):
                yield Hit(f"{name}, line {line}: `{need.subject}` {words}", name)


def _need_words(need: Need) -> str:
    if need.module in ADDED.values():
        return f"needs an nginx that is built with the module {need.module}; those of distributions are not"
    if need.since and tuple(map(int, need.since.split(".")))[:2] > COMMON:
        return f"needs nginx {need.since} or later"
    return ""


@rule(
    severity="hint",
    text="Topology, payload size, upstream delay and instances of the backend are context and no candidates: "
    "a variant of another context is compared with the baseline's settings under that context.",
    example="variants: [{name: default with two backends, set: {origin.instances: 2}}]",
    source="docs/statistics.md",
)
def no_baseline_in_context(subject: Subject) -> Iterator[Hit]:
    if subject.lone_context:
        text = (
            f"it has no baseline under another context ({subject.lone_context.words}), so it gets no "
            "verdict: add a variant of that context that sets otherwise what the baseline sets"
        )
        yield Hit(text, instead=Instead(plan={"variants": subject.lone_context.variants}))


@rule(
    severity="hint",
    text="Two starts of one server differ: memory addresses, and which CPUs get its connections. Measured "
    "in all rounds, that looks like a change.",
    example="servers: {fresh: round}",
    source="Mytkowicz et al. 2009; Kalibera & Jones 2013; simulations in docs/validation.md",
)
def one_start(subject: Subject) -> Iterator[Hit]:
    if subject.keeps_servers:
        text = (
            "each server is started once and keeps its luck in all rounds: a difference between two starts "
            "then looks like a difference between two variants, and more rounds make it look more certain"
        )
        yield Hit(text, instead=Instead(plan={"servers": {"fresh": "round"}}), servers=True)


_TOOL = next(name for name, tool in TOOLS.items() if tool.open_loop)
PER_CORE = 10_000  # requests per second: 50 to 150 µs of CPU each


@rule(
    severity="warning",
    text=f"At a fixed rate a thread, and a core of the load host, sends at most about {PER_CORE:,} requests "
    "per second. Beyond that they leave late, and the trials are invalid.",
    example=f"workloads: [{{tool: {_TOOL}, rate: 15000, threads: 2, connections: 64, duration: 10s}}]",
    source=f"Measured: {_TOOL} needs 50 to 150 µs of CPU for a request",
)
def rate_above_cores(subject: Subject) -> Iterator[Hit]:
    workload, rate, cpus = subject.workload, subject.rate_to, load_cpus(subject)
    if rate is None or workload.hosts == "all":  # how many those are is not known here
        return
    is_searched = rate != workload.rate  # the definition has no rate to change
    cores, processes = ceil(rate / PER_CORE), workload.processes * workload.hosts
    share = workload.rate_share
    words = f" ({full_percent(share.share)} of what the baseline answered before)" if share else ""
    if cpus and cores > (all_cpus := len(cpus) * workload.hosts):
        text = (
            f"{rate:,} requests per second{words} need about {cores} cores; the load tool may use {all_cpus}"
        )
        highest = PER_CORE * all_cpus
        lower = Instead(workload={"rate": highest - highest % processes})
        yield Hit(text, None, None if is_searched else lower, workload=True)
    elif cores > workload.total_threads:
        text = f"{rate:,} requests per second{words} need about {cores} threads; {workload.tool} has fewer"
        threads = ceil(cores / processes)
        least = threads * processes  # each thread needs a connection
        more = {"connections": least} if least > workload.connections else {}
        yield Hit(text, None, Instead(workload={"threads": threads, **more}), workload=True)


DEFAULTS = {
    "accept_mutex": "off",
    "client_body_timeout": "60s",
    "client_header_timeout": "60s",
    "client_max_body_size": "1m",
    "etag": "on",
    "gzip": "off",
    "gzip_comp_level": "1",
    "keepalive_timeout": "75s",
    "lingering_close": "on",
    "multi_accept": "off",
    "open_file_cache": "off",
    "proxy_buffering": "on",
    "proxy_request_buffering": "on",
    "reset_timedout_connection": "off",
    "send_timeout": "60s",
    "sendfile": "off",
    "server_tokens": "on",
    "ssl_session_tickets": "on",
    "tcp_nodelay": "on",
    "tcp_nopush": "off",
    "use": "epoll",
    "worker_connections": "512",
    "worker_priority": "0",
    "worker_processes": "1",
}


@rule(
    severity="hint",
    text="Some lines of tuning guides are nginx's defaults, such as `tcp_nodelay on`, `use epoll` and, since "
    "1.11.3, `accept_mutex off`. A variant with nothing else is the baseline once more.",
    example="nginx.tcp_nodelay: not set",
    source="nginx documentation of each directive (Default)",
)
def same_as_default(subject: Subject) -> Iterator[Hit]:
    facts = subject.facts.get("proxy")
    is_fork = (
        facts is not None and facts.nginx is not None and facts.nginx.flavour not in ("nginx", "openresty")
    )
    for name in () if is_fork else changed_directives(subject, DEFAULTS):
        values = {" ".join(args) for args, _ in every(subject.tree, name)}
        if not any(every(subject.base_tree, name)) and {_with_unit(name, v) for v in values} == {
            DEFAULTS[name]
        }:
            text = f"{name} {DEFAULTS[name]} is what nginx does without the line: this changes nothing"
            yield Hit(text, knob_of(name), taken_back(subject, (knob_of(name),)))


def _with_unit(name: str, value: str) -> str:
    return f"{value}s" if name.endswith("timeout") and value.isdecimal() else value


MIN_SEVERAL_S = 5


@rule(
    severity="warning",
    text="Load tools end up to 0.1 s apart. A trial in which several of them run together for less than 95% "
    "of its time is invalid.",
    example="workloads: [{processes: 4, connections: 64, duration: 5s}]",
    source="Source of the default load tool, which looks every 0.1 s whether its time is up",
)
def short_for_generators(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    is_several = workload.processes > 1 or workload.hosts != 1
    if is_several and workload.duration_s and workload.duration_s < MIN_SEVERAL_S:
        many = f"{workload.processes} processes" if workload.processes > 1 else "load tools of several hosts"
        text = (
            f"{many} end up to 0.1 s apart: of {workload.duration_s} s that may be "
            "too much, and the trials would be invalid"
        )
        yield Hit(text, None, Instead(workload={"duration_s": MIN_SEVERAL_S}), workload=True)


A_TRIAL_S = 10


def _limits() -> str:
    """What single tools cannot carry, of all in the catalog."""
    return "; ".join(
        f"{tool.name} has one thread, and {tool.max_connections_until} at most {tool.max_connections:,} "
        "connections"
        for tool in TOOLS.values()
        if tool.threads.maximum == 1 and tool.max_connections
    )


@rule(
    severity="hint",
    text=f"{_limits()}; threads beyond the load host's CPUs take turns. Then the figures describe the "
    "load tool.",
    example=f"workloads: [{{tool: {DEFAULT_TOOL}, threads: 2, connections: 64, duration: 10s}}]",
    source="Manual pages and sources of the tools; their own --help",
)
def tool_is_the_limit(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    tool, instead = TOOLS[workload.tool], Instead(workload=with_default_tool(subject))
    if tool.max_connections and workload.connections > tool.max_connections:
        text = (
            f"{tool.name} refuses more than {tool.max_connections} connections {tool.max_connections_until}"
        )
        yield Hit(text, None, instead, workload=True)
    if tool.threads.maximum == 1 and (subject.workers or 1) > 1:
        text = (
            f"{tool.name} has one thread, nginx {subject.workers} workers: "
            f"the figures may be those of {tool.name}"
        )
        yield Hit(text, None, instead, workload=True)
    cpus = load_cpus(subject)
    if cpus and workload.host_threads > len(cpus) and "pin.load" not in subject.knobs:
        text = f"{workload.tool} starts {workload.host_threads} threads on a host with {len(cpus)} CPUs"
        fewer = Instead(workload={"threads": _threads(subject)})
        yield Hit(text, None, fewer, workload=True)


def with_default_tool(subject: Subject) -> dict[str, Any]:
    """The same load by the default tool, which has threads and ends by time."""
    length = {"duration_s": subject.workload.duration_s or A_TRIAL_S, "requests": None}
    return {"tool": DEFAULT_TOOL, "threads": _threads(subject)} | length


def _threads(subject: Subject) -> int:
    """As many as the load tool has CPUs, and as share the connections evenly."""
    connections, cpus = subject.workload.connections, len(load_cpus(subject) or {0})
    return next(n for n in range(min(cpus, connections), 0, -1) if connections % n == 0)


def load_cpus(subject: Subject) -> frozenset[int] | None:
    """The CPUs of the load tool: those that it is pinned to, else the host's; None when unknown."""
    if "pin.load" in subject.knobs:
        return parse_cpu_list(str(subject.knobs["pin.load"]))
    return subject.host_cpus("load")


@rule(
    severity="hint",
    text="A definition that asks for trials until intervals are precise is accepted until 0.2.0 and becomes "
    "until decided. Every change still comes with its interval.",
    example="trials: {min: 8, max: 40, until: decided}",
    source="docs/statistics.md",
)
def until_precise(subject: Subject) -> Iterator[Hit]:
    rule = subject.until_decided
    if rule is not None and rule.instead_of:
        text = (
            "trials until precise are until decided now: rounds go on until every variant is better, worse "
            f"or the same, {rule.max} rounds at most, and no longer until intervals are narrow enough"
        )
        yield Hit(
            text, instead=Instead(plan={"trials": rule.model_dump(exclude={"instead_of"})}), trials=True
        )
