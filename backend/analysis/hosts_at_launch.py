"""Facts of hosts at launch, as an experiment keeps them. Pure."""

from collections.abc import Mapping
from typing import Any

from agents.catalog.roles import ROLES
from backend.analysis.schemas import HostFacts


def hosts_of(facts: Mapping[str, Any]) -> list[HostFacts]:
    """The hosts in the order of their roles. `facts`: role → what the experiment keeps of its host."""
    return [
        HostFacts(
            role=role,
            host_id=entry["host_id"],
            host=entry["host"],
            address=entry["address"],
            machine=(machine := entry["facts"].get("machine", entry["host_id"])),
            network=entry["facts"].get("namespace") or machine,
            cpus=entry["facts"].get("cpus", 1),
        )
        for role in ROLES
        if (entry := facts.get(role))
    ]
