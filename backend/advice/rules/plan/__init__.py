"""Rules on the plan itself: load tool, rounds, context."""

from backend.advice.rules.plan import (
    build_needed,
    no_baseline_in_context,
    one_start,
    rate_above_cores,
    same_as_default,
    short_for_generators,
    tool_is_the_limit,
    until_precise,
)

RULES = (
    build_needed.RULE,
    no_baseline_in_context.RULE,
    one_start.RULE,
    rate_above_cores.RULE,
    same_as_default.RULE,
    short_for_generators.RULE,
    tool_is_the_limit.RULE,
    until_precise.RULE,
)
