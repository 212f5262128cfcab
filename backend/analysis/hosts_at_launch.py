"""Facts of hosts at launch, as an experiment keeps them. Pure."""

from collections.abc import Mapping
from typing import Any

from agents.catalog.roles import ROLES, Role
from backend.analysis.schemas import HostFacts


def hosts_of(facts: Mapping[str, Any]) -> list[HostFacts]:
    """The hosts in the order of their roles, load hosts in theirs. `facts`: place → what is kept of it."""
    places: list[tuple[Role, str]] = [
        (role, place) for role in ROLES for place in facts if place.split("-")[0] == role
    ]
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
        for role, place in places
        if (entry := facts[place])
    ]
