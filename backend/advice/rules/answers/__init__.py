"""Rules on how a request comes to its answer."""

from backend.advice.rules.answers import (
    location_not_asked,
    map_unused,
    needs_another,
    pcre_jit_unused,
    postpone_output_idle,
    refuses_load,
    return_first,
)

RULES = (
    location_not_asked.RULE,
    map_unused.RULE,
    needs_another.RULE,
    pcre_jit_unused.RULE,
    postpone_output_idle.RULE,
    refuses_load.RULE,
    return_first.RULE,
)
