"""Settings as people wrote them: those that are knobs, and the rest as reported. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from agents.catalog.knobs import Value, find_knob, knob_named, parse_value

_FAMILIES = ("nginx.", "sysctl.")  # people write worker_processes and net.core.somaxconn


class Recognised(NamedTuple):
    """Knob → canonical value, and setting → text for what is not a knob, or has a value it does not take."""

    knobs: dict[str, Value]
    described: dict[str, str]


def recognise_settings(settings: Mapping[str, str]) -> Recognised:
    knobs: dict[str, Value] = {}
    descriptions: dict[str, str] = {}
    for name, text in settings.items():
        knob = as_knob(name, text)
        if knob is None:
            descriptions[name] = text
        else:
            knobs[knob[0]] = knob[1]
    return Recognised(knobs, descriptions)


def as_knob(name: str, text: str) -> tuple[str, Value] | None:
    """The knob and its canonical value; None where there is no such knob or it does not take this value."""
    try:
        return require_knob(name, text)
    except ValueError:
        return None


def require_knob(name: str, text: str) -> tuple[str, Value]:
    """The same; UnknownKnob or ValueError says why it is none."""
    full_names = (name, *(prefix + name for prefix in _FAMILIES))
    knob = next((k for full_name in full_names if (k := find_knob(full_name))), None) or knob_named(name)
    return knob.name, parse_value(knob, text)
