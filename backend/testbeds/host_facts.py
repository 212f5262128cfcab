"""What the hosts of a testbed are, by role."""

from collections.abc import Mapping

from agents.catalog.roles import Role
from agents.contract.reports import Facts
from backend.records.hosts import Host


def cpus_by_role(hosts: Mapping[Role, Host]) -> dict[Role, str]:
    """Role → CPU list of its host."""
    return {
        role: str(host.facts.get("online_cpus") or f"0-{int(host.facts.get('cpus', 1)) - 1}")
        for role, host in hosts.items()
    }


def facts_by_role(hosts: Mapping[Role, Host]) -> dict[Role, Facts]:
    """Role → what its host is."""
    return {role: Facts.model_validate(host.facts) for role, host in hosts.items()}
