"""Rules on compressed answers."""

from backend.advice.rules.compression import (
    compression_off,
    gzip_conditions,
    gzip_idle,
    gzip_level,
    gzip_of_site,
)

RULES = (
    compression_off.RULE,
    gzip_conditions.RULE,
    gzip_idle.RULE,
    gzip_level.RULE,
    gzip_of_site.RULE,
)
