"""What all of Dynoboard uses of the machine while a load tool runs: the most that fidelity can lose."""

import os
import time
from contextlib import ExitStack

from e2e.bench.browser.pages import open_page
from e2e.bench.cpu import of_parts
from e2e.bench.definitions import definition
from e2e.bench.row import Row
from e2e.bench.stack import Stack
from e2e.bench.tool import await_end, await_tool

TRIAL_S, LONG_S = 6, 20
TRIALS = {TRIAL_S: 4, LONG_S: 2}
"""Trials by their seconds: beside long ones the work at their two ends counts less."""
GOAL = 0.01
WARM_UP_S, WATCHED_WARM_UP_S = 1, 15
"""A page that looks is open before the first trial."""
REST_S = 10.0
"""What the note says of a stream that has just ended is forgotten by then."""


def measure(stack: Stack) -> list[Row]:
    return [
        _row("cost", stack, TRIAL_S, is_watched=False),
        _row("cost, long", stack, LONG_S, is_watched=False),
        _row("cost, watched", stack, TRIAL_S, is_watched=True),
        _row("cost, watched, long", stack, LONG_S, is_watched=True),
    ]


def _row(name: str, stack: Stack, trial_s: int, *, is_watched: bool) -> Row:
    time.sleep(REST_S)
    used = _used(stack, trial_s, is_watched)
    cpus = os.cpu_count() or 1
    shares = {part: seconds / (TRIALS[trial_s] * trial_s) for part, seconds in used.items()}
    total = sum(shares.values())
    parts = sorted(shares.items(), key=lambda item: -item[1])
    who = "a browser shows them" if is_watched else "nobody looks"
    return Row(
        name=name,
        what=f"CPU that all of Dynoboard uses in trials of {trial_s} s while {who}, share of this machine",
        text=f"{total / cpus:.2%} ({total:.2%} of one core)",
        goal="≤ 1%",
        verdict="met" if total / cpus <= GOAL else "missed",
        reference="the most that fidelity can lose where every CPU is busy",
        note="Of one core: " + ", ".join(f"{part} {share:.2%}" for part, share in parts if share >= 0.0001),
        figures={"of_machine": total / cpus, "of_core": shares},
    )


def _used(stack: Stack, trial_s: int, is_watched: bool) -> dict[str, float]:
    """Part of Dynoboard → CPU seconds while the load tool of a trial ran, over all trials.

    `is_watched`: with the experiment's own page in a browser, which is no part of Dynoboard.
    """
    parts, trials = stack.parts(), TRIALS[trial_s]
    agent = parts["agent-load"][0]
    used = dict.fromkeys(parts, 0.0)
    warm_up_s = WATCHED_WARM_UP_S if is_watched else WARM_UP_S
    own_definition = definition("cost", seconds=trial_s, trials=trials, warm_prepared=warm_up_s)
    with ExitStack() as page:
        experiment_id = stack.launch(own_definition)
        warm_up = await_tool(agent, stack, experiment_id)
        if is_watched:
            page.enter_context(open_page(stack.api, f"/experiments/{experiment_id}"))
        if warm_up:
            await_end(warm_up)
        trial_count = 0
        while pid := await_tool(agent, stack, experiment_id):
            before = of_parts(parts)
            await_end(pid)
            trial_count += 1
            for part, seconds in of_parts(parts).items():
                used[part] += max(0.0, seconds - before[part])
        stack.wait(experiment_id)
    if trial_count != trials:
        raise RuntimeError(f"{trial_count} of {trials} trials were seen")
    return used
