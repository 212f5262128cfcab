"""A store with many finished experiments, made up but always the same: what people list and search."""

import random
from typing import Any

from backend.cli.client import Api


def fill(api: Api, experiments: int, variants: int, trials: int) -> list[str]:
    """Ids of new experiments, each of `variants` besides its baseline."""
    return [api.post("/imports", imported(n, variants, trials))["id"] for n in range(experiments)]


def imported(number: int, variants: int, trials: int) -> dict[str, Any]:
    """One experiment as the body of an import."""
    made_up = random.Random(number)
    runs = []
    for n in range(variants + 1):
        mean = made_up.uniform(15_000, 20_000)
        rates = [made_up.gauss(mean, 0.03 * mean) for _ in range(trials)]
        runs.append(
            {
                "variant": f"worker_connections {256 + 64 * n}" if n else "default",
                "topology": "proxied",
                "settings": {"worker_connections": str(256 + 64 * n)} if n else {},
                "trials": [{"figures": _figures(rate)} for rate in rates],
            }
        )
    return {
        "name": f"made up {number}: {variants} variants × {trials} trials",
        "source": "made up, to be read by many",
        "workloads": [
            {"name": "keepalive", "tool": "wrk", "threads": 4, "connections": 100, "duration_s": 10}
        ],
        "baseline": "default",
        "runs": runs,
    }


def _figures(rate: float) -> dict[str, float]:
    return {
        "requests": round(10 * rate),
        "requests_per_s": rate,
        "latency_mean": 100 / rate,
        "latency_p50": 90 / rate,
        "latency_p99": 300 / rate,
        "failed_requests": 0,
    }
