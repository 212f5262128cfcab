"""Testbeds with their hosts, and what holds each of them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.states import HostCondition
from backend.definition.model import Definition
from backend.fields import in_all
from backend.planning.testbed_checks import used_load_hosts
from backend.records import testbeds_queries
from backend.records.host_availability import who_claims, why_unavailable
from backend.records.hosts import Host
from backend.records.testbeds import Testbed


@dataclass(frozen=True)
class Bed:
    """A testbed with its hosts, and host id → name of the experiment that holds it."""

    row: Testbed
    hosts: Mapping[Role, Host]
    holders: Mapping[str, str]
    all_hosts: Sequence[Host]
    more_load: Sequence[Host] = ()  # load hosts after the first

    @property
    def host_ids(self) -> frozenset[str]:
        return frozenset(host.id for host in self.all_hosts)

    @cached_property
    def fingerprint(self) -> str:
        """Ports and facts of its hosts, as one digest: the same for all experiments of one look."""
        facts_by_role = {role: [host.ports, host.facts] for role, host in self.hosts.items()}
        facts = [facts_by_role, [[host.ports, host.facts] for host in self.all_hosts]]
        return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()

    def used_hosts(self, definition: Definition) -> list[tuple[Role, Host]]:
        """Each role with its host; load with every host that an experiment uses."""
        more = self.more_load[: used_load_hosts(definition, 1 + len(self.more_load)) - 1]
        return [*self.hosts.items(), *(("load", host) for host in more)]

    @property
    def is_ready(self) -> bool:
        """Whether an experiment could begin on it, but for those that hold its hosts."""
        return not any(map(why_not_ready, self.all_hosts))

    @property
    def is_free(self) -> bool:
        return self.is_ready and not self.host_ids & self.holders.keys()

    @property
    def now(self) -> str:
        """“free”, “busy with “first””, “load-1 is offline”."""
        reasons = (reason for host in self.all_hosts if (reason := why_not_ready(host)))
        if reason := next(reasons, ""):
            return reason
        busy = next((self.holders[i] for i in sorted(self.host_ids) if i in self.holders), "")
        return f"busy with “{busy}”" if busy else "free"


def why_not_ready(host: Host) -> str:
    """Explain why nothing can begin on a host, whoever asks; empty where it can."""
    if host.removed_at:
        return f"{host.name} was removed"
    if host.drained_at:
        return f"{host.name} is drained"
    if not host.online:
        return f"{host.name} is offline"
    if host.condition == HostCondition.NEEDS_RESTORE:
        return f"{host.name} was left changed by an earlier experiment"
    if claimant := who_claims(host):
        return f"{host.name} is held by {claimant}"
    return why_unavailable(host)


def in_use(session: Session, only: Testbed | None = None) -> list[Bed]:
    """Every testbed that is not retired, oldest first, or only this one, in a fixed number of statements."""
    rows = [only] if only else testbeds_queries.all_testbeds(session)
    hosts = testbeds_queries.hosts_of_all(session, rows)
    all_hosts = {i: [*of.by_role.values(), *of.more_load] for i, of in hosts.items()}
    holders = {host: name for host, (_, name) in testbeds_queries.holders(session).items()}
    return [
        Bed(row, hosts[row.id].by_role, holders, all_hosts[row.id], hosts[row.id].more_load) for row in rows
    ]


def with_labels(beds: Sequence[Bed], labels: Sequence[str]) -> list[Bed]:
    """Those of which every host has all labels, and none was removed; `rack` is met by `rack=2` as well."""
    starts = [f"{label}=" for label in labels]  # of `rack=2=`, a host's label with an end
    return [
        bed
        for bed in beds
        if bed.hosts
        and not any(host.removed_at for host in bed.all_hosts)
        and all(
            any(f"{name}=".startswith(start) for name in host.labels)
            for host in bed.all_hosts
            for start in starts
        )
    ]


def first_free(beds: Sequence[Bed]) -> Bed:
    return min(beds, key=lambda bed: (not bed.is_free, not bed.is_ready))


def labels_of(beds: Sequence[Bed]) -> list[str]:
    """Labels that can be asked for: those that all hosts of some testbed have, by name."""
    label_lists = (in_all([host.labels for host in bed.all_hosts]) for bed in beds)
    return sorted({label for labels in label_lists for label in labels})
