"""Whether hosts can hold a workload's connections: open files, ports of a source address, places in workers.

Refuses only what cannot be held even when everything is shared out evenly, and what the host limits: a limit
that a variant sets itself may be what the experiment is about, and advice warns of it. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from agents.catalog.knobs import KNOBS, roles_of
from agents.catalog.roles import Role
from agents.catalog.tools import LOAD_TOOLS
from agents.contract.addresses import AGENT_PORTS
from agents.contract.reports import Facts
from agents.render import external_backends, limit_of
from agents.render.origin import WORKER_CONNECTIONS as OF_BACKEND
from agents.render.proxy import workers
from agents.render.raw import WHOLE
from backend.definition.ceiling_rules import max_connections, searched_connections
from backend.definition.issues import Issue
from backend.definition.model import Definition
from backend.planning.plan import PlannedRun

SPARE_FILES = 64
"""Open files that nginx needs beside its connections: logs, libraries, listening sockets."""
FREED_SHARE = 16
"""nginx closes idle connections once fewer than 1/16 of its worker_connections are free."""
RANGE_KEY, RESERVED_KEY = "net.ipv4.ip_local_port_range", "net.ipv4.ip_local_reserved_ports"
_ABOVE_AGENTS, _WIDEST = (AGENT_PORTS[1] + 1, 65535), (1024, 65535)
_HARD_LIMIT = (
    "raise the agent's hard limit (LimitNOFILE= in its unit, ulimit -Hn before dyno up); "
    "the agent raises the soft limit itself"
)

Roles = Mapping[Role, Facts]


class _Ask(NamedTuple):
    """One run and the connections that its load tool holds at once."""

    run: PlannedRun
    connections: int
    roles: Roles
    load_hosts: int


def issues(
    definition: Definition, runs: Sequence[PlannedRun], roles: Roles, load_hosts: int
) -> Iterator[Issue]:
    """Name each sum that does not fit once for each workload, at its connections."""
    for i, workload in enumerate(definition.workloads):
        place = ("ceiling", "to") if searched_connections(definition) else ("workloads", i, "connections")
        connections = max_connections(definition, workload)
        count = workload.host_count(load_hosts)
        asks = [_Ask(r, connections, roles, count) for r in runs if r.workload.name == workload.name]
        for room in (_tool_files, _tool_ports, _worker_files, _proxy_ports, _backend_files, _backend_places):
            sentence = next(filter(None, map(room, asks)), None)
            if sentence:
                yield (place, f"{connections} connections need {sentence}")


def _tool_files(ask: _Ask) -> str | None:
    facts, workload = ask.roles.get("load"), ask.run.workload
    if facts is None:
        return None
    load = workload.model_copy(update={"connections": ask.connections}).host_shares(ask.load_hosts)[0]
    load = load.shares()[0]
    files = LOAD_TOOLS[workload.tool].files_needed(load)
    own_limit = limit_of(ask.run.knobs, "load", "nofile")
    limit = own_limit or facts.nofile
    if files <= limit:
        return None
    source = f"load.limits.nofile of “{ask.run.variant}”" if own_limit else f"a process of {workload.tool}"
    remedy = _file_remedy("load.limits.nofile", files, facts)
    return f"{files} open files on the load host; {source} may have {limit}: {remedy}"


def _tool_ports(ask: _Ask) -> str | None:
    target = "nginx" if ask.run.topology != "direct" else "the backend"
    reason = _lacking_ports(ask, "load", ceil(ask.connections / ask.load_hosts))
    return reason and f"{reason[0]} to one address and port of {target}; {reason[1]}, or ask for fewer"


def _proxy_ports(ask: _Ask) -> str | None:
    if ask.run.topology != "proxied":
        return None
    backends = _backends(ask.run)
    reason = _lacking_ports(ask, "proxy", ceil(ask.connections / backends))
    more = "" if external_backends(ask.run.knobs) else f", or origin.instances: {backends + 1}"
    return reason and f"{reason[0]} to each of {backends} backends; {reason[1]}{more}"


def _worker_files(ask: _Ask) -> str | None:
    knobs, facts = ask.run.knobs, ask.roles.get("proxy")
    own_limit = knobs.get("nginx.worker_rlimit_nofile") or limit_of(knobs, "proxy", "nofile")
    if facts is None or ask.run.topology == "direct" or own_limit or WHOLE in knobs:
        return None
    count = workers(knobs) or facts.cpus
    passed_on = ask.run.topology == "proxied"
    most = int(knobs.get("nginx.worker_connections", KNOBS["nginx.worker_connections"].default))
    files = min(most, ceil(ask.connections * (2 if passed_on else 1) / count)) + SPARE_FILES
    if files <= facts.nofile:
        return None
    files_each = "two for each connection that nginx passes on" if passed_on else "one for each connection"
    per_worker = f"in each of {count} workers" if count > 1 else "in one worker"
    remedy = _file_remedy("limits.nofile", files, facts)
    return (
        f"{files} open files {per_worker} on the proxy host ({files_each}, {SPARE_FILES} for "
        f"listeners and logs); a process may have {facts.nofile}: start more workers "
        f"(nginx.worker_processes), or {remedy}"
    )


def _backend_files(ask: _Ask) -> str | None:
    facts = ask.roles.get("backend")
    if facts is None or not _has_own_backend(ask.run) or limit_of(ask.run.knobs, "backend", "nofile"):
        return None
    backends = _backends(ask.run)
    files = ceil(ask.connections / backends) + SPARE_FILES
    if files <= facts.nofile:
        return None
    remedy = _file_remedy("backend.limits.nofile", files, facts)
    return (
        f"{files} open files in each backend on the backend host; a process may have {facts.nofile}: "
        f"set origin.instances: {backends + 1}, or {remedy}"
    )


def _backend_places(ask: _Ask) -> str | None:
    backends = _backends(ask.run)
    places = ceil(ask.connections / backends)
    most = OF_BACKEND - OF_BACKEND // FREED_SHARE
    if not _has_own_backend(ask.run) or places <= most:
        return None
    return (
        f"{places} places in each backend; one holds {most}, because nginx closes idle connections when "
        f"fewer than 1/{FREED_SHARE} of {OF_BACKEND} are free: set origin.instances: "
        f"{ceil(ask.connections / most)}"
    )


def _has_own_backend(run: PlannedRun) -> bool:
    return "backend" in roles_of(run.knobs, run.topology)


def _backends(run: PlannedRun) -> int:
    """Backends that share the connections: a load tool without a proxy has one target."""
    if run.topology != "proxied":
        return 1
    return len(external_backends(run.knobs)) or int(run.knobs.get("origin.instances", 1))


def _file_remedy(knob: str, files: int, facts: Facts) -> str:
    return f"set {knob}: {files}" if files <= facts.abilities.nofile else _HARD_LIMIT


def _lacking_ports(ask: _Ask, role: Role, ports: int) -> tuple[str, str] | None:
    """The sum and the remedy, where a source address of this host has fewer ports."""
    span = _port_range(ask, role)
    if span is None:
        return None
    facts = ask.roles[role]
    reserved_ports = str(facts.more.get("sysctl", {}).get(RESERVED_KEY, ""))
    free = _free(span, reserved_ports)
    if ports <= free:
        return None
    has = f"{ports} ports on the {role} host, whose source address has {free} ({span[0]} to {span[1]})"
    wider = next((s for s in (_ABOVE_AGENTS, _WIDEST) if ports <= _free(s, reserved_ports)), None)
    key = f"{'' if role == 'proxy' else f'{role}.'}sysctl.{RANGE_KEY}"
    remedy = f"set {key}: {wider[0]} {wider[1]}" if wider else "no range has as many"
    return has, remedy


def _port_range(ask: _Ask, role: Role) -> tuple[int, int] | None:
    """First and last port as a variant sets them for this network, else as the host has them."""
    facts = ask.roles.get(role)
    if facts is None:
        return None
    value = str(facts.more.get("sysctl", {}).get(RANGE_KEY, ""))
    for owner, settings in ask.run.settings.items():
        facts_of_owner = ask.roles.get(owner)
        if owner == role or (facts_of_owner and facts_of_owner.namespace == facts.namespace != ""):
            value = next((str(s.value) for s in settings if s.name == RANGE_KEY), value)
    fields = value.split()
    return (int(fields[0]), int(fields[1])) if len(fields) == 2 and all(map(str.isdecimal, fields)) else None


def _free(span: tuple[int, int], reserved_ports: str) -> int:
    """Count the ports of a range without reserved ones, written as `7100-7120,8080`."""
    reserved_count = 0
    for part in filter(None, reserved_ports.split(",")):
        first, _, last = part.strip().partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            reserved_count += max(0, min(span[1], int(last or first)) - max(span[0], int(first)) + 1)
    return span[1] - span[0] + 1 - reserved_count
