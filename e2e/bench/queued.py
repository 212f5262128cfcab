"""Does a long queue disturb what is measured? Trials with nothing queued and with 200, in turn.

One experiment with a warm-up before every trial. While a warm-up runs, the queue is filled or emptied: 200
copies of the experiment's row wait for its hosts, or do not. So each pair has the same nginx and the same
argument list, seconds apart, and which of the two comes first alternates.
"""

import os
import time
from typing import Any

import numpy as np

from e2e.bench.cpu import of_parts
from e2e.bench.definitions import definition
from e2e.bench.ratios import interval, summary
from e2e.bench.row import Row, at_least
from e2e.bench.stack import Stack

QUEUED, PAIRS, TRIAL_S, WARM_S = 200, 10, 3, 1
GOAL = 0.99
LOOK_S = 0.02


def measure(stack: Stack) -> list[Row]:
    made = definition("queue", seconds=TRIAL_S, trials=2 * PAIRS, warm_trial=WARM_S, warm_prepared=1)
    experiment_id = stack.launch(made)
    _copy(stack, experiment_id)
    try:
        parts, found = stack.parts(), []
        for number in range(2 * PAIRS):
            queued = QUEUED if number % 4 in (1, 2) else 0
            _await(stack, experiment_id, number, "warming")
            _fill(stack, queued)
            _await(stack, experiment_id, number, "measuring")
            before, begin = of_parts(parts), time.monotonic()
            time.sleep(TRIAL_S - 0.5)
            took, after = time.monotonic() - begin, of_parts(parts)
            found.append((queued, {name: (after[name] - before[name]) / took for name in parts}))
        stack.wait(experiment_id)
    finally:
        stack.query("delete from experiments where id like 'zz-queue-%%' returning id")
    rates = stack.query(
        "select (figures->>'requests_per_s')::float8 from trials "
        "where experiment_id = %s and state = 'done' order by started_at",
        experiment_id,
    )
    return [_row([(queued, rate, used) for (queued, used), (rate,) in zip(found, rates, strict=True)])]


def _row(trials: list[tuple[int, float, dict[str, float]]]) -> Row:
    logs: list[float] = []
    for pair in zip(trials[::2], trials[1::2], strict=True):
        without, beside = sorted(pair, key=lambda trial: trial[0])
        logs.append(float(np.log(beside[1] / without[1])))
    ratio = summary(logs)
    used = {n: _mean([each for queued, _, each in trials if queued == n]) for n in (0, QUEUED)}
    total = {n: sum(shares.values()) for n, shares in used.items()}
    return Row(
        name="queue",
        what=f"req/s of a trial with {QUEUED} experiments queued ÷ with none, {len(logs)} pairs in turn",
        text=interval(ratio),
        goal="median ≥ 0.99",
        verdict=at_least(ratio["median"], GOAL),
        reference=f"CPU of Dynoboard meanwhile: {total[QUEUED]:.2%} of one core, with none {total[0]:.2%}",
        note=f"Everything shares {os.cpu_count()} CPUs with the load; of one core with {QUEUED} queued: "
        + ", ".join(f"{name} {share:.2%}" for name, share in used[QUEUED].items() if share >= 0.0005),
        figures={"ratio": ratio, "cpu_of_core": {str(n): shares for n, shares in used.items()}},
    )


def _mean(found: list[dict[str, float]]) -> dict[str, float]:
    return {name: float(np.mean([one[name] for one in found])) for name in found[0]}


def _copy(stack: Stack, experiment_id: str) -> None:
    """Copies of a row that have ended; their ids sort behind it."""
    columns = [
        name
        for (name,) in stack.query(
            "select column_name::text from information_schema.columns where table_name = 'experiments' "
            "and is_generated = 'NEVER' and column_name not in ('id', 'state')"
        )
    ]
    names = ", ".join(f'"{name}"' for name in columns)
    stack.query(
        f"insert into experiments (id, state, {names}) "  # noqa: S608 - names of the table's own columns
        f"select 'zz-queue-' || n, 'cancelled', {names} "
        "from experiments, generate_series(1, %s) as n where id = %s returning id",
        QUEUED,
        experiment_id,
    )


def _fill(stack: Stack, queued: int) -> None:
    state = "queued" if queued else "cancelled"
    stack.query("update experiments set state = %s where id like 'zz-queue-%%' returning id", state)


def _await(stack: Stack, experiment_id: str, trials_ended: int, state: str, within_s: float = 60) -> None:
    """Until so many trials have ended and the next one is in a state, or beyond it."""
    deadline = time.monotonic() + within_s
    while (now := _at(stack, experiment_id)) < (trials_ended, _ORDER[state]):
        if time.monotonic() > deadline:
            raise RuntimeError(f"trial {trials_ended + 1} was not {state} within {within_s:.0f} s: {now}")
        time.sleep(LOOK_S)


_ORDER = {"queued": 0, "warming": 1, "measuring": 2}


def _at(stack: Stack, experiment_id: str) -> tuple[int, int]:
    rows: list[tuple[Any, ...]] = stack.query(
        "select count(*) filter (where state in ('done', 'invalid', 'failed')), "
        "coalesce(min(state) filter (where state in ('warming', 'measuring')), 'queued') "
        "from trials where experiment_id = %s",
        experiment_id,
    )
    return int(rows[0][0]), _ORDER[str(rows[0][1])]
