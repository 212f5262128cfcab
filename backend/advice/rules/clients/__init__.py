"""Rules on what only other clients would notice."""

from backend.advice.rules.clients import (
    client_side_only,
    keepalive_disable_unused,
    request_settings_unused,
)

RULES = (
    client_side_only.RULE,
    keepalive_disable_unused.RULE,
    request_settings_unused.RULE,
)
