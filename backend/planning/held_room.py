"""Whether hosts can hold the connections that a workload holds beside its load: files, places, ports, memory.

All are refused with the sum and a remedy: a trial with fewer connections would only be invalid. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from agents.catalog.knobs import KNOBS
from agents.catalog.roles import Role
from agents.contract.held import HELD_PER_PORT, Hold
from agents.contract.reports import Facts
from agents.render import external_target, limit_of
from agents.render.origin import WORKER_CONNECTIONS as OF_BACKEND
from agents.render.proxy import workers
from agents.render.raw import WHOLE
from backend.definition.issues import Issue
from backend.definition.model import Definition
from backend.definition.units import duration_text, seconds_of
from backend.planning.plan import PlannedRun

Roles = Mapping[Role, Facts]

SPARE_FILES = 64
MAX_GENERATORS = 64  # processes on the load host
FREED_SHARE = 16
"""nginx closes idle connections once fewer than 1/16 of its worker_connections are free."""
_KERNEL_BYTES, _TLS_BYTES = 3_700, 40_000  # of one end of a connection, as measured
_NGINX_BYTES, _GENERATOR_BYTES = 1_000, 1_200  # beside that, of each connection
_PLACE_BYTES = 430  # of each of nginx's worker_connections, used or not
_MAX_MEMORY_SHARE = 0.8


class _Ask(NamedTuple):
    """One run, what it holds, and the hosts that it is measured on."""

    run: PlannedRun
    hold: Hold
    roles: Roles

    @property
    def server_role(self) -> Role:
        return "backend" if self.run.topology == "direct" else "proxy"

    @property
    def worker_count(self) -> int | None:
        """Workers of the server; None where its host is not known, or the user's own text decides."""
        facts = self.roles.get(self.server_role)
        if self.server_role == "backend":
            return 1
        if facts is None or WHOLE in self.run.knobs:
            return None
        return workers(self.run.knobs) or facts.cpus

    @property
    def places(self) -> int:
        """The worker_connections of one worker."""
        if self.server_role == "backend":
            return OF_BACKEND
        return int(self.run.knobs.get("nginx.worker_connections", KNOBS["nginx.worker_connections"].default))

    @property
    def connections(self) -> int:
        """Open at the server at once: held ones are idle, so only those of the load are passed on."""
        return self.hold.connections + self.run.workload.connections * (
            2 if self.run.topology == "proxied" else 1
        )


def issues(definition: Definition, runs: Sequence[PlannedRun], roles: Roles) -> Iterator[Issue]:
    """Name each reason once for each workload."""
    for i, workload in enumerate(definition.workloads):
        if workload.hold is None:
            continue
        asks = [_Ask(r, workload.hold, roles) for r in runs if r.workload.name == workload.name]
        for reason in (_old_agents, _foreign_server, _timeout, _processes, _ports, _places, _files, _memory):
            sentence = next(filter(None, map(reason, asks)), None)
            if sentence:
                yield (("workloads", i, "hold"), sentence)
                if reason is _old_agents:
                    break


def _old_agents(ask: _Ask) -> str | None:
    for role in ("load", ask.server_role):
        facts = ask.roles.get(role)
        if facts and facts.abilities.hold:
            return f"the {role} host cannot hold connections: {facts.abilities.hold}"
    return None


def _foreign_server(ask: _Ask) -> str | None:
    if external_target(ask.run.knobs, ask.run.topology):
        return "connections are held at a server that Dynoboard starts; put a proxy before your own"
    return None


def _timeout(ask: _Ask) -> str | None:
    """The text of a user's own config is not read here: what it closes, the trial counts."""
    if ask.server_role == "backend" or WHOLE in ask.run.knobs:
        return None
    value = str(ask.run.knobs.get("nginx.keepalive_timeout", KNOBS["nginx.keepalive_timeout"].default))
    if ask.hold.every_s <= seconds_of(value):
        return None
    return (
        f"each connection asks every {duration_text(ask.hold.every_s)}, but “{ask.run.variant}” closes idle "
        f"ones after {value} (nginx.keepalive_timeout): give a smaller every, or a longer timeout"
    )


