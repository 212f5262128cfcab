"""Rules on TLS and HTTP/2."""

from backend.advice.rules.tls import (
    handshake_only,
    http2_unused,
    obsolete_tls,
    tls_knobs_without_tls,
)

RULES = (
    handshake_only.RULE,
    http2_unused.RULE,
    obsolete_tls.RULE,
    tls_knobs_without_tls.RULE,
)
