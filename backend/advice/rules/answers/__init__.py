"""Rules on how a request comes to its answer."""

from backend.advice.rules.answers import (
    location_not_asked,
    needs_another,
    refuses_load,
    return_first,
)

RULES = (
    location_not_asked.RULE,
    needs_another.RULE,
    refuses_load.RULE,
    return_first.RULE,
)
