"""The argument lists of the load tools, as a plan shows them and as the agent runs them. Pure."""

from agents.catalog.cpulist import pin_command
from agents.catalog.tools import LOAD_TOOLS
from agents.contract.generators.shares import split_cpus
from agents.contract.workload import Workload


def load_argv(workload: Workload, url: str, cpus: str | None = None) -> list[str]:
    """The whole argument list of a trial's first generator, with names instead of the agent's paths."""
    first_cpus = split_cpus(cpus, workload.processes, workload.threads)[0]
    return pin_command(LOAD_TOOLS[workload.tool].argv(workload.shares()[0], url), first_cpus)
