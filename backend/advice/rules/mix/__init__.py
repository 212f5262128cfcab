"""Rules on a mix of requests."""

from backend.advice.rules.mix import (
    mix_beside_cache,
    mix_method_refused,
    mix_paths_missing,
    mix_request_too_rare,
)

RULES = (
    mix_paths_missing.RULE,
    mix_method_refused.RULE,
    mix_request_too_rare.RULE,
    mix_beside_cache.RULE,
)
