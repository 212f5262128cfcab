"""The command that restores an unrestored setting by hand, made from its typed parts only. Pure.

A person may run it as root, and an agent may say anything: kind, name and value have to be of an allowed
form, and every word is quoted for a shell. Otherwise there is no command.
"""

import re
import shlex
from collections.abc import Callable, Mapping

from agents.catalog.knobs.sysctl import is_safe_sysctl
from agents.catalog.roles import SettingKind
from agents.contract.reports import UnrestoredSetting

_WORDS = re.compile(r"[0-9A-Za-z_][0-9A-Za-z_.:,+-]*(?: [0-9A-Za-z_.:,+-]+)*")
_CPUS = re.compile(r"[0-9]{1,5}(?:-[0-9]{1,5})?(?:,[0-9]{1,5}(?:-[0-9]{1,5})?)*")
_NETNS = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_MAX_VALUE_LENGTH = 500


def undo_command(change: UnrestoredSetting) -> str:
    """One line for a shell; empty where a part of it is not of the form that it has to be."""
    if len(change.before) > _MAX_VALUE_LENGTH:
        return ""
    return _COMMANDS[change.setting.kind](change, change.setting.name, change.before)


def _sysctl(change: UnrestoredSetting, key: str, value: str) -> str:
    enter = _enter(change)
    if enter is None or not (is_safe_sysctl(key) and _WORDS.fullmatch(value)):
        return ""
    return shlex.join([*enter, "sysctl", "-w", f"{key}={value}"])


def _enter(change: UnrestoredSetting) -> list[str] | None:
    """Build the prefix of a command for an agent with its own network; None: not of an allowed form."""
    if not change.setting.name.startswith("net."):
        return []
    if change.netns:
        return ["ip", "netns", "exec", change.netns] if _NETNS.fullmatch(change.netns) else None
    if change.net_of is not None:
        return ["nsenter", "--target", str(change.net_of), "--net"] if change.net_of > 0 else None
    return []


def _irq_affinity(_: UnrestoredSetting, number: str, cpus: str) -> str:
    fits = re.fullmatch("[0-9]{1,6}", number) and _CPUS.fullmatch(cpus)
    return f"echo {cpus} > /proc/irq/{number}/smp_affinity_list" if fits else ""


def _irqbalance(_: UnrestoredSetting, name: str, value: str) -> str:
    verb = {"on": "start", "off": "stop"}.get(value)
    if name != "irqbalance" or verb is None:
        return ""
    return f"systemctl {verb} irqbalance || service irqbalance {verb}"


def _governor(_: UnrestoredSetting, cpu: str, governor: str) -> str:
    fits = re.fullmatch("cpu[0-9]{1,5}", cpu) and re.fullmatch("[a-z_]{1,32}", governor)
    return f"echo {governor} > /sys/devices/system/cpu/{cpu}/cpufreq/scaling_governor" if fits else ""


_COMMANDS: Mapping[SettingKind, Callable[[UnrestoredSetting, str, str], str]] = {
    "sysctl": _sysctl,
    "irq_affinity": _irq_affinity,
    "irqbalance": _irqbalance,
    "governor": _governor,
}
