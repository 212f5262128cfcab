"""Rules on TLS and HTTP/2."""

from backend.advice.rules.tls import (
    handshake_only,
    http2_unused,
    listen_http2_old,
    obsolete_tls,
    ssl_buffer_beyond_answers,
    tls_knobs_without_tls,
)

RULES = (
    handshake_only.RULE,
    http2_unused.RULE,
    listen_http2_old.RULE,
    obsolete_tls.RULE,
    ssl_buffer_beyond_answers.RULE,
    tls_knobs_without_tls.RULE,
)
