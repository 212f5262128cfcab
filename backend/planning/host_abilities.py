"""Whether a host lets its agent set a value, by what the agent said it may change. Pure."""

import re

from agents.catalog.knobs import Value, knob_named
from agents.catalog.knobs.sysctl import is_safe_sysctl
from agents.contract.reports import Abilities, Facts

_OF_DEVICE = re.compile(r"^(net\.\w+\.(?:conf|neigh)\.)[^.]+\.")
_LIMITS = {
    "limits.nice": "nice",
    "limits.nofile": "nofile",
    "nginx.worker_priority": "nice",
    "nginx.worker_rlimit_nofile": "nofile",
}


def why_not(name: str, value: Value, facts: Facts) -> str | None:
    """Explain why this host cannot set this knob to this value; None when it can, or nothing is known of
    it."""
    knob, can = knob_named(name), facts.abilities
    if knob.setting == "sysctl" and not is_safe_sysctl(knob.key) and not _is_named(knob.key, can):
        return (
            f"{knob.key} can harm a host, so its operator has to allow it: "
            f"start the agent of the {knob.role} host with --allow-sysctl safe,{knob.key}"
        )
    if can == Abilities():
        return None  # an agent that has not said
    host = f"the {knob.role} host"
    match knob.setting:
        case "sysctl":
            return can.sysctl or (None if _is_named(knob.key, can) else _closed_key(knob.key, facts, host))
        case "irq_affinity":
            return can.irq_affinity or None
        case "irqbalance":
            return can.irqbalance or None
        case "governor":
            governors = ", ".join(can.governors)
            return can.governor or (
                None if value in can.governors else f"{host} has the governors {governors}"
            )
    return _limit(_LIMITS.get(name.removeprefix(f"{knob.role}.")), value, can, host)


def why_no_diagnostic(kind: str, can: Abilities) -> str:
    """Explain why a host cannot profile or count system calls; empty when it can. A probe is only a load."""
    return {"profile": can.profile, "system_calls": can.system_calls}.get(kind, "")


def _is_named(key: str, can: Abilities) -> bool:
    """Tell whether an agent names the key; of many network devices it names `all`, for each of them."""
    return key in can.sysctls or _OF_DEVICE.sub(r"\1all.", key) in can.sysctls


def _closed_key(key: str, facts: Facts, host: str) -> str | None:
    sysctls = facts.more.get("sysctl")
    if isinstance(sysctls, dict) and key in sysctls:
        return f"{host} has {key}, but its agent may not write it"
    place = " in its network namespace" if key.startswith("net.") else ""
    return f"{host} has no {key}{place}"


def _limit(limit_name: str | None, value: Value, can: Abilities, host: str) -> str | None:
    if limit_name == "nice" and int(value) < 0:
        return can.nice or None
    if limit_name == "nofile" and can.nofile and int(value) > can.nofile:
        return f"a process on {host} can have at most {can.nofile} open files"
    return None
