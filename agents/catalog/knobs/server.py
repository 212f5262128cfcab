"""The server that runs: a build or another program that the host's operator has declared."""

import re

from agents.catalog.knobs.types import Knob, knob, takes
from agents.catalog.roles import Role
from agents.catalog.server_names import MAX_PARAM, PARAM_NAME, PARAMS_OF, TEXT

KNOBS = (
    knob(
        "server.name",
        takes("server", "nginx: the one that the agent was started with"),
        "Build or other server that the proxy runs, by its name in servers.d of the host. Parameters "
        "that a server declares are knobs by their names: server.params.NAME, backend.params.NAME.",
        see=("backend.server",),
    ),
    knob(
        "backend.server",
        takes("server", "nginx: the one that the agent was started with"),
        "Build or other server that the backend's instances run, by its name in servers.d of the host.",
        see=("server.name",),
        role="backend",
        family="server",
    ),
    knob(
        TEXT,
        takes("text", "the text that lies beside the server's declaration"),
        'Configuration of a server whose operator declared it with `conf = "free"`. Nothing checks it '
        "but the server itself, and the sandbox is the only limit to what it makes the server do.",
        see=("server.name",),
        family="raw",
    ),
)


def any_param(name: str) -> Knob | None:
    """A knob for a parameter of a declared server; None when the name is not one."""
    role: Role
    for role, prefix in PARAMS_OF.items():
        if name.startswith(prefix) and re.fullmatch(PARAM_NAME, name.removeprefix(prefix)):
            return knob(
                name,
                takes("int", "as the server's declaration has it", 0, MAX_PARAM),
                "A parameter that the server's declaration names, within its limits.",
                see=("server.name" if role == "proxy" else "backend.server",),
                role=role,
                family="server",
            )
    return None
