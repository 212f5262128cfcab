"""The argument lists of the load tools, as a plan shows them and as the agent runs them. Pure."""

from agents.catalog.cpulist import pin_command
from agents.catalog.tools import LOAD_TOOLS
from agents.contract.workload import Workload


def load_argv(workload: Workload, url: str, cpus: str | None = None) -> list[str]:
    """The whole argument list of a trial, with names instead of the agent's paths."""
    return pin_command(LOAD_TOOLS[workload.tool].argv(workload, url), cpus)
