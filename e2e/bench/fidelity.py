"""Does Dynoboard disturb what it measures? Trials under it against the same argument list run bare.

One experiment with a warm-up before every trial. While the warm-up runs nobody watches and nothing is
sampled, so that is where the benchmark steps in: it stops the control plane's worker, waits until the
warm-up has ended and been reported, stops every other process of Dynoboard as well (SIGSTOP: API, beat,
agents, database, Redis), and runs wrk itself, twice, with the same argument list against the same nginx.
Then everything goes on, and the trial follows. So the order is bare, bare, trial, bare, bare, trial, …

Fidelity is a trial ÷ the geometric mean of the bare runs just before and just after it; the control is
the second bare run ÷ the first one of each pause: what the same calculation gives for no difference.
"""

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents import procfs
from agents.load.wrk import DONE_HOOK
from agents.parse import parse
from e2e.bench.cpu import of_parts
from e2e.bench.definitions import definition
from e2e.bench.ratios import interval, summary
from e2e.bench.row import Row, at_least
from e2e.bench.stack import Stack, watcher

PAIRS, TRIAL_S, WARM_S = 12, 2, 1
GOAL = 0.99
SETTLE_S = 0.4  # after the warm-up: its report has been written
LOOK_S = 0.005


@dataclass
class Pause:
    """One pause between warm-up and trial: what ran bare, req/s of both, and its end (epoch seconds)."""

    argv: list[str]
    bare: tuple[float, float]
    at: float


def measure(stack: Stack) -> list[Row]:
    parts = stack.parts()
    agent = parts["agent-load"][0]
    used: dict[str, float] = dict.fromkeys(parts, 0.0)
    with watcher(stack) as lines:
        experiment_id = stack.launch(
            definition("fidelity", seconds=TRIAL_S, trials=PAIRS, warm_trial=WARM_S, warm_prepared=1)
        )
        _await_tool(agent, stack, experiment_id)  # the warm-up of the prepared nginx
        pauses = []
        while pid := _await_tool(agent, stack, experiment_id):
            if f"-d{WARM_S}s" in _argv(pid):
                parts = stack.parts()  # PostgreSQL starts others now and then
                pauses.append(_pause(parts, pid))
            else:
                before = of_parts(parts)
                _await_end(pid)
                for name, seconds in of_parts(parts).items():
                    used[name] += max(0.0, seconds - before[name])
        stack.wait(experiment_id)
        live = sum("reading" in line for line in lines)
    trials = stack.query(
        "select extract(epoch from started_at)::float8, (figures->>'requests_per_s')::float8, argv::text "
        "from trials where experiment_id = %s and figures ? 'requests_per_s' order by started_at",
        experiment_id,
    )
    if any(json.loads(argv) != pauses[0].argv for *_, argv in trials):
        raise RuntimeError("the trials did not run the argument list of the bare runs")
    return [_fidelity(pauses, trials, live), _cost(used, len(trials))]


def _fidelity(pauses: Sequence[Pause], trials: Sequence[tuple[float, float, str]], live: int) -> Row:
    pairs = []
    for i, pause in enumerate(pauses):
        end = pauses[i + 1].at if i + 1 < len(pauses) else float("inf")
        under = [figure for started, figure, _ in trials if pause.at <= started < end]
        around = [pause.bare[1], *([pauses[i + 1].bare[0]] if i + 1 < len(pauses) else [])]
        pairs += [np.log(figure) - np.log(around).mean() for figure in under[:1]]
    ratio, control = summary(pairs), summary([np.log(p.bare[1] / p.bare[0]) for p in pauses])
    settled = ratio["low"] >= GOAL or ratio["high"] < GOAL
    return Row(
        name="fidelity",
        what=f"req/s of a trial (sampled, streamed) ÷ the same argument list bare, {len(pairs)} pairs",
        text=interval(ratio),
        goal="median ≥ 0.99",
        verdict=at_least(ratio["median"], GOAL),
        reference=f"bare ÷ bare: {interval(control)}",
        note=("" if settled else "The interval holds the goal: the noise of this machine decides. ")
        + f"Everything shares {os.cpu_count()} CPUs with the load; bare: all of Dynoboard is stopped.",
        figures={
            "ratio": ratio,
            "control": control,
            "pairs": [float(np.exp(pair)) for pair in pairs],
            "bare": [pause.bare for pause in pauses],
            "trials": [figure for _, figure, _ in trials],
            "readings_streamed": live,
        },
    )


