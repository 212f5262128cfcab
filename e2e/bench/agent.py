"""What an agent costs the host that it measures: memory, CPU at rest, CPU while it samples."""

import time
from collections.abc import Mapping

from e2e.bench.cpu import of_parts, resident_bytes
from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_most
from e2e.bench.stack import HOSTS, Stack

IDLE_S, TRIAL_S, EDGE_S = 20.0, 14, 2.0
MAX_MB, MAX_IDLE, MAX_SAMPLING = 80, 0.002, 0.01


def measure(stack: Stack) -> list[Row]:
    pids = {name: found for name, found in stack.parts().items() if name.startswith("agent-")}
    idle = _shares(pids, IDLE_S)
    experiment_id = stack.launch(definition("agent", seconds=TRIAL_S, trials=1, warm_prepared=1))
    while (
        stack.query("select state from trials where experiment_id = %s", experiment_id)[0][0] != "measuring"
    ):
        time.sleep(0.1)
    time.sleep(EDGE_S)  # the start of the trial is over
    sampling = _shares(pids, TRIAL_S - 2 * EDGE_S)
    stack.wait(experiment_id)
    memory = {name: resident_bytes(found) / 1e6 for name, found in pids.items()}
    return [
        _row(
            "memory",
            "Resident memory of an agent, the largest of three",
            memory,
            MAX_MB,
            "≤ 80 MB",
            "{:.0f} MB",
        ),
        _row(
            "idle",
            f"CPU of an agent at rest over {IDLE_S:.0f} s, share of one core",
            idle,
            MAX_IDLE,
            "≤ 0.2%",
        ),
        _row(
            "sampling",
            "CPU of an agent while it samples at 1 Hz, share of one core",
            sampling,
            MAX_SAMPLING,
            "≤ 1%",
        ),
    ]


def _shares(pids: Mapping[str, list[int]], seconds: float) -> dict[str, float]:
    """CPU that each agent uses for some seconds, share of one core."""
    before, begin = of_parts(pids), time.monotonic()
    time.sleep(seconds)
    after, took = of_parts(pids), time.monotonic() - begin
    return {name: (after[name] - before[name]) / took for name in pids}


def _row(
    name: str, what: str, found: Mapping[str, float], limit: float, goal: str, form: str = "{:.2%}"
) -> Row:
    worst = max(found.values())
    each = ", ".join(f"{host} {form.format(found[f'agent-{host}'])}" for host in HOSTS)
    return Row(
        name=f"agent-{name}",
        what=what,
        text=form.format(worst),
        goal=goal,
        verdict=at_most(worst, limit),
        reference="a bare Celery worker: see broker" if name != "sampling" else "",
        note=each,
        figures={**found, "worst": worst},
    )
