"""Does Dynoboard disturb what it measures? Under one load, and whole trials against the same load run bare.

`fidelity`: all of Dynoboard (API, worker, beat, agents, database, Redis) is stopped by SIGSTOP and let run in
turns while the load tool of one trial goes on.

`fidelity, whole`: what stays the same during a trial is not in that: how its tool is started. One experiment
with a warm-up before every trial; at the end of each warm-up all of Dynoboard is stopped, and wrk runs twice
with the same argument list against the same nginx. So the order is bare, bare, trial, bare, bare, trial, …
A pair is a trial ÷ the geometric mean of the bare runs just before and just after it.
"""

import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.load.wrk import DONE_HOOK
from agents.parse import parse
from e2e.bench.definitions import definition
from e2e.bench.in_turns.meter import Meter, Stretch
from e2e.bench.in_turns.switched import BLOCK_S, Turns, observe, seconds, switch
from e2e.bench.ratios import interval, summary, undecided
from e2e.bench.row import Row, at_least
from e2e.bench.stack import Stack, watcher
from e2e.bench.tool import argv_of, await_end, await_tool

GOAL = 0.99
TRIALS, EACH = 4, 12
"""Runs of wrk, and observations in each."""
PAIRS, PAIR_S, WARM_S = 12, 3, 1
SETTLE_S = 0.4  # after the warm-up: its report has been written
EDGE_S = 0.3  # of a run: the shim that starts it becomes wrk, connections open
SEED = 14


def measure(stack: Stack) -> list[Row]:
    return [
        _beside("fidelity", stack, TRIALS, is_watched=False),
        _beside("fidelity, watched", stack, TRIALS // 2, is_watched=True),
        _whole(stack),
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


# ---- whole trials against bare runs ---------------------------------------------------------------


@dataclass
class Pause:
    """One pause between warm-up and trial: what ran bare, and the trial that followed."""

    argv: list[str]
    bare: tuple[Stretch, Stretch]
    trial: Stretch | None = None


def _whole(stack: Stack) -> Row:
    pauses = _pauses(stack)
    logs = {name: (_trials(pauses, name), _bare_ones(pauses, name)) for name in ("rate", "per_cpu")}
    found = {name: tuple(map(summary, both)) for name, both in logs.items()}
    (ratio, control), (per_cpu, control_per_cpu) = found["rate"], found["per_cpu"]
    return Row(
        name="fidelity, whole",
        what=f"req/s of a trial of {PAIR_S} s ÷ the same argument list bare, {len(logs['rate'][0])} pairs",
        text=interval(ratio),
        goal="–",
        verdict="reference",
        reference=f"bare ÷ bare: {interval(control)}",
        note="The scheduler puts each run of wrk elsewhere, so this cannot show 1%. Requests per CPU second "
        f"of nginx and wrk, trial ÷ bare: {interval(per_cpu)}; bare ÷ bare: {interval(control_per_cpu)}.",
        figures={
            "ratio": ratio,
            "control": control,
            "per_cpu": per_cpu,
            "control_per_cpu": control_per_cpu,
            "pairs": [float(np.exp(log)) for log in logs["rate"][0]],
        },
    )


def _pauses(stack: Stack) -> list[Pause]:
    agent = stack.parts()["agent-load"][0]
    experiment_id = stack.launch(
        definition("fidelity, whole", seconds=PAIR_S, trials=PAIRS, warm_trial=WARM_S, warm_prepared=1)
    )
    await_tool(agent, stack, experiment_id)  # the warm-up of the prepared nginx
    pauses: list[Pause] = []
    while tool := await_tool(agent, stack, experiment_id):
        argv = argv_of(tool)
        if f"-d{WARM_S}s" in argv:
            pauses.append(_pause(stack, tool))
        elif pauses and argv == pauses[-1].argv:
            pauses[-1].trial = _stretch(Meter(tool, stack.servers()))
            await_end(tool)
        else:
            raise RuntimeError(f"a trial runs {argv}, which is not what ran bare")
    stack.wait(experiment_id)
    return pauses


def _trials(pauses: Sequence[Pause], figure: str) -> list[float]:
    """Log of each trial ÷ the bare runs beside it."""
    logs: list[float] = []
    for i, pause in enumerate(pauses):
        around = [pause.bare[1], *(one.bare[0] for one in pauses[i + 1 : i + 2])]
        if pause.trial:
            bare = np.log([getattr(one, figure) for one in around]).mean()
            logs.append(float(np.log(getattr(pause.trial, figure)) - bare))
    return logs


def _bare_ones(pauses: Sequence[Pause], figure: str) -> list[float]:
    return [float(np.log(getattr(one.bare[1], figure) / getattr(one.bare[0], figure))) for one in pauses]


def _pause(stack: Stack, warm_up: int) -> Pause:
    """The worker is stopped before the warm-up ends, so that no trial follows while wrk runs bare."""
    argv = [word.replace(f"-d{WARM_S}s", f"-d{PAIR_S}s") for word in argv_of(warm_up)]
    parts, servers = stack.parts(), stack.servers()
    everything = [pid for name, pids in parts.items() if name != "supervisord" for pid in pids]
    try:
        switch(parts["worker"], False)
        await_end(warm_up)
        time.sleep(SETTLE_S)
        switch(everything, False)
        return Pause(argv, (_bare(argv, servers), _bare(argv, servers)))
    finally:
        switch(everything, True)


def _bare(argv: Sequence[str], servers: Sequence[int]) -> Stretch:
    """The load tool alone, its output to a file as an agent has it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(DONE_HOOK, Path(folder) / DONE_HOOK.name)  # where an agent puts it
        with (Path(folder) / "stdout").open("wb") as out:
            tool = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder)
            stretch = _stretch(Meter(tool.pid, servers))
        if tool.wait() or parse((Path(folder) / "stdout").read_text(), "wrk").failed_requests():
            raise RuntimeError("the bare run is not clean")
    return stretch


def _stretch(meter: Meter) -> Stretch:
    """The middle of a run that has just begun."""
    time.sleep(EDGE_S)
    return meter.over(PAIR_S - 2 * EDGE_S)
