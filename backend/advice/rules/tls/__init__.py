"""Rules on TLS and HTTP/2."""

from backend.advice.rules.tls import (
    handshake_only,
    http2_clear_text,
    http2_off,
    http2_requests_low,
    http2_unused,
    listen_http2_old,
    obsolete_tls,
    ssl_buffer_beyond_answers,
    streams_above_limit,
    tls_knobs_without_tls,
)

RULES = (
    handshake_only.RULE,
    http2_clear_text.RULE,
    http2_off.RULE,
    http2_requests_low.RULE,
    http2_unused.RULE,
    listen_http2_old.RULE,
    obsolete_tls.RULE,
    ssl_buffer_beyond_answers.RULE,
    streams_above_limit.RULE,
    tls_knobs_without_tls.RULE,
)
