"""The hosts of an experiment as a write-up describes them. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agents.catalog.roles import ROLES
from backend.exports.report.schemas import ReportFact, ReportHost
from backend.presentation.figures import write
from backend.words import plural


def hosts_of(facts: Mapping[str, Any], tools: Sequence[str]) -> list[ReportHost]:
    """Role → {host, facts} as machines, in the order of the roles. `tools`: load tools with versions."""
    found: dict[tuple[str, str], ReportHost] = {}
    for role in ROLES:
        if role not in facts:
            continue
        one = facts[role]
        key = (one.get("host", ""), one["facts"].get("machine", ""))
        if key in found:
            found[key].roles.append(role)
        else:
            found[key] = ReportHost(roles=[role], host=one.get("host", ""), facts=list(_facts(one["facts"])))
    for host in found.values():
        if "load" in host.roles and tools:
            host.facts.append(ReportFact(name="Load tool", value=", ".join(tools)))
    return _alike(list(found.values()))


def _alike(hosts: Sequence[ReportHost]) -> list[ReportHost]:
    """Agents of one machine stand in one entry where nothing but their names differs."""
    found: list[ReportHost] = []
    for host in hosts:
        own = [f for f in host.facts if f.name != "Load tool"]
        same = next((h for h in found if [f for f in h.facts if f.name != "Load tool"] == own), None)
        if same is None:
            found.append(host)
        else:
            same.roles += host.roles
            same.host = same.host if same.host == host.host else f"{same.host}, {host.host}"
    return found


def _facts(facts: Mapping[str, Any]) -> Iterator[ReportFact]:
    """What is known, in words; nothing for what is not."""
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
