"""The server that runs: a build or another program that the host's operator has declared."""

import re

from agents.catalog.knobs.types import Knob
from agents.catalog.roles import Role
from agents.catalog.server_names import MAX_PARAM, PARAM_NAME, PARAMS_OF, TEXT

KNOBS = (
    Knob(
        name="server.name",
        role="proxy",
        family="server",
        type="server",
        default="nginx: the one that the agent was started with",
        text="Build or other server that the proxy runs, by its name in servers.d of the host. Parameters "
        "that a server declares are knobs by their names: server.params.NAME, backend.params.NAME.",
        see=("backend.server",),
    ),
    Knob(
        name="backend.server",
        role="backend",
        family="server",
        type="server",
        default="nginx: the one that the agent was started with",
        text="Build or other server that the backend's instances run, by its name in servers.d of the host.",
        see=("server.name",),
    ),
    Knob(
        name=TEXT,
        role="proxy",
        family="raw",
        type="text",
        default="the text that lies beside the server's declaration",
        text='Configuration of a server whose operator declared it with `conf = "free"`. Nothing checks it '
        "but the server itself, and the sandbox is the only limit to what it makes the server do.",
        see=("server.name",),
    ),
)


def any_param(name: str) -> Knob | None:
    """A knob for a parameter of a declared server; None when the name is not one."""
    role: Role
    for role, prefix in PARAMS_OF.items():
        if name.startswith(prefix) and re.fullmatch(PARAM_NAME, name.removeprefix(prefix)):
            return Knob(
                name=name,
                role=role,
                family="server",
                type="int",
                default="as the server's declaration has it",
                text="A parameter that the server's declaration names, within its limits.",
                minimum=0,
                maximum=MAX_PARAM,
                see=("server.name" if role == "proxy" else "backend.server",),
            )
    return None
