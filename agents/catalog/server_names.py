"""Names of the servers that a host has, and the knobs that choose one."""

from collections.abc import Mapping

from agents.catalog.roles import Role

SERVER_NAME = r"^[a-z0-9][a-z0-9._-]{0,39}$"
DEFAULT_SERVER = "nginx"
"""The server that an agent runs where a variant names none: `--nginx PATH`, or the nginx on PATH."""
PARAM_NAME = r"^[a-z][a-z0-9_]{0,31}$"
MAX_PARAM = 2**31
PARAMS_OF: dict[Role, str] = {"proxy": "server.params.", "backend": "backend.params."}
"""How the names of knobs begin that set a parameter of a declared server."""
TEXT = "server.conf"
KNOB_OF_ROLE: dict[Role, str] = {"proxy": "server.name", "backend": "backend.server"}


def server_of(knobs: Mapping[str, object], role: Role) -> str:
    """Name of the server that a variant runs in a role."""
    return str(knobs.get(KNOB_OF_ROLE.get(role, ""), DEFAULT_SERVER))


def params_of(knobs: Mapping[str, object], role: Role) -> dict[str, int]:
    """Parameters that a variant sets for the server of a role."""
    prefix = PARAMS_OF.get(role)
    names = [name for name in knobs if prefix and name.startswith(prefix)]
    return {name.removeprefix(prefix or ""): int(str(knobs[name])) for name in names}
