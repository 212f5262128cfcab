"""Whether a testbed can run what an experiment defines, by the facts of its hosts."""

from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from types import MappingProxyType

from cachetools import LRUCache, cached

from agents.catalog.roles import Role
from agents.contract.reports import Facts
from backend.definition.model import Definition
from backend.errors import ProblemItem
from backend.planning.host_changes import servers
from backend.planning.plan import PlannedRun, runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.scheduling.assignment.fleet import Bed

MAX_CACHED = 20_000  # a hundred queued experiments for any of a hundred testbeds, twice


def problems(
    definition: Definition,
    runs: Sequence[PlannedRun],
    bed: Bed,
    hosts_with: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Iterator[ProblemItem]:
    """Find what would fail there, whatever state the hosts are in now.

    `hosts_with`: server → all hosts that have it."""
    facts: dict[Role, Facts] = {role: Facts.model_validate(host.facts) for role, host in bed.hosts.items()}
    more_facts = [Facts.model_validate(host.facts) for host in bed.more_load]
    yield from check_against_testbed(definition, runs, facts, hosts_with, more_facts)
    yield from _ports(runs, bed.hosts)


def _ports(runs: Sequence[PlannedRun], hosts: Mapping[Role, Host]) -> Iterator[ProblemItem]:
    """Every run has servers of its own, and each of their instances a port."""
    for host in {host.id: host for host in hosts.values()}.values():
        roles: list[Role] = [role for role, role_host in hosts.items() if role_host.id == host.id]
        server_count = sum(setup.instances for role in roles for setup in servers(runs, role))
        first, last = host.ports
        if server_count > last - first + 1:
            message = (
                f"{host.name} would run {server_count} servers at once and has {last - first + 1} ports "
                f"for them, {first} to {last}; measure fewer variants at a time, or start its agent "
                "with more --ports"
            )
            yield ProblemItem(place=f"testbed.{roles[0]}", message=message)


@cached(LRUCache(MAX_CACHED), key=lambda experiment, bed: (experiment.id, bed.fingerprint), lock=Lock())
def fits(experiment: Experiment, bed: Bed) -> bool:
    """Check a queued experiment against a testbed; cached, because every look at the queue asks."""
    definition = Definition.model_validate(experiment.definition)
    return not any(problems(definition, runs_of(definition), bed))
