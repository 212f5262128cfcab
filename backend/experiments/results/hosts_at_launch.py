"""What hosts were at launch, as an experiment's row keeps it."""

from agents.contract.states import ROLES
from backend.experiments.results.schemas import HostFacts
from backend.records.experiments import Experiment


def hosts_of(experiment: Experiment) -> list[HostFacts]:
    """The hosts as they were at launch."""
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
        if (found := experiment.facts.get(role))
    ]
