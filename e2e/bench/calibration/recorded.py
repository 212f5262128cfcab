"""Real noise: eight equal runs in 60 rounds, measured by Dynoboard on a machine with two CPUs.

`recorded.csv` has a line for each trial: round, run, requests per second and CPU µs a request of the server.
"""

import csv
from functools import cache
from pathlib import Path

import numpy as np

from backend.statistics.pairing import Floats

PATH = Path(__file__).with_name("recorded.csv")
METRICS = ("requests_per_s", "cpu_us_per_request")


@cache
def recorded_logs() -> Floats:
    """Logs by metric, round and run, less their round's mean; rounds without every run are left out."""
    with PATH.open(newline="") as file:
        rows = list(csv.DictReader(file))
    runs = sorted({row["run"] for row in rows})
    rounds: dict[int, dict[str, list[float]]] = {}
    for row in rows:
        rounds.setdefault(int(row["round"]), {})[row["run"]] = [float(row[name]) for name in METRICS]
    whole_rounds = [[by_run[run] for run in runs] for by_run in rounds.values() if len(by_run) == len(runs)]
    logs = np.log(np.array(whole_rounds)).transpose(2, 0, 1)
    return logs - logs.mean(axis=2, keepdims=True)


def resample(rng: np.random.Generator, metric: int, shape: tuple[int, int, int], spread: float) -> Floats:
    """Logs by experiment, run and round: rounds drawn with replacement, and runs in random order in each.

    Throughput is scaled so that trials of a round scatter by `spread`, and CPU by the same factor.
    """
    logs = recorded_logs()
    experiments, runs, rounds = shape
    factor = spread / float(logs[0].std(ddof=0) * (logs.shape[2] / (logs.shape[2] - 1)) ** 0.5)
    drawn_rounds = logs[metric, rng.integers(logs.shape[1], size=(experiments, rounds))] * factor
    return rng.permuted(drawn_rounds, axis=2)[:, :, :runs].transpose(0, 2, 1)
