"""Requests to an nginx over its unix status socket, so that the measured port carries nothing extra."""

import http.client
import socket
from pathlib import Path


class StatusSocket:
    """One connection for each question; counted, because each is a request in nginx's own counters."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._asked = 0

    def get(self, page: str, timeout: float = 1.0) -> str | None:
        """The body of a page; None while nothing answers there."""
        connection = _UnixConnection(self.path, timeout)
        try:
            connection.request("GET", page, headers={"Connection": "close"})
            answer = connection.getresponse()
            self._asked += 1
            return answer.read(4096).decode(errors="replace") if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def counters(self) -> dict[str, int]:
        """`requests`, `active`, `reading`, `writing`, `waiting` without our requests; {} if none comes."""
        return parse_status(self.get("/status") or "", self._asked)


def parse_status(text: str, own_requests: int) -> dict[str, int]:
    """The text of stub_status, minus the connection and the requests used for asking."""
    words = text.split()
    try:
        return {
            "requests": int(words[9]) - own_requests,
            "active": max(0, int(words[2]) - 1),
            "reading": int(words[11]),
            "writing": max(0, int(words[13]) - 1),
            "waiting": int(words[15]),
        }
    except (IndexError, ValueError):
        return {}


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: Path, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))
