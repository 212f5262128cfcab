"""The reference for everything that waits for a message: one task through Celery and back."""

import subprocess
import sys
import time
import uuid

import redis
from celery import Celery
from kombu.entity import Queue

from e2e.bench.cpu import cpu_seconds, resident_bytes
from e2e.bench.row import Row, ms, spread
from e2e.bench.stack import Stack

ROUNDS, QUEUE = 200, "dyno:bench"  # keys that the control plane's user may have
REST_S = 8


def application(redis_url: str) -> Celery:
    """A task that pushes to the list it is told, so that nobody waits for a result backend."""
    app = Celery("bench", broker=redis_url.replace("unix://", "redis+socket://", 1))
    app.conf.update(
        task_ignore_result=True,
        task_queues=[Queue(QUEUE, no_declare=True)],
        task_default_queue=QUEUE,
        worker_enable_remote_control=False,
        broker_transport_options={"priority_steps": [0]},
    )
    client = redis.Redis.from_url(redis_url)

    @app.task(name="bench.echo")
    def echo(key: str) -> None:
        client.rpush(key, "1")

    return app


def round_trip(stack: Stack) -> list[Row]:
    app, client = application(stack.redis_url), redis.Redis.from_url(stack.redis_url)
    worker = subprocess.Popen(
        [sys.executable, "-m", "e2e.bench.broker", stack.redis_url],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _once(app, client)  # it is up
        times = [_once(app, client) for _ in range(ROUNDS)]
        memory, idle = _rest(worker.pid)
    finally:
        worker.terminate()
        worker.wait(15)
    found = spread(times)
    return [
        Row(
            name="broker",
            what=f"Celery round trip on the embedded Redis, median of {ROUNDS}",
            text=ms(found["median"]),
            goal="–",
            verdict="reference",
            note=f"The bare worker, thread pool: {memory / 1e6:.0f} MB, {idle:.2%} of a core at rest.",
            figures={**found, "worker_bytes": memory, "worker_idle": idle},
        )
    ]


def _rest(pid: int) -> tuple[int, float]:
    """Memory in bytes, and CPU at rest as share of one core."""
    time.sleep(1)
    before = cpu_seconds(pid)
    time.sleep(REST_S)
    return resident_bytes([pid]), (cpu_seconds(pid) - before) / REST_S


def _once(app: Celery, client: redis.Redis) -> float:
    key = f"{QUEUE}:{uuid.uuid4().hex}"
    begin = time.perf_counter()
    app.send_task("bench.echo", [key], queue=QUEUE)
    if client.brpop([key], timeout=20) is None:
        raise RuntimeError("the task did not come back")
    return time.perf_counter() - begin


if __name__ == "__main__":
    application(sys.argv[1]).Worker(
        pool="threads", concurrency=2, without_gossip=True, without_mingle=True, without_heartbeat=True
    ).start()
