"""Statistics: how fast deltas are, and whether they are honest."""

import statistics
import time
from dataclasses import asdict

import numpy as np

from backend.statistics.delta import deltas
from e2e.bench.calibration import bisecting
from e2e.bench.calibration.deltas import ALL
from e2e.bench.calibration.simulate import EXPERIMENTS, SEED, simulate
from e2e.bench.row import Row, at_most, ms, spread

RUNS, TRIALS, METRICS, REPEATS = 200, 20, 12, 15
GOAL_S = 0.05


def speed() -> list[Row]:
    """All deltas of a large experiment, as its page needs them."""
    rng = np.random.default_rng(1)
    values = np.exp(rng.normal(9, 0.08, (METRICS, RUNS, TRIALS)))
    tables = [
        [[(i, value, i * RUNS + n) for i, value in enumerate(run)] for n, run in enumerate(metric)]
        for metric in values.tolist()
    ]
    times, walls = [], []
    for _ in range(REPEATS):
        begin, cpu = time.perf_counter(), time.process_time()
        for runs in tables:
            deltas(runs[0], runs[1:], direction="higher", control=0)
        walls.append(time.perf_counter() - begin)
        times.append(time.process_time() - cpu)
    found = spread(times) | {"wall_median": statistics.median(walls)}
    return [
        Row(
            name="statistics",
            what=f"Deltas of {RUNS} runs × {TRIALS} trials × {METRICS} metrics: CPU time, {REPEATS} times",
            text=f"{ms(found['median'])} ({ms(found['low'])} … {ms(found['high'])})",
            goal="≤ 50 ms",
            verdict=at_most(found["median"], GOAL_S),
            note=f"One thread; by the clock {ms(found['wall_median'])}, with waiting for a busy CPU.",
            figures=found,
        )
    ]


def calibration() -> list[Row]:
    """Simulated experiments with a known truth: e2e/bench/calibration."""
    found = simulate(SEED, EXPERIMENTS)
    rows = found["rows"]
    called = next(row["value"] for row in rows if row["what"] == ALL)
    interleaved = [r for r in rows if r["what"].startswith("interleaved,") and r["figure"] == "coverage"]
    covered = [row["value"] for row in interleaved]
    naive = [r["value"] for r in rows if "Welch, drift 0.8" in r["what"] and r["figure"] == "A/A called"]
    outside = [f"{row['what']}, {row['figure']}: {row['value']:.1%}" for row in rows if not row["ok"]]
    return [
        Row(
            name="calibration",
            what="Equal runs called different; intervals that hold the true change (simulated, interleaved)",
            text=f"{called:.1%}; {min(covered):.1%} … {max(covered):.1%}",
            goal="≤ 5%; 93 … 97%",
            verdict="met" if found["ok"] else "missed",
            reference=f"one after the other, drift 0.8: {min(naive):.0%} … {max(naive):.0%} called different",
            note=f"{len(rows)} figures, "
            + (f"outside: {'; '.join(outside)}" if outside else "all inside their bounds"),
            figures=found,
        )
    ]


def bisects() -> list[Row]:
    """Simulated bisects over eight variants: e2e/bench/calibration/bisecting.py."""
    rows = list(bisecting.bisects(np.random.default_rng(SEED), bisecting.EXPERIMENTS))
    shares, wrong, stops = (
        [row.value for row in rows if row.figure == figure]
        for figure in ("−3% of eight found", "wrong", "no change: stops")
    )
    return [
        Row(
            name="bisect",
            what="Bisects of eight variants: −3% found, wrong, no change stops it (simulated, six worlds)",
            text=f"{min(shares):.1%} … {max(shares):.1%}; ≤ {max(wrong):.1%}; ≥ {min(stops):.1%}",
            goal="≥ 90%; ≤ 5%; ≥ 95%",
            verdict="met" if all(row.ok for row in rows) else "missed",
            note=f"{bisecting.EXPERIMENTS:,} bisects for each figure, seed {SEED}",
            figures={"rows": [{**asdict(row), "ok": row.ok} for row in rows]},
        )
    ]
