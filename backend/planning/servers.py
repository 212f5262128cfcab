"""Whether hosts have the servers that variants name. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from agents.catalog.knobs import roles_of
from agents.catalog.roles import Role
from agents.catalog.server_names import KNOB_OF_ROLE
from agents.contract.reports import Facts
from backend.definition.issues import Issue
from backend.definition.model import Definition
from backend.definition.server_facts import chosen_servers, server_named
from backend.definition.variants import resolve_variants
from backend.presentation.words import few


def unavailable_servers(
    definition: Definition, roles: Mapping[Role, Facts], hosts_with: Mapping[str, Sequence[str]]
) -> Iterator[Issue]:
    """A sentence for each variant whose host cannot run its server; `hosts_with`: server → hosts that can."""
    for variant in resolve_variants(definition):
        for role, name in chosen_servers(variant.knobs).items():
            if role in roles and role in roles_of(variant.knobs, variant.topology):
                knob = KNOB_OF_ROLE[role]
                if reason := why_no_server(name, roles[role], role, hosts_with.get(name, ())):
                    yield (variant.places[knob], f"{knob}: {reason}")


def why_no_server(name: str, facts: Facts, role: Role, other_hosts: Sequence[str]) -> str:
    """Explain why the host of a role cannot run a server; empty: it can."""
    if facts.abilities.servers:
        return f"the {role} host runs its own nginx alone: {facts.abilities.servers}"
    server = server_named(facts, name)
    if server is None:
        names = ", ".join(s.name for s in facts.servers if s.is_usable) or "nginx alone"
        elsewhere = (
            f"; {few(other_hosts)} {'has' if len(other_hosts) == 1 else 'have'} it" if other_hosts else ""
        )
        return (
            f"the {role} host has no server “{name}”; it has {names}{elsewhere}; "
            "its operator declares one there with dyno agent server add"
        )
    return f"the {role} host cannot run “{name}”: {server.problem}" if server.problem else ""
