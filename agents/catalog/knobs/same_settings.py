"""Whether two variants set the same, whatever they are called. Pure."""

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from agents.catalog.knobs import Value, acts_in, find_knob, parse_knob
from agents.catalog.roles import Topology


def has_same_settings(
    a: Mapping[str, Value], a_topology: str, b: Mapping[str, Value], b_topology: str
) -> bool:
    """Whether both have the same effect: a knob at its default is as good as none, as is one without effect
    in the topology."""
    return a_topology == b_topology and effective_settings(a, a_topology) == effective_settings(b, b_topology)


def effective_settings(knobs: Mapping[str, Value], topology: str) -> dict[str, Value]:
    """The knobs that act in the topology and are not at their default."""
    return {name: value for name, value in knobs.items() if _has_effect(name, value, topology)}


def _has_effect(name: str, value: Value, topology: str) -> bool:
    knob = find_knob(name)
    if knob is None:
        return True  # of a release that still knew it
    is_default = not knob.default_until and value == _default(
        name, knob.default
    )  # else that of some versions
    return acts_in(knob, cast(Topology, topology)) and not is_default


@lru_cache(maxsize=1024)  # asked for each knob of each run of an experiment; kernel settings have any name
def _default(name: str, text: str) -> Value | None:
    """The default as a value: texts say more behind it, as in “off: HTTP/1.0” and “16k (8k on 32-bit
    systems)”. None where it is in words alone."""
    try:
        return parse_knob(name, text.split(": ")[0].split(" (")[0])
    except ValueError:
        return None
