"""The server that runs: a build that the host's operator has declared."""

from agents.catalog.knobs.types import Knob

KNOBS = (
    Knob(
        name="server.name",
        role="proxy",
        family="server",
        type="server",
        default="nginx: the one that the agent was started with",
        text="Build that the proxy runs, by its name in servers.d of the host.",
        see=("backend.server",),
    ),
    Knob(
        name="backend.server",
        role="backend",
        family="server",
        type="server",
        default="nginx: the one that the agent was started with",
        text="Build that the backend's instances run, by its name in servers.d of the host.",
        see=("server.name",),
    ),
)
