"""What something costs a load beside which it runs: it is stopped and let run in turns, under one load.

Starting wrk or nginx anew moves req/s by more than anything measured here, so nothing is started between the
two sides of a ratio. Four blocks are one observation, run, stop, stop, run or the other way round, by lot: a
drift that is straight over them takes nothing from either side. Between two observations are four blocks
in which it stays stopped, compared in the same way: there the truth is 1.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from e2e.bench.in_turns.meter import Meter, Stretch
from e2e.bench.ratios import interval, summary

BLOCK_S = 1.0
ALONE_S = 8.0  # for what it takes while nothing stops it: two heartbeats of an agent at work
_EDGE_S = 1.0  # at either end of a run of wrk: its connections open, its report is made
ORDERS = ((True, False, False, True), (False, True, True, False))


@dataclass
class Turns:
    """Ratios of observations as logarithms, and the stretches in which it ran, in turns and left alone."""

    rates: list[float] = field(default_factory=list)
    per_cpu: list[float] = field(default_factory=list)
    control: list[float] = field(default_factory=list)
    control_per_cpu: list[float] = field(default_factory=list)
    ran: list[Stretch] = field(default_factory=list)
    alone: list[Stretch] = field(default_factory=list)

    @property
    def share(self) -> float:
        """CPU time of what was switched while it ran in turns, of one core; what it had put off among it."""
        return _share(self.ran)

    @property
    def share_alone(self) -> float:
        """The same while nothing stopped it."""
        return _share(self.alone)

    @property
    def by_cpu(self) -> dict[str, float]:
        """The ratio that CPU time alone gives where every CPU is busy: what is taken from the load by what
        nothing stops, and how much more CPU time each request needs beside it."""
        left = 1 - self.share_alone / (os.cpu_count() or 1)
        return {name: value * left for name, value in summary(self.per_cpu).items()}

    @property
    def reference(self) -> str:
        return (
            f"stopped ÷ stopped: {interval(summary(self.control))}; "
            f"by CPU time alone: {interval(self.by_cpu)}"
        )

    @property
    def figures(self) -> dict[str, object]:
        return {
            "ratio": summary(self.rates),
            "by_cpu": self.by_cpu,
            "per_cpu": summary(self.per_cpu),
            "control": summary(self.control),
            "control_per_cpu": summary(self.control_per_cpu),
            "of_core": self.share,
            "of_core_alone": self.share_alone,
            "observations": [float(np.exp(rate)) for rate in self.rates],
            "controls": [float(np.exp(rate)) for rate in self.control],
        }


def seconds(observations: int) -> int:
    """How long a run of wrk has to be for so many observations, each with its control; sleeps are late."""
    return int(1.03 * (observations * 2 * 4 * BLOCK_S + ALONE_S + 3 * _EDGE_S)) + 1


def observe(meter: Meter, observations: int, turns: Turns, chance: random.Random) -> None:
    """Add so many observations to `turns`, under a load that has just begun. All runs again at the end."""
    time.sleep(_EDGE_S)
    try:
        for _ in range(observations):
            order = chance.choice(ORDERS)
            blocks = _blocks(meter, order, lambda runs: switch(meter.beside, runs))
            turns.rates.append(ratio(blocks, order, lambda one: one.rate))
            turns.per_cpu.append(ratio(blocks, order, lambda one: one.per_cpu))
            turns.ran += [one for one, runs in zip(blocks, order, strict=True) if runs]
            order = chance.choice(ORDERS)
            blocks = _blocks(meter, order, lambda _: switch(meter.beside, False))
            turns.control.append(ratio(blocks, order, lambda one: one.rate))
            turns.control_per_cpu.append(ratio(blocks, order, lambda one: one.per_cpu))
    finally:
        switch(meter.beside, True)
    time.sleep(_EDGE_S)
    turns.alone.append(meter.over(ALONE_S))


def switch(pids: Sequence[int], runs: bool) -> None:
    """Let processes run, or stop them."""
    for pid in pids:
        with suppress(ProcessLookupError):  # PostgreSQL ends processes of its own accord
            os.kill(pid, signal.SIGCONT if runs else signal.SIGSTOP)


def _blocks(meter: Meter, order: Sequence[bool], turn: Callable[[bool], None]) -> list[Stretch]:
    found = []
    for runs in order:
        turn(runs)
        found.append(meter.over(BLOCK_S))
    return found


def _share(stretches: Sequence[Stretch]) -> float:
    return sum(one.beside_s for one in stretches) / sum(one.seconds for one in stretches)


def ratio(blocks: Sequence[Stretch], order: Sequence[bool], figure: Callable[[Stretch], float]) -> float:
    """Log of running ÷ stopped."""
    logs = np.log([figure(one) for one in blocks])
    runs = np.array(order)
    return float(logs[runs].mean() - logs[~runs].mean())
