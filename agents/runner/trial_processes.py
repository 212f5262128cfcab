"""Processes and CPUs that belong to a trial on this host."""

from collections.abc import Sequence

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.processes import Child, online_cpus
from agents.proxy.setups import RunningSetup


def sessions(setups: Sequence[RunningSetup], children: Sequence[Child] = ()) -> set[int]:
    """The sessions that setups and load tool run in: each was started as the leader of its own."""
    masters = {pid for setup in setups for pid in setup.masters}
    return masters | {child.pid for child in children}


def cpus(setups: Sequence[RunningSetup], more: Sequence[str | None] = ()) -> str | None:
    """The CPU list that all of these are pinned to; None where one of them may use any CPU."""
    lists = [worker.cpus for setup in setups for worker in setup.report.workers] + list(more)
    if not all(lists):
        return None
    numbers = frozenset(cpu for text in lists if text for cpu in parse_cpu_list(text))
    return None if numbers >= online_cpus() else format_cpu_list(numbers) or None
