"""Rules on what only other clients would notice."""

from backend.advice.rules.clients import (
    client_side_only,
    request_settings_unused,
)

RULES = (
    client_side_only.RULE,
    request_settings_unused.RULE,
)
