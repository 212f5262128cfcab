"""What the walls round nginx and the load tool cost: the same pair with and without them, in turns.

A started nginx has its own luck, as large as what is looked for, and keeps it. So each round starts two new
ones, one behind the walls and one without any, in alternating order; wrk runs against them in turns, behind
the walls and without. A round is one observation: the mean of its pairs. CPU time per request of nginx and
wrk is less noisy than req/s.
"""

import os
import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from agents.catalog.tools import LOAD_TOOLS
from agents.contract.workload import Workload
from agents.load.driver import version_of
from agents.observe.host_text import output_of
from agents.sandbox.sandbox import Sandbox, set_up_sandbox
from agents.sandbox.spec import SandboxSpec
from e2e.bench.in_turns.side import NoSandbox, Side, a_side
from e2e.bench.ratios import interval, summary, undecided
from e2e.bench.row import Row, at_least, at_most, ms, spread

ROUNDS, PAIRS, SECONDS, STARTS = 12, 2, 1, 40
GOAL, MAX_START_S = 0.995, 0.030
WORKLOADS: dict[str, dict[str, Any]] = {
    "walls": {"connections": 32},
    "walls-close": {"connections": 32, "keepalive": False},
}


def measure() -> list[Row]:
    if version_of(LOAD_TOOLS["wrk"], output_of) is None:
        raise RuntimeError("wrk is not installed")
    rates: dict[str, list[float]] = {name: [] for name in WORKLOADS}
    costs: dict[str, list[float]] = {name: [] for name in WORKLOADS}
    why_not: list[str] = []
    for number in range(ROUNDS):
        with ExitStack() as stack:
            names = ("behind", "bare") if number % 2 else ("bare", "behind")
            sides = {name: stack.enter_context(a_side(name)) for name in names}
            for name, asked in WORKLOADS.items():
                rate, cost = _round(sides["behind"], sides["bare"], asked)
                rates[name].append(rate)
                costs[name].append(cost)
            why_not = list(sides["behind"].processes.sandbox.why_not)
    return [*(_row(name, rates[name], costs[name], why_not) for name in WORKLOADS), _start_row()]


def _round(behind: Side, bare: Side, asked: dict[str, Any]) -> tuple[float, float]:
    """Behind ÷ bare, as logarithms: req/s, and requests per CPU second."""
    workload = Workload.model_validate({"tool": "wrk", "threads": 1, "duration_s": SECONDS} | asked)
    for side in (behind, bare):
        side.run(workload)  # warm
    rates, costs = [], []
    for n in range(PAIRS):
        order = (behind, bare) if n % 2 else (bare, behind)
        found = {id(side): side.run(workload) for side in order}
        (rate, cost), (bare_rate, bare_cost) = found[id(behind)], found[id(bare)]
        rates.append(np.log(rate / bare_rate))
        costs.append(np.log(bare_cost / cost))
    return float(np.mean(rates)), float(np.mean(costs))


def _row(name: str, rates: list[float], costs: list[float], why_not: Sequence[str]) -> Row:
    ratio, per_cpu = summary(rates), summary(costs)
    lacking = f"Without {', '.join(why_not)}." if why_not else "All walls stand."
    kind = "a connection each" if name.endswith("close") else "kept alive"
    return Row(
        name=name,
        what=f"req/s behind the walls ÷ without them, {kind}, {len(rates)} pairs of new nginx",
        text=interval(ratio),
        goal="median ≥ 0.995",
        verdict=at_least(ratio["median"], GOAL),
        reference=f"requests per CPU second of nginx and wrk: {interval(per_cpu)}",
        note=undecided(ratio, GOAL) + lacking,
        figures={"ratio": ratio, "per_cpu": per_cpu, "rounds": [float(np.exp(rate)) for rate in rates]},
    )


def _start_row() -> Row:
    sandbox = set_up_sandbox(f"bench-{os.getpid()}", refuses_calls=False)
    try:
        pairs = [(_took(sandbox), _took(NoSandbox())) for _ in range(STARTS)]
    finally:
        sandbox.close()
    extra = spread([behind - bare for behind, bare in pairs])
    return Row(
        name="walls-start",
        what=f"What the walls add to one start of a child, median of {STARTS}",
        text=f"{ms(extra['median'])} (without: {ms(statistics.median(bare for _, bare in pairs))})",
        goal="≤ 30 ms",
        verdict=at_most(extra["median"], MAX_START_S),
        figures=extra,
    )


def _took(sandbox: Sandbox) -> float:
    begin = time.perf_counter()
    sandbox.start(["true"], SandboxSpec(), cwd="/").wait()
    return time.perf_counter() - begin
