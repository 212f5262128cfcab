"""Counters of HAProxy, asked over its unix socket: of its frontends, to which a question does not belong."""

import csv
import socket
from pathlib import Path

_MAX_BYTES = 1 << 20
_TIMEOUT_S = 1.0
_COLUMNS = {"requests": "req_tot", "accepted": "conn_tot", "active": "scur"}


def read_counters(path: Path) -> dict[str, int]:
    """Counters of all frontends together; {} while nothing answers there."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_TIMEOUT_S)
            connection.connect(str(path))
            connection.sendall(b"show stat -1 1 -1\n")  # of all proxies the frontends
            content = b""
            while len(content) < _MAX_BYTES and (piece := connection.recv(1 << 16)):
                content += piece
    except OSError:
        return {}
    return parse_counters(content.decode(errors="replace"))


def parse_counters(text: str) -> dict[str, int]:
    """`requests`, `accepted`, `active` of `show stat`, as far as it has them. Pure."""
    rows = list(csv.DictReader(text.removeprefix("# ").splitlines()))
    frontends = [row for row in rows if row.get("svname") == "FRONTEND"]
    values = {name: [row.get(column) or "" for row in frontends] for name, column in _COLUMNS.items()}
    return {
        name: sum(map(int, texts))
        for name, texts in values.items()
        if texts and all(map(str.isdecimal, texts))
    }
