"""What hosts were at launch, as an experiment keeps it. Pure."""

from collections.abc import Mapping
from typing import Any

from agents.catalog.roles import ROLES
from backend.experiments.results.schemas import HostFacts


def hosts_of(facts: Mapping[str, Any]) -> list[HostFacts]:
    """The hosts in the order of their roles. `facts`: role → what the experiment keeps of its host."""
    return [
        HostFacts(
            role=role,
            host_id=found["host_id"],
            host=found["host"],
            address=found["address"],
            machine=(machine := found["facts"].get("machine", found["host_id"])),
            network=found["facts"].get("namespace") or machine,
            cpus=found["facts"].get("cpus", 1),
        )
        for role in ROLES
        if (found := facts.get(role))
    ]
