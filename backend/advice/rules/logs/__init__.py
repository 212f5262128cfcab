"""Rules on logs."""

from backend.advice.rules.logs import (
    error_log_quiet,
    log_settings_off,
)

RULES = (
    error_log_quiet.RULE,
    log_settings_off.RULE,
)
