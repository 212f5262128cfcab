"""A real agent's bench and servers that misbehave, each its own process, for tests of what they cause."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from agents.contract.jobs import MeasureJob, NginxSetup, PrepareJob, RestoreJob, Work
from agents.contract.reports import PreparedSetup, Report
from agents.contract.workload import Workload
from agents.tests.jobs import job_of
from backend.validity import judge
from backend.validity.finding import Finding

CONF = """
error_log logs/error.log warn;
worker_processes 1;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    sendfile on;
    server {{ listen $listen; location / {{ {answer} }} }}
}}
"""


class Bench:
    """Jobs in, reports out; `pid` is the process whose network the trials run in."""

    def __init__(self, popen: "subprocess.Popen[str]") -> None:
        self._popen = popen
        self.pid = popen.pid

    def do(self, work: Work) -> Report:
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        job = job_of(work, experiment_id="e")
        self._popen.stdin.write(job.model_dump_json() + "\n")
        self._popen.stdin.flush()
        return Report.model_validate_json(self._popen.stdout.readline())

    def serve(
        self, answer: str = 'return 200 "hello";', connections: int = 1024, **more: Any
    ) -> PreparedSetup:
        """One nginx, and nothing else."""
        text = CONF.format(answer=answer, connections=connections)
        setup = NginxSetup.model_validate({"key": "s", "role": "proxy", "conf": text} | more)
        (prepared,) = self.do(PrepareJob(setups=[setup])).setups
        assert prepared.failure is None, prepared.failure
        return prepared

    def trial(self, url: str, workload: Workload, **more: Any) -> Report:
        work = {"trial_id": "t", "target": url, "workload": workload} | more
        return self.do(MeasureJob.model_validate(work))

    def restore(self) -> None:
        assert self.do(RestoreJob()).condition == "clean"


@contextmanager
def start_bench(*before: str) -> Iterator[Bench]:
    """`before`: a command that the process is started through, such as `unshare --net`."""
    folder = Path(tempfile.mkdtemp(prefix="dyno"))
    folder.chmod(0o755)
    argv = [
        *before,
        sys.executable,
        "-m",
        "agents.tests.job_handlers_process",
        "--server",
        "http://127.0.0.1:1",
    ]
    argv += [
        "--address",
        "127.0.0.1",
        "--token",
        "t",
        "--roles",
        "load,proxy,backend",
        "--state",
        str(folder / "s"),
    ]
    argv += ["--ports", "24000-24999", "--lock", str(folder / "lock")]
    popen = subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield Bench(popen)
    finally:
        with suppress(BrokenPipeError):
            popen.communicate(timeout=60)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def odd_server(mode: str) -> Iterator[str]:
    """The address of a server that misbehaves."""
    argv = [sys.executable, "-m", "agents.tests.odd_server", mode]
    popen = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    try:
        assert popen.stdout is not None
        yield f"http://127.0.0.1:{popen.stdout.readline().strip()}"
    finally:
        popen.kill()
        popen.communicate()


def workload(tool: str = "wrk", **more: Any) -> Workload:
    fields = {"tool": tool, "connections": 8, "duration_s": 1} | more
    return Workload.model_validate(fields)


def findings(report: Report, work: Workload, **known: Any) -> dict[str, Finding]:
    """What the rules say of a trial, by code."""
    assert report.failure is None, report.failure
    assert report.load is not None
    assert report.window is not None
    return {f.code: f for f in judge(report.load, work, {"here": report.window}, {}, **known)}
