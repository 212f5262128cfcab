"""Many people read while an experiment measures: do its agents still get through?"""

import asyncio
import itertools
import json
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
import numpy as np

from backend.cli.access import find_access
from e2e.bench.background import in_background
from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_most, ms
from e2e.bench.stack import Stack, running_stack
from e2e.bench.stores.made_up import fill

READERS, EXPERIMENTS, VARIANTS, TRIALS = 45, 25, 40, 10
MEASURED, MEASURED_S = 5, 4
EVERY_S, GOAL_S = 0.1, 1.0
TIMEOUT_S = 60.0


@dataclass
class Asked:
    """What an agent's own request and the question whether the API is alive took, seconds each."""

    agent: list[float] = field(default_factory=list)
    alive: list[float] = field(default_factory=list)
    silence: list[float] = field(default_factory=list)


def measure() -> list[Row]:
    with running_stack(silent_after_s=None) as stack:
        store = fill(stack.api, EXPERIMENTS, VARIANTS, TRIALS)
        quiet, rate = _trials(stack, "nobody reads")
        with reading(stack, store) as answers:
            busy, read_rate = _trials(stack, f"{READERS} read")
        lost = stack.query("select count(*) from trials where failure->>'code' = 'host_lost'")[0][0]
    p95, quiet_p95 = _p95(busy.agent), _p95(quiet.agent)
    said = ", ".join(f"{count} × {status}" for status, count in sorted(answers.items()))
    return [
        Row(
            name="readers",
            what=f"A request of an agent while {READERS} clients list, search and compare "
            f"{EXPERIMENTS * (VARIANTS + 1) * TRIALS:,} trials, p95",
            text=f"{ms(p95)} (most {ms(max(busy.agent))})",
            goal="≤ 1 s, no host lost",
            verdict=at_most(p95 if not lost else np.inf, GOAL_S),
            reference=f"nobody reads: {ms(quiet_p95)} (most {ms(max(quiet.agent))})",
            note=f"/healthz p95 {ms(_p95(busy.alive))}, most {ms(max(busy.alive))}; longest "
            f"silence of a host {max(busy.silence):.1f} s; {lost} trials lost their host. req/s, "
            f"everything on one machine: {read_rate:,.0f}, and {rate:,.0f} while nobody reads, ratio "
            f"{read_rate / rate:.2f}: readers use the CPUs that nginx and wrk would have. Answers: {said}.",
            figures={
                "agent_p95_s": p95,
                "agent_p95_quiet_s": quiet_p95,
                "agent_most_s": max(busy.agent),
                "healthz_p95_s": _p95(busy.alive),
                "silence_most_s": max(busy.silence),
                "host_lost": lost,
                "requests_per_s": read_rate,
                "requests_per_s_quiet": rate,
                "answers": dict(answers),
            },
        )
    ]


def _p95(values: Sequence[float]) -> float:
    return float(np.percentile(values, 95))


def _trials(stack: Stack, name: str) -> tuple[Asked, float]:
    """What was asked during an experiment, and the median req/s of its trials."""
    with asking(stack) as asked:
        experiment_id = stack.launch(definition(name, seconds=MEASURED_S, trials=MEASURED))
        stack.wait(experiment_id, within_s=300)
    rates = stack.query(
        "select (figures->>'requests_per_s')::float8 from trials where experiment_id = %s and state = 'done'",
        experiment_id,
    )
    return asked, statistics.median(rate for (rate,) in rates)


@contextmanager
def asking(stack: Stack) -> Iterator[Asked]:
    """All the time, one after the other: what agents send, and /healthz; and how long hosts were silent."""
    asked, ended = Asked(), threading.Event()
    credentials = json.loads((stack.data / "agents" / "load" / "credentials.json").read_text())
    headers = {"Authorization": f"Bearer {credentials['token']}"}
    # of no trial: it goes all the way to the database and back, and changes nothing
    batch = {"trial_id": "none", "seq": 0, "times": [time.time()], "series": {}}

    def ask() -> None:
        with httpx.Client(base_url=stack.api.url, trust_env=False, timeout=TIMEOUT_S) as client:
            while not ended.wait(EVERY_S):
                begin = time.perf_counter()
                answer = client.post("/api/v1/agent/samples", json=batch, headers=headers)
                asked.agent.append(time.perf_counter() - begin)
                assert answer.status_code == 404, answer.text
                begin = time.perf_counter()
                client.get("/healthz").raise_for_status()
                asked.alive.append(time.perf_counter() - begin)
                asked.silence.append(_silence(stack))

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield asked
    finally:
        ended.set()
        thread.join()


def _silence(stack: Stack) -> float:
    return stack.query("select max(extract(epoch from clock_timestamp() - last_seen))::float8 from hosts")[0][
        0
    ]


@contextmanager
def reading(stack: Stack, store: Sequence[str], readers: int = READERS) -> Iterator[Counter[str]]:
    """So many clients that ask for one page after the other; how often each status was answered."""
    answers: Counter[str] = Counter()
    with in_background(lambda: _flood(stack, store, readers, answers)):
        yield answers


async def _flood(stack: Stack, store: Sequence[str], readers: int, answers: Counter[str]) -> None:
    headers = {"Authorization": f"Bearer {find_access(stack.api.url).token}"}
    limits = httpx.Limits(max_connections=readers)
    async with httpx.AsyncClient(
        base_url=stack.api.url, headers=headers, trust_env=False, timeout=TIMEOUT_S, limits=limits
    ) as client:
        await asyncio.gather(*(_read(client, pages(store, n), answers) for n in range(readers)))


async def _read(client: httpx.AsyncClient, wanted: Iterator[str], answers: Counter[str]) -> None:
    for page in wanted:
        try:
            answer = await client.get(page)
            answers[str(answer.status_code)] += 1
            await asyncio.sleep(float(answer.headers.get("Retry-After", 0)))
        except httpx.TransportError as error:
            answers[type(error).__name__] += 1


def pages(store: Sequence[str], reader: int) -> Iterator[str]:
    """What a person opens, without end: every reader begins elsewhere."""
    for n in itertools.count(reader):
        one, other = store[n % len(store)], store[(n + 1) % len(store)]
        yield from (
            "/api/v1/experiments?limit=50",
            f"/api/v1/experiments?q=worker_connections+{256 + 64 * (n % 40)}",
            f"/api/v1/experiments/{one}",
            f"/api/v1/experiments/{one}/deltas?metric=requests_per_s",
            f"/api/v1/experiments/{one}/trials",
            f"/experiments/{other}",
        )
