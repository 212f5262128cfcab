"""Simulated agents, many in one process: `python -m e2e.bench.scaling.simulated SERVER FIRST AGENTS`.

Each is enrolled like a real one: a credential, a Redis user and a connection of its own that waits for its
queue, a heartbeat every two seconds. It opens signed jobs with the agent's own code, does nothing for as long
as the work would take, samples once a second, and reports what fits. Nothing is started or measured.
Prints one line when all are up, and one of JSON with what it saw when its standard input ends.
"""

import asyncio
import base64
import json
import secrets
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import redis.asyncio as redis

from agents.catalog.roles import ROLES
from agents.contract.addresses import origin
from agents.contract.heartbeat import BEAT_EVERY_S, Heartbeat
from agents.contract.jobs import (
    CancelJob,
    CheckJob,
    FinishJob,
    Job,
    MeasureJob,
    PrepareJob,
    RestoreJob,
    WatchJob,
    queue_of,
)
from agents.contract.probe import Probe
from agents.contract.reports import LoadReport, PreparedSetup, Report, SampleBatch, Window
from agents.runner.admission import job_of, open_envelope
from agents.runner.heartbeat import within_bounds
from backend.cli.access import find_access
from backend.tests.db.agents import enrolment
from e2e.bench.scaling.line import Line

ENROLLING = 8  # at once
RECONNECT_S = 1.0  # as the agents' own worker
STDOUT = "Requests/sec:  25000.00\n"


