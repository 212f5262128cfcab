"""The control plane's routes for agents, over persistent connections.

The standard library's client: an agent's idle memory is mostly imported code.
"""

import http.client
import json
import socket
import threading
from typing import NamedTuple
from urllib.parse import urlsplit

from agents.contract.enrolment import Enrolled, Enrolment, Waiting
from agents.contract.heartbeat import Heartbeat, HeartbeatReply
from agents.runner.trust import Trust, Untrusted

_BASE = "/api/v1/agent"
_TIMEOUT_S = 10.0
_MAX_REASON = 300


class Unreachable(OSError):
    """Nobody answers, or the answer makes no sense: try again later."""


class RequestRefused(Exception):
    """The control plane said no; `status` is its HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"status {status}: {message}")
        self.status = status


class _Answer(NamedTuple):
    status: int
    body: bytes


class ControlPlane:
    """Safe to use from several threads: each keeps its own connection."""

    def __init__(self, server: str, trust: Trust) -> None:
        parts = urlsplit(server)
        self._trust = trust if parts.scheme == "https" else None
        self._host, self._port, self._base = parts.hostname or "", parts.port, parts.path + _BASE
        self._kept = threading.local()
        self.token = ""

    def enrol(self, enrolment: Enrolment, credential: str) -> Enrolled | Waiting:
        answer = self._post("/enrol", enrolment.model_dump_json().encode(), credential)
        kind = Waiting if answer.status == 202 else Enrolled
        return kind.model_validate_json(_body(answer))

    def heartbeat(self, beat: Heartbeat) -> HeartbeatReply:
        answer = self._post("/heartbeat", beat.model_dump_json().encode(), self.token)
        return HeartbeatReply.model_validate_json(_body(answer))

    def post_report(self, body: bytes) -> int:
        return self._post("/reports", body, self.token).status

    def post_ready(self, job_id: str) -> None:
        _body(self._post("/ready", json.dumps({"job_id": job_id}).encode(), self.token))

    def post_samples(self, body: bytes) -> int:
        return self._post("/samples", body, self.token).status

    def _post(self, path: str, body: bytes, token: str) -> _Answer:
        connection: http.client.HTTPConnection | None = getattr(self._kept, "connection", None)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        if connection is not None:
            try:
                return self._exchange(connection, path, body, headers)
            except Unreachable:
                pass  # the server closed an idle connection; every route takes a repeat
        return self._exchange(self._connection(), path, body, headers)

    def _connection(self) -> http.client.HTTPConnection:
        try:
            connection = self._new_connection()
            connection.connect()
        except (OSError, Untrusted) as error:
            raise Unreachable(str(error)) from error
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _new_connection(self) -> http.client.HTTPConnection:
        if self._trust is None:
            return http.client.HTTPConnection(self._host, self._port, timeout=_TIMEOUT_S)
        context = self._trust.context()
        return http.client.HTTPSConnection(self._host, self._port, timeout=_TIMEOUT_S, context=context)

    def _exchange(
        self, connection: http.client.HTTPConnection, path: str, body: bytes, headers: dict[str, str]
    ) -> _Answer:
        try:
            connection.request("POST", self._base + path, body, headers)
            answer = connection.getresponse()
            reply = _Answer(answer.status, answer.read())
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            self._kept.connection = None
            raise Unreachable(str(error) or type(error).__name__) from error
        # http.client by itself reopens a connection that the server has closed, without our options.
        self._kept.connection = None if answer.will_close else connection
        return reply


def _body(answer: _Answer) -> bytes:
    if 200 <= answer.status < 300:
        return answer.body
    if 400 <= answer.status < 500 and answer.status not in (408, 429):
        raise RequestRefused(answer.status, _reason(answer.body))
    raise Unreachable(f"status {answer.status}: {_reason(answer.body)}")


def _reason(body: bytes) -> str:
    """Read the reason from problem details, or the start of any other text."""
    try:
        detail = str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        detail = body.decode(errors="replace")
    return detail[:_MAX_REASON]
