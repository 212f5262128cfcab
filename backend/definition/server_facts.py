"""Facts of hosts as one variant meets them: nginx is the server that the variant names. Pure."""

from collections.abc import Collection, Mapping
from typing import Any

from agents.catalog.knobs import Knob, Value, find_knob
from agents.catalog.roles import Role
from agents.catalog.server_names import DEFAULT_SERVER, KNOB_OF_ROLE, PARAMS_OF, TEXT, server_of
from agents.contract.reports import Facts
from agents.contract.servers import ServerFacts

_FAMILIES_OF_NGINX = ("main", "listen", "http", "upstream", "tls", "raw")
_OF_TLS = ("tls.on", "tls.key")
_OF_ANSWER = ("origin.body_bytes", "origin.kind", "origin.delay")


def is_of_nginx(knob: Knob) -> bool:
    """Whether only nginx has this knob."""
    return knob.name not in _OF_TLS and (knob.family in _FAMILIES_OF_NGINX or knob.name in _OF_ANSWER)


def inapplicable_knobs(
    knobs: Mapping[str, Value], names: Collection[str], facts: Mapping[str, Any] | None
) -> list[str]:
    """Those of the names that a variant does not set and that its servers do not have."""
    declarations = {role: find_declaration(knobs, facts, role) for role in KNOB_OF_ROLE}
    return [
        name
        for name in names
        if name not in knobs
        and (knob := find_knob(name))
        and knob.role in declarations
        and not _is_known_to(declarations[knob.role], knob)
    ]


def _is_known_to(declaration: Mapping[str, Any] | None, knob: Knob) -> bool:
    if knob.name == TEXT:
        return bool((declaration or {}).get("has_free_conf"))
    if knob.name.startswith(PARAMS_OF[knob.role]):
        params = (declaration or {}).get("params", [])
        return knob.name.removeprefix(PARAMS_OF[knob.role]) in [param["name"] for param in params]
    return declaration is None or not is_of_nginx(knob)


def server_named(facts: Facts, name: str) -> ServerFacts | None:
    return next((server for server in facts.servers if server.name == name), None)


def facts_of_variant(knobs: Mapping[str, Value], roles: Mapping[Role, Facts]) -> dict[Role, Facts]:
    """Role → facts of its host; `nginx` is None where the variant runs a server that is none."""
    return {role: _with_server(facts, server_of(knobs, role)) for role, facts in roles.items()}


def nginx_base(knobs: Mapping[str, Value], role: Role, roles: Mapping[Role, Facts]) -> str:
    """The version of nginx that a variant's server follows; empty where that is not known."""
    facts = facts_of_variant(knobs, roles).get(role)
    return facts.nginx.base if facts and facts.nginx else ""


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
