"""The rules of advice, one file each; a new one is a file here and a line in RULES."""

from backend.advice.rules import (
    accept_mutex_with_reuseport,
    backlog_above_somaxconn,
    fastopen_half,
    gzip_idle,
    gzip_level,
    http11_without_keepalive,
    keepalive_pool_small,
    keepalive_requests_low,
    keepalive_without_http11,
    more_workers_than_cpus,
    no_files_served,
    obsolete_tls,
    one_start,
    one_worker,
    overlapping_pins,
    somaxconn_without_backlog,
    tcp_nopush_without_sendfile,
    tls_knobs_without_tls,
    too_few_worker_connections,
    tool_is_the_limit,
    until_precise,
    worker_connections_above_nofile,
)

RULES = tuple(
    module.RULE
    for module in (
        keepalive_without_http11,
        http11_without_keepalive,
        keepalive_pool_small,
        keepalive_requests_low,
        too_few_worker_connections,
        worker_connections_above_nofile,
        backlog_above_somaxconn,
        somaxconn_without_backlog,
        fastopen_half,
        more_workers_than_cpus,
        one_worker,
        accept_mutex_with_reuseport,
        overlapping_pins,
        tool_is_the_limit,
        no_files_served,
        tcp_nopush_without_sendfile,
        gzip_level,
        gzip_idle,
        tls_knobs_without_tls,
        obsolete_tls,
        until_precise,
        one_start,
    )
)
