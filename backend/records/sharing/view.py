"""How much of the record a request may see: all of it, unless it came through a share link."""

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from backend.records.sharing.redaction import Redaction


@dataclass(frozen=True)
class View:
    """experiments  whose rows there are; all others do not exist
    hidden       what of their hosts is not told; None: everything is, for the link was made so
    rules        experiment id → version of the rules that its verdicts follow; default: at its launch"""

    experiments: frozenset[str]
    redaction: Redaction | None
    rules: Mapping[str, int] = field(default_factory=dict)


SHARED: ContextVar[View | None] = ContextVar("shared", default=None)
"""Set for as long as a request through a link is worked on; threads of that request have it as well."""


def is_shared() -> bool:
    """Whether this is for a reader: who comes by a link is told of no person."""
    return SHARED.get() is not None


def current_redaction() -> Redaction | None:
    """What has to be hidden now; None: nothing."""
    view = SHARED.get()
    return view.redaction if view else None
