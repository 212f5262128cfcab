"""The registry of knobs: one typed entry each, one file a family.

A new knob is one entry in its family's file; with `directive` and `context` it is rendered as well.
"""

import difflib

from agents.contract.knobs import host, nginx_http, nginx_listen, nginx_main, origin, pin, upstream
from agents.contract.knobs.types import Family, Knob, KnobType, Value
from agents.contract.knobs.values import parse_value, value_text
from agents.contract.states import ROLES_OF_TOPOLOGY, Topology

__all__ = [
    "KNOBS",
    "Family",
    "Knob",
    "KnobType",
    "Value",
    "acts_in",
    "find_knob",
    "knob_named",
    "parse_knob",
    "parse_value",
    "value_text",
]

_FAMILIES = (nginx_main, nginx_listen, nginx_http, upstream, origin, pin, host)
KNOBS: dict[str, Knob] = {knob.name: knob for family in _FAMILIES for knob in family.KNOBS}


def knob_named(name: str) -> Knob:
    """The knob of this name; ValueError suggests the nearest names.

    Beside the registry's own names there is any kernel setting (`sysctl.net.…`), and each setting of a
    host for the load and backend hosts (`load.sysctl.net.…`, `backend.limits.nofile`).
    """
    if knob := find_knob(name):
        return knob
    tails = {known.rpartition(".")[2]: known for known in KNOBS}
    near = difflib.get_close_matches(name, KNOBS, n=1, cutoff=0.8)
    near += [tails[t] for t in difflib.get_close_matches(name.rpartition(".")[2], tails, n=1, cutoff=0.7)]
    near += difflib.get_close_matches(name, KNOBS, n=2, cutoff=0.6) if not near else []
    hint = " or ".join(dict.fromkeys(near))
    raise ValueError(f"there is no knob “{name[:80]}”" + (f"; did you mean {hint}?" if hint else ""))


def find_knob(name: str) -> Knob | None:
    """The knob of this name, or None."""
    if name in KNOBS:
        return KNOBS[name]
    role, _, rest = name.partition(".")
    if role in host.OTHER_ROLES and rest.partition(".")[0] in host.FAMILIES:
        knob = find_knob(rest)
        return knob.model_copy(update={"name": name, "role": role}) if knob else None
    return host.any_sysctl(name)


def parse_knob(name: str, raw: object) -> Value:
    """The canonical value for the knob of this name; ValueError for an unknown name or a wrong value."""
    return parse_value(knob_named(name), raw)


def acts_in(knob: Knob, topology: Topology) -> bool:
    """Whether the knob changes anything there: a host of its role takes part, or it shapes the answer."""
    return knob.answers or knob.role in ROLES_OF_TOPOLOGY[topology]
