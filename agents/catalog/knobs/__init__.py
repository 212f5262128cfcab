"""The registry of knobs: one typed entry each, one file per family.

A new knob is one entry in its family's file; with `directive` and `context` it is rendered as well.
"""

import difflib
from collections.abc import Mapping

from agents.catalog.knobs import (
    host,
    nginx_client,
    nginx_gzip,
    nginx_http,
    nginx_http2,
    nginx_listen,
    nginx_log,
    nginx_main,
    nginx_proxy,
    nginx_tls,
    origin,
    pin,
    raw,
    server,
    sysctl,
    upstream,
)
from agents.catalog.knobs.types import Family, Knob, KnobType, UnknownKnob, Value
from agents.catalog.knobs.values import parse_value, value_text
from agents.catalog.roles import ROLES_OF_TOPOLOGY, Role, Topology

__all__ = [
    "KNOBS",
    "Family",
    "Knob",
    "KnobType",
    "UnknownKnob",
    "Value",
    "acts_in",
    "find_knob",
    "knob_named",
    "parse_knob",
    "parse_value",
    "roles_of",
    "value_text",
]

_FAMILIES = (
    nginx_main,
    nginx_listen,
    nginx_log,
    nginx_http,
    nginx_http2,
    nginx_client,
    nginx_gzip,
    nginx_proxy,
    nginx_tls,
    upstream,
    raw,
    origin,
    server,
    pin,
    sysctl,
    host,
)
KNOBS: dict[str, Knob] = {knob.name: knob for family in _FAMILIES for knob in family.KNOBS}


def knob_named(name: str) -> Knob:
    """The knob of this name; UnknownKnob suggests the nearest names.

    Beside the registry's own names there is each kernel setting by its key (`sysctl.net.…`), and each
    setting of a host for the load and backend hosts (`load.sysctl.net.…`, `backend.limits.nofile`).
    """
    if knob := find_knob(name):
        return knob
    near = " or ".join(_near(name))
    hint = _kernel(name) or (f"; did you mean {near}?" if near else "")
    raise UnknownKnob(name, hint)


def _near(name: str) -> list[str]:
    """Knobs of the same last part, else one of the same family that is spelt almost so."""
    family, _, rest = name.rpartition(".")
    tails = {knob_name: knob_name.rpartition(".")[2] for knob_name in KNOBS}
    if same_tail := [knob_name for knob_name, tail in tails.items() if tail == rest]:
        return same_tail[:2]
    relatives = {knob_name: tail for knob_name, tail in tails.items() if knob_name.startswith(f"{family}.")}
    ends = difflib.get_close_matches(rest, set((relatives or tails).values()), n=1, cutoff=0.7)
    return [knob_name for knob_name, tail in (relatives or tails).items() if tail in ends][:1]


def _kernel(name: str) -> str:
    if "sysctl." not in name:
        return ""
    return "; kernel settings are keys below net, fs, vm or kernel, such as sysctl.net.core.somaxconn"


def find_knob(name: str) -> Knob | None:
    """The knob of this name, or None."""
    if name in KNOBS:
        return KNOBS[name]
    role, _, rest = name.partition(".")
    if role in host.OTHER_ROLES and rest.partition(".")[0] in host.FAMILIES:
        knob = find_knob(rest)
        return knob.model_copy(update={"name": name, "role": role}) if knob else None
    return server.any_param(name) or sysctl.any_sysctl(name)


def parse_knob(name: str, raw: object) -> Value:
    """The canonical value for the knob of this name; UnknownKnob or ValueError says what is wrong."""
    return parse_value(knob_named(name), raw)


def roles_of(knobs: Mapping[str, Value], topology: Topology) -> tuple[Role, ...]:
    """The hosts that take part: no backend host where the user's own servers replace it."""
    roles = ROLES_OF_TOPOLOGY[topology]
    return tuple(r for r in roles if r != "backend") if "origin.address" in knobs else roles


def acts_in(knob: Knob, topology: Topology) -> bool:
    """Whether the knob changes anything there: a host of its role takes part, or it shapes the answer."""
    return knob.answers or knob.role in ROLES_OF_TOPOLOGY[topology]
