"""A control plane just big enough for an agent: stdlib HTTP, everything it was told kept in lists."""

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agents.contract.enrolment import Enrolled
from agents.contract.reports import Report
from agents.tests.jobs import JOB_KEYS
from agents.tests.ports import free_port

ENROLMENT_TOKEN = "enrolment-secret"
PATIENCE_S = 60.0  # of who waits for something that will come, on a busy machine


class FakePlane:
    def __init__(self, broker_url: str, address: str = "127.0.0.1") -> None:
        self.broker_url, self._address = broker_url, address
        self.reports: list[Report] = []
        self.samples: list[dict[str, Any]] = []
        self.heartbeats: list[dict[str, Any]] = []
        self.enrolments: list[dict[str, Any]] = []
        self.clock_ahead_s = 0.0
        self.status: int | None = None  # answer everything with this status
        self.away_after = ""  # the first message to this route is the last that is taken: 503 from then on
        self.credential = ""  # of the agent that is let in
        self.waits = 0  # so often an agent is told to wait
        self.lost_changes: list[dict[str, Any]] = []  # what a new agent is given to restore
        self.held = True  # what heartbeats are told
        self.beat_after_s: Any = None  # likewise; None: nothing, as older dashboards
        self.host_id = "host1"
        self.job_keys = JOB_KEYS
        self._changed = threading.Condition()
        self._server: ThreadingHTTPServer | None = None
        self._port = free_port(address)  # it is closed and opened again
        self.open()

    @property
    def url(self) -> str:
        return f"http://{self._address}:{self._port}"

    def open(self) -> None:
        handler = type("Handler", (_Handler,), {"plane": self})
        self._server = ThreadingHTTPServer((self._address, self._port), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def now(self) -> float:
        return time.time() + self.clock_ahead_s

    def wait_for(self, condition: Callable[[], Any], timeout: float = PATIENCE_S) -> Any:
        with self._changed:
            assert self._changed.wait_for(condition, timeout), "nothing came in time"
            return condition()

    def report_of(self, job_id: str, timeout: float = PATIENCE_S) -> Report:
        def found() -> Report | None:
            return next((r for r in self.reports if r.job_id == job_id), None)

        return self.wait_for(found, timeout)

    def answer(self, path: str, token: str, body: Any) -> tuple[int, Any]:
        if self.status or self._server is None:
            return self.status or 503, {}
        route = path.removeprefix("/api/v1/agent/")
        with self._changed:
            self._changed.notify_all()
            if route == "enrol":
                return self._enrol(token, body)
            if token != self.credential:
                return 401, {}
            if route == "heartbeat":
                self.heartbeats.append(body)
                told = {"server_time": self.now(), "job_keys": self.job_keys, "held": self.held}
                return 200, told if self.beat_after_s is None else told | {"beat_after_s": self.beat_after_s}
            if route == "reports":
                self.reports.append(Report.model_validate(body))
            elif route == "samples":
                self.samples.append(body)
            if route == self.away_after:
                self.status = 503
            return 200, {}

    def _enrol(self, token: str, body: Any) -> tuple[int, Any]:
        if token != self.credential and body["token"] != ENROLMENT_TOKEN:
            return 401, {"detail": "not known"}
        self.enrolments.append(body)
        if self.waits:
            self.waits -= 1
            return 202, {"waiting": "there is a host here already"}
        lost_changes = self.lost_changes if body["takes_over"] else []
        self.credential = token
        enrolled = Enrolled(
            host_id=self.host_id,
            token=token,
            job_keys=self.job_keys,
            broker_url=self.broker_url,
            lost_changes=lost_changes,  # pyright: ignore[reportArgumentType]
        )
        return 200, enrolled.model_dump()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    plane: FakePlane

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        status, answer = self.plane.answer(self.path, token, body)
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:
        pass
