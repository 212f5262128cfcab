"""Whether a host lets its agent set a value, by what the agent said it may change. Pure."""

from agents.contract.knobs import Value, knob_named
from agents.contract.reports import Abilities, Facts


def why_not(name: str, value: Value, facts: Facts) -> str | None:
    """Why this host cannot have this knob set to this value; None when it can, or nothing is known of it."""
    knob, can = knob_named(name), facts.abilities
    if can == Abilities():
        return None  # an agent that has not said
    host = facts.hostname
    match knob.setting:
        case "sysctl":
            missing = f"{host} has no kernel setting {knob.key} that its agent may change"
            return can.sysctl or (None if knob.key in can.sysctls else missing)
        case "irq_affinity":
            return can.irq_affinity or None
        case "irqbalance":
            return can.irqbalance or None
        case "governor":
            known = ", ".join(can.governors)
            return can.governor or (None if value in can.governors else f"{host} has the governors {known}")
    return _limit(name.rpartition("limits.")[2], value, can, host) if knob.family == "limits" else None


def _limit(what: str, value: Value, can: Abilities, host: str) -> str | None:
    if what == "nice" and int(value) < 0:
        return can.nice or None
    if what == "nofile" and can.nofile and int(value) > can.nofile:
        return f"a process on {host} can have at most {can.nofile} open files"
    return None
