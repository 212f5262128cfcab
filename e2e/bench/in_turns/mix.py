"""The cost of a mix in wrk: 1,000 weighted paths ÷ one path, in turns against one nginx, both pinned."""

import os

import numpy as np

from agents.contract.workload import Workload
from backend.mix_sequence import sequence_of
from e2e.bench.in_turns.side import Side, a_side
from e2e.bench.ratios import interval, summary, undecided
from e2e.bench.row import Row, at_least

PAIRS, PATHS, GOAL = 30, 1000, 0.95
LOAD = {"tool": "wrk", "threads": 1, "connections": 32, "duration_s": 1}
PLAIN = Workload.model_validate(LOAD | {"path": "/page-0000"})
MIX = Workload.model_validate(
    LOAD | {"mix": [{"path": f"/page-{i:04}", "weight": PATHS / (i + 1)} for i in range(PATHS)]}
)


def measure() -> list[Row]:
    first_cpu, *_, last_cpu = (0, *sorted(os.sched_getaffinity(0)))
    sequence = sequence_of(MIX.mix, MIX.order, seed=1)
    rates: list[float] = []
    costs: list[float] = []
    with a_side("behind") as side:
        for pid in (*side.server.masters, *side.server.workers):
            os.sched_setaffinity(pid, {first_cpu})
        _pair(side, sequence, str(last_cpu), is_plain_first=True)  # warm
        for number in range(PAIRS):
            rate, cost = _pair(side, sequence, str(last_cpu), is_plain_first=number % 2 == 0)
            rates.append(rate)
            costs.append(cost)
    ratio, per_cpu = summary(rates), summary(costs)
    return [
        Row(
            name="mix",
            what=f"req/s of wrk with {PATHS:,} weighted paths ÷ with one, {PAIRS} pairs, pinned",
            text=interval(ratio),
            goal=f"median ≥ {GOAL}",
            verdict=at_least(ratio["median"], GOAL),
            reference=f"requests per CPU second of nginx and wrk: {interval(per_cpu)}",
            note=undecided(ratio, GOAL),
            figures={"ratio": ratio, "per_cpu": per_cpu, "pairs": [float(np.exp(rate)) for rate in rates]},
        )
    ]


def _pair(side: Side, sequence: list[int], cpu: str, *, is_plain_first: bool) -> tuple[float, float]:
    """Mix ÷ plain, as logarithms: req/s, and requests per CPU second."""
    if is_plain_first:
        (rate, cost), (mix_rate, mix_cost) = side.run(PLAIN, cpu), side.run(MIX, cpu, sequence)
    else:
        (mix_rate, mix_cost), (rate, cost) = side.run(MIX, cpu, sequence), side.run(PLAIN, cpu)
    return float(np.log(mix_rate / rate)), float(np.log(cost / mix_cost))
