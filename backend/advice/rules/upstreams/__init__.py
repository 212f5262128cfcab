"""Rules on backends."""

from backend.advice.rules.upstreams import (
    buffers_beyond_answers,
    cache_stores_nothing,
    http11_without_keepalive,
    keepalive_pool_small,
    keepalive_without_http11,
    max_conns_low,
    one_backend,
    one_client_address,
    proxy_settings_unused,
    upstream_unused,
)

RULES = (
    buffers_beyond_answers.RULE,
    cache_stores_nothing.RULE,
    http11_without_keepalive.RULE,
    keepalive_pool_small.RULE,
    keepalive_without_http11.RULE,
    max_conns_low.RULE,
    one_backend.RULE,
    one_client_address.RULE,
    proxy_settings_unused.RULE,
    upstream_unused.RULE,
)
