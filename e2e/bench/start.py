"""From the launch request to the load tool's first request, everything idle before."""

import socket
import statistics
import subprocess
import time

from agents.catalog.tools.wrk import DONE_HOOK
from agents.catalog.tools.wrk import TOOL as WRK
from agents.contract.workload import Workload
from e2e.bench.definitions import CONNECTIONS, definition
from e2e.bench.row import Row, at_most, ms, spread
from e2e.bench.stack import Stack

LAUNCHES, REST_S, GOAL_S = 10, 1.0, 0.2


def measure(stack: Stack) -> list[Row]:
    tool_s = statistics.median(_tool_start_s() for _ in range(5))
    launches = [_launch(stack) for _ in range(LAUNCHES)]
    totals = [sum(parts.values()) + tool_s for parts in launches]
    found = spread(totals)
    parts = {name: statistics.median(parts[name] for parts in launches) for name in launches[0]}
    parts["load tool to its first request"] = tool_s
    return [
        Row(
            name="start",
            what=f"Launch request → first request of the load tool, median of {LAUNCHES}",
            text=f"{ms(found['median'])} ({ms(found['low'])} … {ms(found['high'])})",
            goal="≤ 200 ms",
            verdict=at_most(found["median"], GOAL_S),
            reference="a Celery round trip, below",
            note="Of which: " + ", ".join(f"{name} {ms(s)}" for name, s in parts.items()),
            figures={**found, "launches": totals, "parts": parts},
        )
    ]


def _launch(stack: Stack) -> dict[str, float]:
    """Seconds that each part of one start took, by name, in order."""
    begin = time.time()
    experiment_id = stack.launch(definition("start", seconds=1, trials=1))
    answered = time.time()
    stack.wait(experiment_id)
    time.sleep(REST_S)
    sent = _jobs(stack, experiment_id)
    started = stack.trials(experiment_id)[0][0]
    first = sent["prepare_backend"][0]
    marks = {
        "request answered": min(answered, first),
        "worker begins": first,
        "origin prepared": sent["prepare_backend"][1],
        "proxy prepared": sent["prepare_proxy"][1],
        "measure sent": sent["measure"][0],
        "tool started": started,
    }
    times = [begin, *marks.values()]
    return {name: b - a for name, a, b in zip(marks, times, times[1:], strict=False)}


def _jobs(stack: Stack, experiment_id: str) -> dict[str, tuple[float, float]]:
    """Purpose of a job → when it was written and when its report came (epoch seconds)."""
    rows = stack.query(
        "select purpose, extract(epoch from created_at)::float8, extract(epoch from reported_at)::float8 "
        "from jobs where experiment_id = %s",
        experiment_id,
    )
    return {purpose: (created, reported) for purpose, created, reported in rows}


def _argv(workload: Workload, url: str) -> list[str]:
    return [str(DONE_HOOK) if word == DONE_HOOK.name else word for word in WRK.argv(workload, url)]


def _tool_start_s() -> float:
    """How long wrk takes from its start to the first byte of its first request."""
    workload = Workload.model_validate({"connections": CONNECTIONS, "duration_s": 1})
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        begin = time.perf_counter()
        tool = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", *_argv(workload, url)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            connection, _ = server.accept()
            connection.recv(1)
            return time.perf_counter() - begin
        finally:
            tool.kill()
            tool.wait()
