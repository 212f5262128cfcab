"""A real agent as its own process, and the control side's end of its queue."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from celery import Celery
from kombu.entity import Queue

from agents import procfs
from agents.contract.jobs import TASK_NAME, Work, queue_of
from agents.contract.reports import Report
from agents.proxy.folders import tag_of
from agents.tests.fake_plane import ENROLMENT_TOKEN, PATIENCE_S, FakePlane
from agents.tests.jobs import job_of, message_of


class AgentProcess:
    """`enter` comes before its argument list, `program` in place of the agent's own module."""

    experiment = "e1"  # of the jobs that `send` makes

    def __init__(
        self,
        plane: FakePlane,
        state: Path,
        *options: str,
        user: str | None = None,
        enter: Sequence[str] = (),
        program: Sequence[str] = ("agents.runner",),
    ) -> None:
        self.plane, self.state = plane, state
        self._options, self._user = options, user
        self._enter, self.program = enter, program
        self._client = Celery(broker=plane.broker_url, set_as_current=False)
        self.start()

    def start(self) -> None:
        before = len(self.plane.heartbeats)
        self.log = self.state.parent / f"{self.state.name}.log"
        argv = [sys.executable, "-m", *self.program, "--server", self.plane.url, "--state", str(self.state)]
        argv += ["--roles", "load,proxy,backend", "--name", "here", "--insecure-network"]
        # The lock of a host is for experiments; these tests run beside each other.
        argv += ["--lock", str(self.state.parent / "lock"), *self._options]
        environment = os.environ | {"DYNO_AGENT_TOKEN": ENROLMENT_TOKEN}
        with self.log.open("ab") as log:
            self._popen = subprocess.Popen(
                [*self._enter, *self._as_user(), *argv], stdout=log, stderr=log, env=environment
            )
        self.pid = self._popen.pid
        if self.plane.status is None:
            self.plane.wait_for(lambda: len(self.plane.heartbeats) > before)

    def _as_user(self) -> list[str]:
        """Another user's shim; it may read this checkout, wherever that lies, and nothing more."""
        if not self._user:
            return []
        rights = [f"--{kind}=-all,+dac_read_search" for kind in ("inh-caps", "ambient-caps", "bounding-set")]
        return ["setpriv", f"--reuid={self._user}", "--regid=nogroup", "--clear-groups", *rights]

    def send(self, work: Work, *, life_s: float = 60) -> str:
        """Send one job; its id."""
        now, experiment = self.plane.now(), self.experiment
        job = job_of(work, self.plane.host_id, life_s, now, experiment_id=experiment)
        self.send_payload(message_of(job))
        return job.id

    def send_payload(self, payload: object) -> None:
        queue = Queue(queue_of(self.plane.host_id), no_declare=True)
        self._client.send_task(TASK_NAME, [payload], queue=queue)

    def do(self, work: Work, **more: Any) -> Report:
        return self.plane.report_of(self.send(work, **more))

    def kill(self) -> None:
        self._popen.kill()
        self._popen.wait()

    def stop(self) -> int:
        self._popen.terminate()
        return self._popen.wait(PATIENCE_S)

    def is_running(self) -> bool:
        return self._popen.poll() is None

    def processes(self) -> list[int]:
        """Every process with this agent's state directory in its arguments, and load tools it started."""
        own = str(self.state), tag_of(self.state)
        lines = {pid: procfs.command_line(pid) for pid in procfs.all_pids() if pid != self.pid}
        return [pid for pid, line in lines.items() if any(word in line for word in own)]


def wait_until(condition: Any, timeout: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.01)


def start_redis(port: int, address: str = "127.0.0.1") -> subprocess.Popen[bytes]:
    options = f"--port {port} --bind {address} --protected-mode no --appendonly no --save".split()
    argv = ["redis-server", *options, ""]
    popen = subprocess.Popen(argv, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())

    def answers() -> bool:
        with socket.socket() as client:
            return client.connect_ex((address, port)) == 0

    wait_until(answers)
    return popen
