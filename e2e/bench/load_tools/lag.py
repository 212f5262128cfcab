"""Does vegeta send on time at a fixed rate, and what else did the machine do meanwhile?"""

import math
from typing import Any

from agents.contract.reports import Window
from backend.validity.evidence import Machine, machines
from backend.validity.hosts import others_s
from backend.validity.rates import MAX_LAG_S
from e2e.bench.definitions import CONNECTIONS, definition
from e2e.bench.row import Row, at_least, ms, spread
from e2e.bench.stack import Stack

RATES, SECONDS, TRIALS, ENOUGH = (2_000, 5_000), 10, 10, 9
QUIET_CPU, QUIET_STEAL = 0.05, 0.01


def measure(stack: Stack) -> list[Row]:
    experiment_id = stack.launch(_definition())
    try:
        stack.wait(experiment_id, within_s=1200)
    except RuntimeError:
        if not stack.state(experiment_id).is_final:
            raise  # else no trial was valid, and the lags say why
    return [_row(stack, experiment_id, rate) for rate in RATES]


def _definition() -> dict[str, Any]:
    work = definition("lag", seconds=SECONDS, trials=TRIALS, warm_prepared=1, keeps_backend=True)
    load = {"tool": "vegeta", "connections": CONNECTIONS, "threads": 1, "duration": f"{SECONDS}s"}
    return work | {"workloads": [load | {"rates": list(RATES)}]}


def _row(stack: Stack, experiment_id: str, rate: int) -> Row:
    trials = stack.query(
        "select trials.windows, trials.figures from trials join runs on runs.id = trials.run_id "
        "where trials.experiment_id = %s and purpose = 'measured' and attempt = 1 "
        "and (workload ->> 'rate')::int = %s order by trials.position",
        experiment_id,
        rate,
    )
    lags = [figures.get("lag_p99") or math.inf for _, figures in trials]
    on_time = sum(lag <= MAX_LAG_S for lag in lags)
    hosts = [machine for windows, _ in trials for machine in _machines(windows)]
    others, steals = [others_s(host) / host.cpu_capacity_s for host in hosts], [host.steal for host in hosts]
    quiet = sum(a < QUIET_CPU and b < QUIET_STEAL for a, b in zip(others, steals, strict=True))
    return Row(
        name=f"lag, {rate:,}/s",
        what=f"p99 of lag at {rate:,} requests per second, {len(trials)} trials of {SECONDS} s",
        text=f"≤ {ms(MAX_LAG_S)} in {on_time} of {len(trials)}: {ms(min(lags))} … {ms(max(lags))}",
        goal=f"≤ 2 ms in {ENOUGH} of {TRIALS} on a quiet machine",
        verdict=at_least(on_time / len(trials), ENOUGH / TRIALS),
        note=f"Other programs used up to {max(others):.1%} of the CPU, the hypervisor took up to "
        f"{max(steals):.1%}; quiet ({QUIET_CPU:.0%}, {QUIET_STEAL:.0%}) in {quiet} of {len(trials)} trials.",
        figures={"lag_s": spread(lags), "others": spread(others), "steal": spread(steals)},
    )


def _machines(windows: dict[str, Any]) -> list[Machine]:
    """All agents of the stack are on one machine."""
    parsed = {host: Window.model_validate(window) for host, window in windows.items()}
    return machines(parsed, dict.fromkeys(parsed, "this"))
