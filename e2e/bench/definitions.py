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
    keeps_backend: bool = False,
) -> dict[str, Any]:
    """wrk → nginx → origin on this machine, one variant for each number of workers, nothing pinned.

    `keeps_backend`: nginx reuses its connections to the origin. Else a few dozen trials fill the table of
    netfilter, and agents wait until it has room.
    """
    settings: dict[str, Any] = {"nginx.access_log": "off"}
    if keeps_backend:
        settings |= {"upstream.keepalive": CONNECTIONS, "upstream.http11": True}
    return {
        "name": f"benchmark: {name}",
        "topology": "proxied",
        "workloads": [{"tool": "wrk", "connections": CONNECTIONS, "threads": 1, "duration": f"{seconds}s"}],
        "trials": trials,
        "servers": {"fresh": servers},
        "warmup": {"prepared": f"{warm_prepared}s", "trial": f"{warm_trial}s"},
        "control": False,
        "diagnostics": {"probe": False},  # a look is a load of its own
        "baseline": f"workers {workers[0]}",
        "variants": [
            {"name": f"workers {n}", "set": {"nginx.worker_processes": n} | settings} for n in workers
        ],
    }