def _processes(ask: _Ask) -> str | None:
    facts = ask.roles.get("load")
    most = MAX_GENERATORS * max(1, facts.nofile - SPARE_FILES) if facts else ask.hold.connections
    if facts is None or ask.hold.connections <= most:
        return None
    return (
        f"{MAX_GENERATORS} generators of {facts.nofile} open files hold {most} connections; asked for are "
        f"{ask.hold.connections}: raise the hard limit of the load host's agent (LimitNOFILE=, ulimit -Hn)"
    )


def _ports(ask: _Ask) -> str | None:
    facts = ask.roles.get("load")
    fields = str((facts.more if facts else {}).get("sysctl", {}).get("net.ipv4.ip_local_port_range", ""))
    first_and_last = fields.split()
    if len(first_and_last) != 2 or not all(map(str.isdecimal, first_and_last)):
        return None
    count, share = (
        int(first_and_last[1]) - int(first_and_last[0]) + 1,
        min(ask.hold.connections, HELD_PER_PORT),
    )
    if share <= count:
        return None
    return (
        f"{share} connections go to each of {ask.hold.ports} ports of the server, but the load host has only "
        f"{count} ports of its own: set load.sysctl.net.ipv4.ip_local_port_range: 32768 60999"
    )


def _places(ask: _Ask) -> str | None:
    count = ask.worker_count
    if count is None:
        return None
    most = ask.places - ask.places // FREED_SHARE
    if ask.connections <= count * most:
        return None
    sum_text = f"{count} × {ask.places} × 15/16 = {count * most} places (worker_connections)"
    if ask.server_role == "backend":
        return f"{ask.connections} connections need as many places; a backend has {sum_text}: hold fewer"
    return (
        f"{ask.connections} connections need as many places; “{ask.run.variant}” has {sum_text}, because "
        "nginx closes idle connections when fewer are free: set nginx.worker_processes: "
        f"{ceil(ask.connections / max(1, most))}, or more nginx.worker_connections"
    )


def _files(ask: _Ask) -> str | None:
    count, facts = ask.worker_count, ask.roles.get(ask.server_role)
    if count is None or facts is None:
        return None
    knobs = ask.run.knobs
    own_limit = knobs.get("nginx.worker_rlimit_nofile") if ask.server_role == "proxy" else None
    limit = int(own_limit or limit_of(knobs, ask.server_role, "nofile") or facts.nofile)
    listeners = count * (1 + ask.hold.ports)  # with reuseport, each worker inherits those of all
    files = ceil(ask.connections / count) + SPARE_FILES + listeners
    if files <= limit:
        return None
    return (
        f"{files} open files in each of {count} workers ({ask.connections} ÷ {count} connections, "
        f"{SPARE_FILES + listeners} for listeners and logs); a worker of “{ask.run.variant}” may have "
        f"{limit}: start more workers (nginx.worker_processes), or raise the limit"
    )


def _memory(ask: _Ask) -> str | None:
    """Both ends where they are one machine; beside that what nginx reserves for places."""
    load, server = ask.roles.get("load"), ask.roles.get(ask.server_role)
    tls = _TLS_BYTES if ask.run.knobs.get("tls.on") else 0
    server_bytes = ask.hold.connections * (_KERNEL_BYTES + _NGINX_BYTES + tls)
    server_bytes += ask.places * (ask.worker_count or 1) * _PLACE_BYTES
    load_bytes = ask.hold.connections * (_KERNEL_BYTES + _GENERATOR_BYTES + tls)
    is_one_machine = load is not None and server is not None and load.machine == server.machine
    for role, facts, own_bytes in (("load", load, load_bytes), (ask.server_role, server, server_bytes)):
        need = load_bytes + server_bytes if is_one_machine else own_bytes
        if facts and need > _MAX_MEMORY_SHARE * facts.memory_bytes:
            return (
                f"{ask.hold.connections} connections need {_gigabytes(need)} of memory on the {role} host, "
                f"which has {_gigabytes(facts.memory_bytes)} and may use 80% of it: hold fewer"
            )
    return None


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:.1f} GB"
