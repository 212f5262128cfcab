"""Names of the servers that a host has, and the knobs that choose one."""

from collections.abc import Mapping

from agents.catalog.roles import Role

SERVER_NAME = r"^[a-z0-9][a-z0-9._-]{0,39}$"
DEFAULT_SERVER = "nginx"
"""The server that an agent runs where a variant names none: `--nginx PATH`, or the nginx on PATH."""
KNOB_OF_ROLE: dict[Role, str] = {"proxy": "server.name", "backend": "backend.server"}


def server_of(knobs: Mapping[str, object], role: Role) -> str:
    """Name of the server that a variant runs in a role."""
    return str(knobs.get(KNOB_OF_ROLE.get(role, ""), DEFAULT_SERVER))
