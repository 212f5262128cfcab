"""The hosts of an experiment as a write-up describes them. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agents.catalog.roles import ROLES
from backend.presentation.figures import write
from backend.presentation.report.schemas import ReportFact, ReportHost
from backend.presentation.words import plural


def hosts_of(facts: Mapping[str, Any], tools: Sequence[str]) -> list[ReportHost]:
    """Role → {host, facts} as machines, in the order of the roles. `tools`: load tools with versions."""
    hosts: dict[tuple[str, str], ReportHost] = {}
    for role, place in ((role, place) for role in ROLES for place in facts if place.split("-")[0] == role):
        entry = facts[place]
        key = (entry.get("host", ""), entry["facts"].get("machine", ""))
        if key in hosts:
            hosts[key].roles.append(role)
        else:
            hosts[key] = ReportHost(
                roles=[role], host=entry.get("host", ""), facts=list(_facts(entry["facts"]))
            )
    for host in hosts.values():
        if "load" in host.roles and tools:
            host.facts.append(ReportFact(name="Load tool", value=", ".join(tools)))
    return _alike(list(hosts.values()))


def _alike(hosts: Sequence[ReportHost]) -> list[ReportHost]:
    """Agents of one machine stand in one entry where nothing but their names differs."""
    entries: list[ReportHost] = []
    for host in hosts:
        facts = [f for f in host.facts if f.name != "Load tool"]
        twin = next((h for h in entries if [f for f in h.facts if f.name != "Load tool"] == facts), None)
        if twin is None:
            entries.append(host)
        else:
            twin.roles += host.roles
            twin.host = twin.host if twin.host == host.host else f"{twin.host}, {host.host}"
    return entries


def _facts(facts: Mapping[str, Any]) -> Iterator[ReportFact]:
    """Known facts of a host in words; unknown ones are left out."""
    cpus = plural(facts["cpus"], "CPU") if facts.get("cpus") else ""
    memory = facts.get("memory_bytes")
    nginx = facts.get("nginx") or {}
    rows = {
        "CPU": ", ".join(filter(None, (str(facts.get("cpu_model") or ""), cpus))),
        "Memory": write(memory, "memory") if memory else "",
        "System": facts.get("os"),
        "Kernel": facts.get("kernel"),
        "Virtualisation": facts.get("virtualization"),
        "nginx": nginx.get("version"),
        "Host name": facts.get("hostname"),
    }
    yield from (ReportFact(name=name, value=str(value)) for name, value in rows.items() if value)
