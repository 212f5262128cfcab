"""Signs of nginx's directives, whether a knob or a raw text sets them."""

from agents.catalog.signs.sign import CallSign, Sign, signs

_START = signs(
    "start",
    {
        "worker_processes": "workers that run",
        "worker_cpu_affinity": "CPUs of each worker, as the kernel has them",
        "worker_rlimit_nofile": "limit of open files of a worker",
        "worker_priority": "nice value of a worker",
    },
)
_RUN = signs(
    "run",
    {
        "limit_req": "refused requests",
        "limit_conn": "refused requests",
        "deny": "refused requests",
        "auth_basic": "refused requests",
        "return": "status and body of the answer",
        "gzip": "bytes of an answer, where the load accepts gzip",
        "gzip_comp_level": "bytes of an answer, where the load accepts gzip",
        "gzip_min_length": "bytes of an answer, where the load accepts gzip",
        "gzip_types": "bytes of an answer, where the load accepts gzip",
        "gzip_static": "bytes of an answer, where the load accepts gzip",
        "expires": "bytes of an answer",
        "add_header": "bytes of an answer",
        "server_tokens": "bytes of an answer",
        "etag": "bytes of an answer",
        "sub_filter": "body of the answer",
        "keepalive_requests": "connections for each request",
        "keepalive_timeout": "connections for each request",
        "keepalive": "connections to backends for each request",
        "proxy_http_version": "connections to backends for each request",
        "proxy_cache": "requests that reach the backends",
        "ssl_conf_command": "TLS connections that the kernel encrypts, and `sendfile` in a diagnostic trial",
        "worker_connections": "failed requests, where connections are refused",
    },
)
_CALLS = signs(
    "system calls",
    {
        "use": "`epoll_wait`, `poll` or `select`",
        "multi_accept": "`accept4` for each `epoll_wait`",
        "access_log": "`write`",
        "sendfile": "`sendfile`",
        "sendfile_max_chunk": "`sendfile`",
        "tcp_nopush": "`setsockopt`",
        "tcp_nodelay": "`setsockopt`",
        "open_file_cache": "`openat`",
        "open_file_cache_min_uses": "`openat`",
        "open_file_cache_valid": "`openat`",
        "aio": "`futex` of its threads, or `io_submit`",
        "directio": "`pread64` in place of `sendfile`",
        "output_buffers": "`pread64`",
        "proxy_buffering": "`readv` and `recvfrom`",
        "proxy_buffers": "`readv` and `recvfrom`",
        "proxy_buffer_size": "`readv` and `recvfrom`",
    },
)
_DEFINITION = signs(
    "definition",
    {
        "accept_mutex": "acts with several workers and new connections",
        "open_file_cache_errors": "acts on missing files",
        "reset_timedout_connection": "acts when a timeout runs out",
        "client_header_timeout": "acts when a client is slow",
        "client_body_timeout": "acts when a client is slow",
        "send_timeout": "acts when a client is slow",
        "client_body_buffer_size": "acts on requests with a body",
        "client_max_body_size": "acts on requests with a body",
        "large_client_header_buffers": "acts on headers beyond the first buffer",
        "gzip_proxied": "acts on requests with a Via header",
        "ssl_session_cache": "acts on new TLS connections",
        "http2": "acts on connections over HTTP/2",
        "http2_max_concurrent_streams": "acts when a connection has more requests open",
        "http2_chunk_size": "acts on answers longer than it",
        "http2_recv_buffer_size": "acts on connections over HTTP/2",
        "ssl_buffer_size": "acts on answers longer than it",
        "ssl_early_data": "acts on new TLS connections",
        "ssl_session_timeout": "acts on new TLS connections",
        "ssl_session_tickets": "acts on new TLS connections",
        "ssl_ecdh_curve": "acts on new TLS connections",
        "ssl_prefer_server_ciphers": "acts on new TLS connections",
        "ssl_protocols": "acts on TLS connections",
        "ssl_ciphers": "acts on TLS connections",
        "least_conn": "acts with several backends",
        "least_time": "acts with several backends",
        "ip_hash": "acts with several backends",
        "hash": "acts with several backends",
        "random": "acts with several backends",
        "keepalive_time": "acts on kept connections",
    },
)
_NONE = signs(
    "none",
    {
        "client_header_buffer_size": "memory for each connection, which nothing counts by purpose",
    },
)
OF_DIRECTIVES: dict[str, Sign] = _START | _RUN | _CALLS | _DEFINITION | _NONE

_LOG_CALLS = CallSign(("write",), is_added=False)
CALLS: dict[str, CallSign] = {
    "sendfile": CallSign(("sendfile",)),
    "aio": CallSign(("futex", "io_submit")),
    "tcp_nopush": CallSign(("setsockopt",)),
    "open_file_cache": CallSign(("openat", "open"), is_added=False),
    "access_log": _LOG_CALLS,
    "access_log_buffer": _LOG_CALLS,
    "access_log_flush": _LOG_CALLS,
}
"""Directives whose system calls tell by themselves whether they act."""
