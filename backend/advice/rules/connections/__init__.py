"""Rules on client connections."""

from backend.advice.rules.connections import (
    backlog_above_somaxconn,
    closed_under_kept_load,
    connections_near_limit,
    fastopen_half,
    fastopen_without_client,
    idle_timeouts,
    keepalive_requests_low,
    keepalive_unused,
    new_connections_only,
    nofile_beyond_host,
    room_not_needed,
    somaxconn_without_backlog,
    too_few_worker_connections,
    worker_connections_above_nofile,
)

RULES = (
    backlog_above_somaxconn.RULE,
    closed_under_kept_load.RULE,
    connections_near_limit.RULE,
    fastopen_half.RULE,
    fastopen_without_client.RULE,
    idle_timeouts.RULE,
    keepalive_requests_low.RULE,
    keepalive_unused.RULE,
    new_connections_only.RULE,
    nofile_beyond_host.RULE,
    room_not_needed.RULE,
    somaxconn_without_backlog.RULE,
    too_few_worker_connections.RULE,
    worker_connections_above_nofile.RULE,
)
