"""Servers and hosts' settings of a run's row, in the contract's types."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from agents.catalog.roles import ROLES, Role
from agents.contract.addresses import host_port
from agents.contract.jobs import NginxSetup, Setting
from agents.contract.reports import PreparedSetup, Report
from agents.contract.servers import ServerFacts
from agents.contract.workload import Workload
from agents.render import external_target, setups
from backend.definition.placeholders import role_under_test
from backend.definition.server_facts import chosen_servers
from backend.records.runs import Run


def setups_of(run: Run, facts: Mapping[str, Any] | None = None) -> dict[Role, NginxSetup]:
    """Role → setup of a run; the proxy's knows its backends once those are prepared.

    `facts` are those of the hosts at the launch, by role: they decide how nginx spells HTTP/2, and which
    build of a declared server the agents are to run.
    """
    proxy = _server(run, facts, "proxy")
    nginx = (proxy.get("nginx") if proxy else _host_facts(facts, "proxy").get("nginx")) or {}
    backend = prepared_setup(run, "backend")
    backends = [host_port(url) for url in backend.urls] if backend else None
    prefix = f"{run.id}-{run.start}"  # another start is another setup
    setup_of = setups(
        run.knobs,
        run.topology,  # pyright: ignore[reportArgumentType]
        backends,
        key_prefix=prefix,
        site=run.workload.get("site", []),
        nginx_base=nginx.get("base", ""),
    )
    for server_role, setup in setup_of.items():
        if setup.server and (server := _server(run, facts, server_role)):
            digest = ServerFacts.model_validate(server).digest
            setup_of[server_role] = setup.model_copy(update={"server_digest": digest})
    hold, role = Workload.model_validate(run.workload).hold, role_under_test(run.topology)
    if hold and role in setup_of:
        setup_of[role] = setup_of[role].model_copy(update={"ports": 1 + hold.ports})
    return setup_of


def _host_facts(facts: Mapping[str, Any] | None, role: Role) -> Mapping[str, Any]:
    return (facts or {}).get(role, {}).get("facts", {})


def _server(run: Run, facts: Mapping[str, Any] | None, role: Role) -> Mapping[str, Any] | None:
    """The declared server that a run names in a role, as its host had it at the launch."""
    name = chosen_servers(run.knobs).get(role)
    servers = _host_facts(facts, role).get("servers", ()) if name else ()
    return next((server for server in servers if server["name"] == name), None)


def prepared_setup(run: Run, role: Role) -> PreparedSetup | None:
    raw = run.prepared.get(role)
    return PreparedSetup.model_validate(raw) if raw else None


def keys_on(run: Run, roles: Iterable[Role]) -> list[str]:
    """Keys of the setups that a host with these roles has prepared for a run."""
    setups = (prepared_setup(run, role) for role in roles)
    return [p.key for p in setups if p]


def start_digest(run: Run, instances: Mapping[Role, str]) -> str | None:
    """Tells one start of a run's servers from any other; None where none of them is ours.

    `instances`: role → the start of its host's agent, with which all of its servers end.
    """
    servers = [
        (role, instances.get(role), setup.key, setup.urls, [worker.pid for worker in setup.workers])
        for role in ROLES
        if (setup := prepared_setup(run, role))
    ]
    return hashlib.sha256(json.dumps(servers).encode()).hexdigest() if servers else None


def target(run: Run) -> str:
    """The URL that the load tool asks; LookupError before its server is prepared."""
    if external := external_target(run.knobs, run.topology):  # pyright: ignore[reportArgumentType]
        return external
    role = role_under_test(run.topology)
    setup = prepared_setup(run, role)
    if not setup or not setup.urls:
        raise LookupError(f"run {run.id} has no address for its {role} yet")
    return setup.urls[0]


def held_targets(run: Run) -> list[str]:
    """The URLs that held connections go to: the measured load has the first port for itself."""
    setup = prepared_setup(run, role_under_test(run.topology))
    return setup.more_urls if setup else []


def settings_for(run: Run, roles: Iterable[Role]) -> list[Setting]:
    """Settings that a run asks of a host with these roles; the same for two roles counts once."""
    settings = [Setting.model_validate(raw) for role in roles for raw in run.settings.get(role, [])]
    return list(dict.fromkeys(settings))


def applied_by_role(run: Run, roles: Iterable[Role], report: Report) -> dict[str, Any]:
    """Role → its settings as a host reports them after an apply job."""
    results = {a.setting: a.model_dump(mode="json") for a in report.applied}
    return {
        role: [results[s] for s in settings_for(run, [role]) if s in results]
        for role in roles
        if run.settings.get(role)
    }
