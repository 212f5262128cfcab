"""Rules on settings of the host."""

from backend.advice.rules.kernel import (
    kernel_idle,
)

RULES = (kernel_idle.RULE,)