class Plane:
    """The control plane as all simulated agents reach it."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.took: list[float] = []  # seconds of each heartbeat
        self.problems: list[str] = []

    async def post(self, line: Line, route: str, token: str, body: Any) -> Any:
        status, answer = await line.post(f"/api/v1{route}", token, body)
        if status >= 300:
            self.problems.append(f"{route} {status} {answer.decode(errors='replace')[:200]}")
        return json.loads(answer) if answer else None


class Agent:
    def __init__(self, plane: Plane, number: int) -> None:
        self._plane, self._number, self._line = plane, number, Line(plane.server)
        self._credential, self._instance = secrets.token_urlsafe(32), secrets.token_hex(16)
        self._ended: dict[str, asyncio.Event] = {}
        self._hurried = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen: set[str] = set()
        self._host_id, self._broker_url, self._keys = "", "", dict[str, str]()

    async def enrol(self, token: str) -> None:
        name = f"{ROLES[self._number % 3]}-{self._number // 3}"
        body = enrolment(name, token, machine=f"machine-{self._number}", hostname=name)
        answer = await self._post("/agent/enrol", self._credential, body)
        self._host_id, self._keys = answer["host_id"], answer["job_keys"]
        self._broker_url = answer["broker_url"].replace("redis+socket://", "unix://")

    async def _post(self, route: str, token: str, body: Any) -> Any:
        return await self._plane.post(self._line, route, token, body)

    async def serve(self) -> None:
        self._start(self._take())
        while True:
            begin = time.perf_counter()
            every_s = await self._beat()
            self._plane.took.append(time.perf_counter() - begin)
            await asyncio.sleep(BEAT_EVERY_S)
            await _within(self._hurried.wait(), every_s - BEAT_EVERY_S)
            self._hurried.clear()

    async def _beat(self) -> float:
        """Seconds until the next one."""
        beat = Heartbeat(instance=self._instance, active_jobs=sorted(self._ended))
        answer = await self._post("/agent/heartbeat", self._credential, beat.model_dump(mode="json"))
        self._keys = answer.get("job_keys", self._keys)
        return within_bounds(answer.get("beat_after_s", BEAT_EVERY_S))

    async def _take(self) -> None:
        client = redis.Redis.from_url(self._broker_url, socket_timeout=None)
        while True:
            try:
                _, message = await client.brpop([queue_of(self._host_id)], 0)  # pyright: ignore[reportGeneralTypeIssues]
            except redis.RedisError:
                await asyncio.sleep(RECONNECT_S)
                continue
            arguments, *_ = json.loads(base64.b64decode(json.loads(message)["body"]))
            self._start(self._work(job_of(open_envelope(arguments[0], self._host_id, self._keys))))

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            self._plane.problems.append(repr(task.exception()))

    # ---- jobs ----

    async def _work(self, job: Job) -> None:
        if job.id in self._seen:
            return  # a job is done once, however often it comes
        self._seen.add(job.id)
        self._ended[job.id] = asyncio.Event()
        self._hurried.set()
        try:
            report = await self._outcome(job)
        finally:
            del self._ended[job.id]
        await self._post("/agent/reports", self._credential, report.model_dump(mode="json"))

    async def _outcome(self, job: Job) -> Report:
        match job.work:
            case PrepareJob() | CheckJob() as work:
                return Report(job_id=job.id, setups=_prepared(work))
            case MeasureJob() as work:
                return await self._measured(job, work)
            case WatchJob() as work:
                ended = self._ended[job.id]
                await self._sample(work.trial_id, work.watch, lambda: _within(ended.wait(), 1.0))
                return Report(job_id=job.id, window=_window(work.watch))
            case FinishJob() as work:
                self._end(work.job_id)
            case CancelJob() as work:
                for job_id in work.job_ids:
                    self._end(job_id)
            case RestoreJob():
                return Report.model_validate({"job_id": job.id, "condition": "clean"})
            case _:
                pass
        return Report(job_id=job.id)

    def _end(self, job_id: str) -> None:
        if ended := self._ended.get(job_id):
            ended.set()

    async def _measured(self, job: Job, work: MeasureJob) -> Report:
        started, seconds = time.time(), float(work.workload.duration_s or 1)
        until = time.monotonic() + seconds
        await self._sample(work.trial_id, [], lambda: _slept(min(1.0, until - time.monotonic()), until))
        load = LoadReport(
            argv=["wrk"],
            version="4.1.0",
            exit_code=0,
            stdout=STDOUT,
            stderr="",
            started_at=started,
            ended_at=time.time(),
            figures={"requests": 25_000.0 * seconds, "requests_per_s": 25_000.0, "failed_requests": 0.0},
            probe=Probe(status=200, bytes=2, sha256="0" * 64),
        )
        return Report(job_id=job.id, load=load, window=_window(["load"], seconds))

    async def _sample(
        self, trial_id: str | None, keys: list[str], tick: Callable[[], Awaitable[bool]]
    ) -> None:
        """One batch a second until `tick` says that it is over."""
        seq = 0
        while not await tick():
            series = {name: [0.5] for name in ("cpu.0", "cpu.1", "softirq", "steal")}
            series |= {f"nginx.{key}.requests_per_s": [25_000.0] for key in keys}
            if trial_id:
                batch = SampleBatch.model_validate(
                    {"trial_id": trial_id, "seq": seq, "times": [time.time()], "series": series}
                )
                await self._post("/agent/samples", self._credential, batch.model_dump(mode="json"))
            seq += 1


async def _within(waiting: Any, seconds: float) -> bool:
    try:
        return bool(await asyncio.wait_for(waiting, seconds))
    except TimeoutError:
        return False


async def _slept(seconds: float, until: float) -> bool:
    await asyncio.sleep(max(0.0, seconds))
    return time.monotonic() >= until - 0.01


def _prepared(work: PrepareJob | CheckJob) -> list[PreparedSetup]:
    ports = iter(range(21000, 22000))
    found = []
    for setup in work.setups:
        scheme = "https" if setup.tls else "http"
        count = setup.instances if isinstance(work, PrepareJob) else 0  # nothing listens after a check
        urls = [origin(scheme, "127.0.0.1", next(ports)) for _ in range(count)]
        found.append(PreparedSetup(key=setup.key, urls=urls, conf=setup.conf, version="1.22.1"))
    return found


def _window(keys: list[str], seconds: float = 1.0) -> Window:
    return Window(seconds=seconds, cores=[0.1, 0.1], own_cpu_s=dict.fromkeys(keys, 0.05))


async def main(server: str, first: int, count: int) -> None:
    plane = Plane(server)
    token = find_access(server).token or ""
    made = await plane.post(Line(server), "/enrolment-tokens", token, {"reusable": True})
    agents = [Agent(plane, number) for number in range(first, first + count)]
    few = asyncio.Semaphore(ENROLLING)

    async def begin(agent: Agent) -> asyncio.Task[None]:
        async with few:
            await agent.enrol(made["token"])
        return asyncio.create_task(agent.serve())

    serving = await asyncio.gather(*map(begin, agents))
    print("up", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in serving:
        task.cancel()
    took = sorted(plane.took) or [0.0]
    seen = {"heartbeats": len(plane.took), "median_s": statistics.median(took)}
    seen |= {"p95_s": took[int(0.95 * (len(took) - 1))], "problems": plane.problems[:20]}
    print(
        json.dumps(seen | {"ended": [repr(t.exception()) for t in serving if t.done() and not t.cancelled()]})
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
