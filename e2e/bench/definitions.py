"""The small experiments that the benchmarks launch."""

from typing import Any

CONNECTIONS = 32


def definition(
    name: str,
    *,
    seconds: int,
    trials: int,
    workers: tuple[int, ...] = (1,),
    warm_prepared: int = 0,
    warm_trial: int = 0,
    servers: str = "once",
) -> dict[str, Any]:
    """wrk → nginx → origin on this machine, one variant for each number of workers, nothing pinned."""
    return {
        "name": f"benchmark: {name}",
        "topology": "proxied",
        "workloads": [{"tool": "wrk", "connections": CONNECTIONS, "threads": 1, "duration": f"{seconds}s"}],
        "trials": trials,
        "servers": {"fresh": servers},
        "warmup": {"prepared": f"{warm_prepared}s", "trial": f"{warm_trial}s"},
        "control": False,
        "baseline": f"workers {workers[0]}",
        "variants": [
            {"name": f"workers {n}", "set": {"nginx.worker_processes": n, "nginx.access_log": "off"}}
            for n in workers
        ],
    }
