"""What agents say of their hosts, as it is kept."""

from typing import Any

from backend.errors import Invalid
from backend.execution.jobs.plain_values import Misfit, check_plain
from backend.execution.jobs.reports import storable


def plain(value: Any, place: str) -> Any:
    """The same without what cannot be stored; Invalid where it cannot be kept."""
    try:
        check_plain(value, place)
    except Misfit as misfit:
        raise Invalid.at(misfit.place, misfit.message) from misfit
    return storable(value)


def printable_text(text: str, most: int = 64) -> str:
    """A text of an agent's as it may stand in a sentence."""
    return "".join(c for c in text if c.isprintable())[:most]
