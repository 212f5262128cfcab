"""Does Dynoboard disturb what it measures?

All of Dynoboard (API, worker, beat, agents, database, Redis) is stopped by SIGSTOP and let run in turns while
the load tool of one trial goes on.
"""

import os
import random
from contextlib import nullcontext

from e2e.bench.definitions import definition
from e2e.bench.in_turns.meter import Meter
from e2e.bench.in_turns.switched import BLOCK_S, Turns, observe, seconds
from e2e.bench.ratios import interval, summary, undecided
from e2e.bench.row import Row, at_least
from e2e.bench.stack import Stack, watcher
from e2e.bench.tool import await_end, await_tool

GOAL = 0.99
TRIALS, EACH = 4, 12
"""Runs of wrk, and observations in each."""
SEED = 14


def measure(stack: Stack) -> list[Row]:
    return [
        _beside("fidelity", stack, TRIALS, is_watched=False),
        _beside("fidelity, watched", stack, TRIALS // 2, is_watched=True),
    ]


def _beside(name: str, stack: Stack, trials: int, *, is_watched: bool) -> Row:
    turns, chance = Turns(), random.Random(SEED)
    agent = stack.parts()["agent-load"][0]
    with watcher(stack) if is_watched else nullcontext():
        experiment_id = stack.launch(
            definition(name, seconds=seconds(EACH), trials=trials, warm_prepared=1), seed=SEED
        )
        if warm_up := await_tool(agent, stack, experiment_id):
            await_end(warm_up)
        while tool := await_tool(agent, stack, experiment_id):
            observe(_meter(stack, tool), EACH, turns, chance)
            await_end(tool)
        stack.wait(experiment_id)
    cpus = os.cpu_count() or 1
    ratio = summary(turns.rates)
    who = "one browser looks" if is_watched else "nobody looks"
    return Row(
        name=name,
        what=f"req/s while Dynoboard runs and {who} ÷ while it is stopped, under one load, "
        f"{len(turns.rates)} times four blocks of {BLOCK_S:.0f} s",
        text=interval(ratio),
        goal="median ≥ 0.99",
        verdict=at_least(ratio["median"], GOAL),
        reference=turns.reference,
        note=undecided(ratio, GOAL)
        + f"It took {turns.share / cpus:.2%} of this machine while it ran in turns, what it had put off "
        f"among it, and {turns.share_alone / cpus:.2%} left alone."
        + (" Who reads the stream runs here too." if is_watched else ""),
        figures=turns.figures,
    )


def _meter(stack: Stack, tool: int) -> Meter:
    parts = {name: pids for name, pids in stack.parts().items() if name != "supervisord"}
    return Meter(tool, stack.servers(), [pid for pids in parts.values() for pid in pids])
