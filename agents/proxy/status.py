"""Requests to an nginx over its unix status socket, so that the measured port carries nothing extra."""

import socket
from pathlib import Path

_MAX_BYTES = 8192


class StatusSocket:
    """One connection for each question; counted, because each is a request in nginx's own counters."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._asked = 0

    def get(self, page: str, timeout: float = 1.0) -> str | None:
        """The body of a page; None while nothing answers there."""
        try:
            head, _, body = self._answer(page, timeout).partition(b"\r\n\r\n")
        except OSError:
            return None
        status = head.split(None, 2)[:2]
        self._asked += len(status) == 2
        return body.decode(errors="replace") if status[1:] == [b"200"] else None

    def _answer(self, page: str, timeout: float) -> bytes:
        """HTTP/1.0 by hand, until the end of the connection: this is asked every second beside what is
        measured, and the library does much more."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(timeout)
            connection.connect(str(self.path))
            connection.sendall(f"GET {page} HTTP/1.0\r\n\r\n".encode())
            content = b""
            while len(content) < _MAX_BYTES and (piece := connection.recv(_MAX_BYTES)):
                content += piece
            return content

    def counters(self) -> dict[str, int]:
        """Counters of `parse_status`, without our requests; {} if nothing answers."""
        return parse_status(self.get("/status") or "", self._asked)


def parse_status(text: str, own_requests: int) -> dict[str, int]:
    """Without what asking takes: `accepted`, `requests`, `active`, `reading`, `writing`, `waiting`."""
    words = text.split()
    try:
        return {
            "accepted": int(words[7]) - own_requests,
            "requests": int(words[9]) - own_requests,
            "active": max(0, int(words[2]) - 1),
            "reading": int(words[11]),
            "writing": max(0, int(words[13]) - 1),
            "waiting": int(words[15]),
        }
    except (IndexError, ValueError):
        return {}