def _cost(used: dict[str, float], trials: int) -> Row:
    """What Dynoboard itself uses while a trial runs: the exact side of fidelity, without the noise."""
    cpus = os.cpu_count() or 1
    shares = {name: seconds / (trials * TRIAL_S) for name, seconds in used.items()}
    total = sum(shares.values())
    parts = sorted(shares.items(), key=lambda item: -item[1])
    return Row(
        name="cost",
        what="CPU that all of Dynoboard uses while a trial runs, share of this machine",
        text=f"{total / cpus:.2%} ({total:.2%} of one core)",
        goal="≤ 1%",
        verdict="met" if total / cpus <= 0.01 else "missed",
        reference="the most that fidelity can lose where every CPU is busy",
        note="Of one core: " + ", ".join(f"{name} {share:.2%}" for name, share in parts if share >= 0.0001),
        figures={"of_machine": total / cpus, "of_core": shares},
    )


# ---- stepping in ----------------------------------------------------------------------------------


def _pause(parts: dict[str, list[int]], warm_up: int) -> Pause:
    argv = [word.replace(f"-d{WARM_S}s", f"-d{TRIAL_S}s") for word in _argv(warm_up)]
    worker = parts["worker"]
    others = [pid for name, pids in parts.items() if name not in ("worker", "supervisord") for pid in pids]
    _signal(worker, signal.SIGSTOP)
    try:
        _await_end(warm_up)
        time.sleep(SETTLE_S)
        _signal(others, signal.SIGSTOP)
        try:
            bare = _bare(argv), _bare(argv)
        finally:
            _signal(others, signal.SIGCONT)
        return Pause(argv, bare, time.time())
    finally:
        _signal(worker, signal.SIGCONT)


def _bare(argv: Sequence[str]) -> float:
    """Requests per second of the load tool alone, its output to a file as an agent has it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(DONE_HOOK, Path(folder) / DONE_HOOK.name)  # where an agent puts it
        with (Path(folder) / "stdout").open("wb") as out:
            subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder)
        report = parse((Path(folder) / "stdout").read_text(), "wrk")
    if not report.requests_per_s or report.failed_requests():
        raise RuntimeError(f"the bare run is not clean: {report}")
    return report.requests_per_s


def _signal(pids: Sequence[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):  # PostgreSQL ends processes of its own accord
            os.kill(pid, number)


def _await_tool(agent: int, stack: Stack, experiment_id: str, within_s: float = 20) -> int | None:
    """The next load tool of the load agent; None when the experiment has ended."""
    deadline, look = time.monotonic() + within_s, 0
    while time.monotonic() < deadline:
        for pid in procfs.children(agent):
            if "-d" in procfs.command_line(pid) and _argv(pid)[:1] == ["wrk"]:
                return pid
        look += 1
        if look % 50 == 0 and stack.state(experiment_id).is_final:
            return None
        time.sleep(LOOK_S)
    raise RuntimeError("the load agent did not start its tool")


def _argv(pid: int) -> list[str]:
    """What a process runs; empty while it is still the shim that starts it, or gone."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[:-1]
    except OSError:
        return []
    return [word.decode() for word in words]


def _await_end(pid: int) -> None:
    """Without looking: the kernel tells."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        poll.poll()
    finally:
        os.close(handle)
