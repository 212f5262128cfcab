"""The control plane's routes for agents, over one client that keeps its connections."""

import httpx

from agents.contract.reports import Enrolled, Enrolment, Heartbeat, HeartbeatReply

_BASE = "/api/v1/agent"
_TIMEOUT = httpx.Timeout(10.0, connect=3.0)


class Away(OSError):
    """Nobody answers, or the answer makes no sense: try again later."""


class Refused(Exception):
    """The control plane said no; `status` is its HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"status {status}: {message}")
        self.status = status


class ControlPlane:
    def __init__(self, server: str) -> None:
        # The environment's proxies are for the world outside; the control plane is named by --server.
        limits = httpx.Limits(max_keepalive_connections=4, keepalive_expiry=30)
        self._client = httpx.Client(base_url=server + _BASE, timeout=_TIMEOUT, limits=limits, trust_env=False)
        self.token = ""

    def enrol(self, enrolment: Enrolment, enrolment_token: str) -> Enrolled:
        answer = self._post("/enrol", enrolment.model_dump_json().encode(), enrolment_token)
        return Enrolled.model_validate_json(_body(answer))

    def heartbeat(self, beat: Heartbeat) -> HeartbeatReply:
        answer = self._post("/heartbeat", beat.model_dump_json().encode(), self.token)
        return HeartbeatReply.model_validate_json(_body(answer))

    def post_report(self, body: bytes) -> int:
        return self._post("/reports", body, self.token).status_code

    def post_samples(self, body: bytes) -> int:
        return self._post("/samples", body, self.token).status_code

    def close(self) -> None:
        self._client.close()

    def _post(self, path: str, body: bytes, token: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            return self._client.post(path, content=body, headers=headers)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise Away(str(error) or type(error).__name__) from error


def _body(answer: httpx.Response) -> bytes:
    if answer.is_success:
        return answer.content
    if 400 <= answer.status_code < 500 and answer.status_code not in (408, 429):
        raise Refused(answer.status_code, answer.text[:300])
    raise Away(f"status {answer.status_code}")
