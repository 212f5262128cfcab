"""Samples into the database through HTTP and one API process."""

import itertools
import json
import threading
import time
from collections.abc import Mapping

import httpx
import psycopg

from agents.contract.reports import SampleBatch
from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_least
from e2e.bench.stack import HOSTS, Stack

SERIES, TICKS, BATCHES = 60, 60, 20  # a host's minute, so many times from each agent
GOAL = 100_000


def measure(stack: Stack) -> list[Row]:
    experiment_id = stack.launch(definition("ingest", seconds=1, trials=3))
    stack.wait(experiment_id)
    found = stack.query("select id, started_at from trials where experiment_id = %s", experiment_id)
    trials = {row[0]: row[1].timestamp() for row in found}
    points = len(HOSTS) * BATCHES * SERIES * TICKS
    rate = points / _through_api(stack, trials)
    bare = points / _through_psycopg(stack, next(iter(trials)))
    return [
        Row(
            name="ingest",
            what=f"Points/s through HTTP, one API process; {SERIES} series × {TICKS} s a batch",
            text=f"{rate:,.0f}",
            goal="≥ 100,000",
            verdict=at_least(rate, GOAL),
            reference=f"psycopg, the same arrays into the same PostgreSQL, one connection: {bare:,.0f}",
            figures={"points_per_s": rate, "psycopg_points_per_s": bare, "points": points},
        )
    ]


def _through_api(stack: Stack, trials: Mapping[str, float]) -> float:
    """Seconds for all agents to deliver all their batches, each over one connection. Trial → its start."""
    threads = [
        threading.Thread(target=_deliver, args=(stack, host, *trial))
        for host, trial in zip(HOSTS, trials.items(), strict=True)
    ]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin


def _deliver(stack: Stack, host: str, trial_id: str, begun: float) -> None:
    credentials = json.loads((stack.data / "agents" / host / "credentials.json").read_text())
    headers = {"Authorization": f"Bearer {credentials['token']}", "Content-Type": "application/json"}
    with httpx.Client(base_url=stack.api.url, headers=headers, trust_env=False, timeout=60) as client:
        for seq in range(BATCHES):
            body = _batch(trial_id, seq, begun)
            client.post("/api/v1/agent/samples", content=body).raise_for_status()


def _batch(trial_id: str, seq: int, begun: float) -> bytes:
    """Twenty readings a second: all batches are within the time that the trial might have taken."""
    times = [begun + 0.05 * (seq * TICKS + i) for i in range(TICKS)]
    values: list[float | None] = [0.001 * i for i in range(TICKS)]
    series = {f"cpu.{n}": values for n in range(SERIES)}
    # far above what the trial's own agents counted up to
    return (
        SampleBatch(trial_id=trial_id, seq=10_000 + seq, times=times, series=series)
        .model_dump_json()
        .encode()
    )


def _through_psycopg(stack: Stack, trial_id: str) -> float:
    """Seconds to insert as many points as arrays, one transaction per batch, with nothing around it."""
    times = [1.7e9 + i for i in range(TICKS)]
    number = itertools.count()
    with psycopg.connect(stack.database_url.replace("+psycopg", "")) as connection:
        connection.execute(
            "create temporary table bench (trial text, series text, seq int, times float8[], "
            "values float4[], primary key (trial, series, seq))"
        )
        begin = time.perf_counter()
        for _ in range(len(HOSTS) * BATCHES):
            seq = next(number)
            rows = [(trial_id, f"bench.{n}", seq, times, times) for n in range(SERIES)]
            with connection.transaction(), connection.cursor() as cursor:
                cursor.executemany("insert into bench values (%s, %s, %s, %s, %s)", rows)
        return time.perf_counter() - begin
