"""What an experiment keeps of a host."""

from backend.records.hosts import Host


def facts_of(host: Host) -> dict[str, object]:
    """Name, address and facts as they are now."""
    return {"host_id": host.id, "host": host.name, "address": host.address, "facts": host.facts}
