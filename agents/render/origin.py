"""The nginx.conf of one backend instance: as fast as one worker goes, so that it is not the limit."""

from collections.abc import Mapping

from agents.catalog.knobs import Value
from agents.render.answer import delays, is_static, locations
from agents.render.text import ERROR_LOG, OWN_PATHS, block, config, listen, sections

WORKER_CONNECTIONS = 32768  # 14 MB: more of them would cost more than they help


def render_origin(knobs: Mapping[str, Value]) -> str:
    """The whole nginx.conf of a backend; only origin.* knobs act on it."""
    files = ["sendfile on;", "open_file_cache max=16 inactive=60s;"] if is_static(knobs) else []
    http = [
        "access_log off;",
        *files,
        "keepalive_requests 1000000000;",
        "keepalive_timeout 3600s;",
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
