"""Rules on how a request comes to its answer."""

from backend.advice.rules.answers import (
    location_not_asked,
    refuses_load,
    return_first,
)

RULES = (
    location_not_asked.RULE,
    refuses_load.RULE,
    return_first.RULE,
)
