"""How often equal runs near a limit are said to have different ones; and probes that prove nothing.

    .venv/bin/python -m e2e.bench.calibration.near_limits [--seed N] [--experiments N]

The worker of a proxy is busy about 95% of the time, in each trial a little more or less. Each row: by the
means alone, as under rules 1, then with limits that are near.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from agents.contract.counters import ServerCounts, ThreadCounts, WorkerCounts
from agents.contract.reports import Window
from agents.contract.workload import Workload
from backend.diagnostics.bottlenecks import Bottleneck, HostAt, Measured, MeasuredTrial, find_bottlenecks
from backend.diagnostics.bottlenecks.beside import beside
from backend.diagnostics.probe import Probed, compare_probe, conclusion
from e2e.bench.calibration.noise import SHOWN, Row

SEED, EXPERIMENTS = 20261125, 300
SPREAD, TRIALS = 0.015, 12
BUSY = (0.94, 0.945, 0.95, 0.955, 0.96)
PROVED, LIMIT = "The connections were not the limit", 0.18
"""What 25% more connections give where they are the limit, less than in proportion."""
_HOSTS = tuple(HostAt(role, role, role, role, role, 4) for role in ("load", "proxy"))
_LOAD = Workload.model_validate({"tool": "wrk", "threads": 2, "connections": 16, "duration_s": 10})


def run_at(rng: np.random.Generator, busy: float, trials: int = TRIALS) -> Measured:
    """A run whose worker is busy so much of the time, give or take."""
    return Measured(_LOAD, "proxy_only", {}, _HOSTS, [_trial(rng, busy) for _ in range(trials)])


def _trial(rng: np.random.Generator, busy: float) -> MeasuredTrial:
    used = [float(min(1.0, rng.normal(busy, SPREAD))) for _ in range(1)]
    workers = [WorkerCounts(pid=n, cpu_s=10 * share, waited_s=0.0) for n, share in enumerate(used, start=1)]
    proxy = Window(
        seconds=10,
        cores=[0.5] * 4,
        own_cpu_s={"run-proxy-1": 10 * sum(used)},
        servers={"run-proxy-1": ServerCounts(workers=workers)},
    )
    threads = ThreadCounts(seconds=10, cpu_s=[5.0, 5.0], waited_s=[0.0, 0.0])
    load = Window(seconds=10, cores=[0.3] * 4, own_cpu_s={"load": 10.0}, load_threads=threads)
    figures = {"requests_per_s": 10_000.0, "latency_mean": 0.0016}
    return MeasuredTrial({"load": load, "proxy": proxy}, figures)


def limits(rng: np.random.Generator, busy: float, experiments: int) -> Iterator[Row]:
    """Pairs of equal runs of which a verdict says that they are limited by different things."""
    differ = {1: 0, 2: 0}
    for _ in range(experiments):
        a, b = run_at(rng, busy), run_at(rng, busy)
        for rules in differ:
            sides: list[list[Bottleneck]] = [find_bottlenecks(side, rules) for side in (a, b)]
            differ[rules] += bool(beside(sides[0], sides[1]))
    what = f"limits: a worker {busy:.1%} busy ± {SPREAD:.1%}"
    yield Row(what, "equals differ, by means", differ[1] / experiments, *SHOWN, experiments)
    yield Row(what, "equals differ, with near limits", differ[2] / experiments, None, 0.01, experiments)


def probes(rng: np.random.Generator, spread: float, experiments: int) -> Iterator[Row]:
    """Runs whose connections are the limit, and of which a probe says that they are not."""
    wrong = {1: 0, 2: 0}
    for _ in range(experiments):
        rates = np.exp(np.log(1000) + rng.normal(0, spread, 10))
        rates[-1] *= 1 + LIMIT
        probed = Probed("more_connections", 16, 20, float(rates[-1]))
        for rules in wrong:
            moved = compare_probe(probed, float(rates[-2]), rates[:8].tolist())
            wrong[rules] += conclusion([moved], rules).startswith(PROVED)
    what = f"probes: the connections are the limit, trials {spread:.0%} apart"
    yield Row(what, "“not the limit”, before", wrong[1] / experiments, *SHOWN, experiments)
    yield Row(what, "“not the limit”", wrong[2] / experiments, None, 0.05, experiments)


def near_limits(rng: np.random.Generator, experiments: int) -> Iterator[Row]:
    for busy in BUSY:
        yield from limits(rng, busy, experiments)
    for spread in (0.01, 0.03, 0.05, 0.10):
        yield from probes(rng, spread, 10 * experiments)


def main() -> None:
    parser = argparse.ArgumentParser(description="Limits of equal runs near a border, and probes")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    args = parser.parse_args()
    for row in near_limits(np.random.default_rng(args.seed), args.experiments):
        print(f"{row.what:60} {row.figure:34} {row.value:7.1%} {'' if row.ok else 'OUTSIDE'}", flush=True)


if __name__ == "__main__":
    main()
