"""The nginx.conf of one backend instance: as fast as one worker goes, so that it is not the limit."""

from collections.abc import Mapping

from agents.catalog.knobs import Value
from agents.render.answer import delays, is_static, locations
from agents.render.text import ERROR_LOG, OWN_PATHS, block, config, listen, sections

MAX_OPEN_FILES = 2000  # pages whose files stay open
WORKER_CONNECTIONS = 32768  # 14 MB: more of them would cost more than they help


def render_origin(knobs: Mapping[str, Value], open_files: int = 0) -> str:
    """The whole nginx.conf of a backend; only origin.* knobs and the number of its pages act on it."""
    open_pages = min(max(16, open_files), MAX_OPEN_FILES)
    files = ["sendfile on;", f"open_file_cache max={open_pages} inactive=60s;"] if is_static(knobs) else []
    http = [
        "access_log off;",
        *files,
        "keepalive_requests 1000000000;",
        "keepalive_timeout 3600s;",
        "client_max_body_size 0;",  # what the proxy may pass on is a setting of the proxy alone
        *OWN_PATHS,
    ]
    server = block("server", sections([listen("backlog=4096")], locations(knobs)))
    # Each delayed request would be a line about a missing password.
    errors = "error_log logs/error.log crit;" if delays(knobs) else ERROR_LOG
    return config(
        ["worker_processes 1;", errors],
        block("events", [f"worker_connections {WORKER_CONNECTIONS};"]),
        block("http", sections(http, server)),
    )
