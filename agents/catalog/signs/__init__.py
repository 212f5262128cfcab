"""Signs of settings: knob or directive → what shows that it acted, and where that is read.

A setting without a sign has one that says why. `docs/did-it-act.md` lists them.
"""

from agents.catalog.knobs import KNOBS, find_knob
from agents.catalog.knobs.types import Knob
from agents.catalog.signs.hosts import OF_KNOBS
from agents.catalog.signs.kernel import KERNEL_COUNTERS, OF_KEYS
from agents.catalog.signs.nginx import CALLS, OF_DIRECTIVES
from agents.catalog.signs.sign import CallSign, Reading, Sign

__all__ = ["CALLS", "KERNEL_COUNTERS", "OF_DIRECTIVES", "CallSign", "Reading", "Sign", "all_signs", "sign_of"]

_UNKNOWN = Sign("no sign is known", "none")
_CONTEXT = Sign("a condition that variants are compared under", "none")


def sign_of(name: str) -> Sign:
    """The sign of a knob, or of a directive in a raw text."""
    knob = find_knob(name)
    if knob is None:
        return OF_DIRECTIVES.get(name, _UNKNOWN)
    if knob.axis:
        return _CONTEXT
    return OF_KNOBS.get(knob.name) or _of_key(knob) or OF_DIRECTIVES.get(knob.directive, _UNKNOWN)


def all_signs() -> dict[str, Sign]:
    """Every knob, then the directives of raw texts that no knob sets."""
    of_knobs = {name: sign_of(name) for name in KNOBS}
    directives = {knob.directive for knob in KNOBS.values()}
    return of_knobs | {name: sign for name, sign in OF_DIRECTIVES.items() if name not in directives}


def _of_key(knob: Knob) -> Sign | None:
    return OF_KEYS.get(knob.key) if knob.setting == "sysctl" else None
