"""Do intervals of percentiles of all requests hold the truth? Rounds with a known distribution of latency.

    .venv/bin/python -m e2e.bench.calibration.percentiles [--seed N] [--runs N]

A request takes a log-normal time (σ 0.5) times the slowness of its round (log-normal). In the third world one
round in twenty stalls: one request in fifty takes a hundred times as long.
"""

import argparse
from collections import Counter

import numpy as np

from agents.catalog.histogram import cell_of, middle_of
from backend.statistics.latency import share_points

SEED, RUNS, REQUESTS = 5, 400, 5000
WORLDS = {"rounds alike": (0.0, 0.0), "rounds 10% apart": (0.1, 0.0), "a stall in one of 20": (0.03, 0.05)}
SHARES = (0.5, 0.9, 0.99, 0.999)
_BODY, _STALLED, _TIMES = 0.5, 0.02, 100.0


def sampled(rng: np.random.Generator, rounds: int, slow: float, stall: float, requests: int) -> np.ndarray:
    """Latencies in µs, one row for each round."""
    found = 1000 * rng.lognormal(0, _BODY, (rounds, requests)) * rng.lognormal(0, slow, (rounds, 1))
    stalled = (rng.random((rounds, 1)) < stall) & (rng.random((rounds, requests)) < _STALLED)
    return np.where(stalled, found * _TIMES, found)


def counted(row: np.ndarray) -> dict[float, float]:
    """Value in s → requests, as the histogram of a trial has them."""
    found: Counter[int] = Counter()
    for us, n in zip(*np.unique(row.astype(np.int64), return_counts=True), strict=True):
        found[cell_of(int(us))] += int(n)
    return {middle_of(cell) / 1e6: float(n) for cell, n in found.items()}


def coverage(rng: np.random.Generator, rounds: int, world: tuple[float, float], runs: int) -> list[float]:
    truth = np.quantile(sampled(rng, 20_000, *world, 200) / 1e6, SHARES)
    held = np.zeros(len(SHARES))
    for _ in range(runs):
        points = share_points([counted(row) for row in sampled(rng, rounds, *world, REQUESTS)], SHARES)
        ends = [((p.low or 0) * 0.9995, (p.high or 0) * 1.0005) for p in points]  # half a cell
        held += [low <= true <= high for (low, high), true in zip(ends, truth, strict=True)]
    return (held / runs).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description="Coverage of intervals of percentiles of all requests")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--runs", type=int, default=RUNS)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    print(f"{'':24}{'rounds':>7}" + "".join(f"{f'p{share * 100:g}':>9}" for share in SHARES))
    for name, world in WORLDS.items():
        for rounds in (5, 8, 12, 20):
            found = coverage(rng, rounds, world, args.runs)
            print(f"{name:24}{rounds:>7}" + "".join(f"{one:>9.1%}" for one in found), flush=True)


if __name__ == "__main__":
    main()
