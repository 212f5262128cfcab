"""Facts of hosts as one variant meets them: nginx is the server that the variant names. Pure."""

from collections.abc import Mapping
from typing import Any

from agents.catalog.knobs import Value
from agents.catalog.roles import Role
from agents.catalog.server_names import DEFAULT_SERVER, KNOB_OF_ROLE, server_of
from agents.contract.reports import Facts
from agents.contract.servers import ServerFacts


def server_named(facts: Facts, name: str) -> ServerFacts | None:
    return next((server for server in facts.servers if server.name == name), None)


def facts_of_variant(knobs: Mapping[str, Value], roles: Mapping[Role, Facts]) -> dict[Role, Facts]:
    """Role → facts of its host; `nginx` is None where the variant runs a server that is none."""
    return {role: _with_server(facts, server_of(knobs, role)) for role, facts in roles.items()}


def _with_server(facts: Facts, name: str) -> Facts:
    if name == DEFAULT_SERVER:
        return facts
    server = server_named(facts, name)
    return facts.model_copy(update={"nginx": server.nginx if server else None})


def chosen_servers(knobs: Mapping[str, Value]) -> dict[Role, str]:
    """Role → the server that a variant names there, where that is not the usual one."""
    names: dict[Role, str] = {role: server_of(knobs, role) for role in KNOB_OF_ROLE}
    return {role: name for role, name in names.items() if name != DEFAULT_SERVER}


def find_declared_roles(knobs: Mapping[str, Any], facts: Mapping[str, Any] | None) -> set[Role]:
    """Roles whose server is no nginx, by the facts of the hosts at the launch."""
    return {role for role in KNOB_OF_ROLE if find_declaration(knobs, facts, role) is not None}


def find_declaration(
    knobs: Mapping[str, Any], facts: Mapping[str, Any] | None, role: Role
) -> Mapping[str, Any] | None:
    """The declaration of a role's server; None where that is nginx."""
    servers = (facts or {}).get(role, {}).get("facts", {}).get("servers", [])
    name = server_of(knobs, role)
    return next((server["declaration"] for server in servers if _is_declared(server, name)), None)


def _is_declared(server: Mapping[str, Any], name: str) -> bool:
    return server["name"] == name and server["kind"] == "declared" and server.get("declaration") is not None
