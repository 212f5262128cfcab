"""Abilities of this agent to change and see its host, with reasons where it may not: a part of the facts."""

import re
from collections.abc import Sequence

from agents.contract.reports import Abilities
from agents.diagnostics.perf import why_no_profile, why_no_system_calls
from agents.failure import JobFailed
from agents.limits import max_open_files, min_nice
from agents.settings.governor import Governor
from agents.settings.irqbalance import Irqbalance
from agents.settings.registry import SettingHandlers

_OF_DEVICE = re.compile(r"net\.\w+\.(?:conf|neigh)\.([^.]+)\.")
_MANY_DEVICES = 16


def abilities(handlers: SettingHandlers) -> Abilities:
    """Reads only. Keys of single network devices are named for a few devices, not for hundreds."""
    sysctls = without_many_devices(handlers.sysctl.keys())
    return Abilities(
        sysctl=""
        if sysctls
        else f"This agent may not change kernel settings: {handlers.sysctl.why_closed()}",
        sysctls=sysctls,
        irq_affinity=handlers.irq_affinity.why_closed(),
        irqbalance=_irqbalance(handlers.irqbalance),
        governor=handlers.governor.why_closed(),
        governors=_governors(handlers.governor),
        nice="" if min_nice() < 0 else "A nice value below 0 needs root or a limit that allows it",
        nofile=max_open_files(),
        profile=why_no_profile(),
        system_calls=why_no_system_calls(),
        mix="",
        site="",
        generators="",
        hold="",
        servers="",
        fire="",
    )


def without_many_devices(keys: Sequence[str]) -> list[str]:
    """A host of containers has thousands of keys for their devices: those of all and default are enough."""
    devices = {match[1] for key in keys if (match := _OF_DEVICE.match(key))} - {"all", "default"}
    names = {"all", "default"} | (devices if len(devices) <= _MANY_DEVICES else set())
    return [key for key in keys if not (match := _OF_DEVICE.match(key)) or match[1] in names]


def _irqbalance(irqbalance: Irqbalance) -> str:
    try:
        reason = irqbalance.why_closed()
    except JobFailed as error:
        return error.message
    return f"This agent cannot switch irqbalance: {reason}" if reason else ""


def _governors(governor: Governor) -> list[str]:
    cpus = governor.cpus()
    return governor.available(cpus[0]) if cpus else []
