"""Rules on logs."""

from backend.advice.rules.logs import (
    log_settings_off,
)

RULES = (log_settings_off.RULE,)
