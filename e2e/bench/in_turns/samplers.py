"""What reading counters once a second costs: an agent's readers run and are stopped in turns, under one load.

Readers, nginx and wrk are those of an agent, without a control plane: nothing else is in the difference. The
readers have a process of their own here, so that they can be stopped.
"""

import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from agents.contract.workload import Workload
from agents.observe.load import LoadSampler
from agents.observe.observer import Observer, Series
from agents.processes import Child
from agents.proxy.running_setup import RunningSetup
from e2e.bench.in_turns.meter import Meter
from e2e.bench.in_turns.side import a_side
from e2e.bench.in_turns.switched import BLOCK_S, Turns, observe, seconds
from e2e.bench.ratios import interval, summary, undecided
from e2e.bench.row import Row, at_least

RUNS, EACH = 3, 12
"""Runs of wrk, and observations in each."""
GOAL, SEED = 0.995, 14
LOAD = Workload.model_validate({"tool": "wrk", "threads": 1, "connections": 32, "duration_s": seconds(EACH)})


class _Kept:
    """Where readings go: they wait together for the end, as while nobody looks."""

    def __init__(self) -> None:
        self.ticks: list[Any] = []

    def add(self, at: float, series: Series, more: Callable[[], Series]) -> None:
        self.ticks.append((at, series, more))

    def end(self) -> None:
        pass


def measure() -> list[Row]:
    turns, chance = Turns(), random.Random(SEED)
    for _ in range(RUNS):
        with (
            a_side("behind") as one,
            one.loaded(LOAD) as (server, tool),
            _forked(partial(_look, server, tool)) as readers,
        ):
            observe(Meter(tool.pid, [*server.masters, *server.workers], [readers]), EACH, turns, chance)
    ratio = summary(turns.rates)
    return [
        Row(
            name="samplers",
            what=f"req/s while an agent's readers look each second ÷ while they are stopped, under one load, "
            f"{len(turns.rates)} times four blocks of {BLOCK_S:.0f} s",
            text=interval(ratio),
            goal="median ≥ 0.995",
            verdict=at_least(ratio["median"], GOAL),
            reference=turns.reference,
            note=undecided(ratio, GOAL) + f"One host; readers: {turns.share:.2%} of one core in turns, "
            f"{turns.share_alone:.2%} left alone.",
            figures=turns.figures,
        )
    ]


def _look(server: RunningSetup, tool: Child) -> None:
    """As around the load tool of a trial, until this process is ended."""
    load = LoadSampler(tool.cpu_seconds, lambda: [tool.pid])
    Observer([server], _Kept(), load=load).start()
    while True:
        signal.pause()


@contextmanager
def _forked(work: Callable[[], None]) -> Iterator[int]:
    """The id of a process that has everything this one has, and does `work`."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(1)
    try:
        yield pid
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
