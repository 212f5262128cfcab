"""Definitions of short experiments."""

from typing import Any

DEFAULT = {"name": "default"}


def definition(*variants: dict[str, Any], seconds: int = 1) -> dict[str, Any]:
    """One trial of each variant; the first is the baseline. Without any: one that sets nothing."""
    wanted = list(variants) or [DEFAULT]
    workload = {"name": "w", "tool": "wrk", "threads": 1, "connections": 8, "duration": f"{seconds}s"}
    return {
        "name": "Three hosts",
        "topology": "proxied",
        "workloads": [workload],
        "trials": 1,
        "warmup": {"prepared": "0s", "trial": "0s"},
        "control": False,
        "baseline": wanted[0]["name"],
        "variants": wanted,
    }


def tuned(**settings: Any) -> dict[str, Any]:
    """A variant with kernel settings; `__` stands for a dot: net__core__somaxconn=1234."""
    return {"name": "tuned", "set": {name.replace("__", "."): value for name, value in settings.items()}}
