"""Connections held beside a measured load: as many as write-up D had, on this one machine."""

from typing import Any

from e2e.bench.row import Row, at_least
from e2e.bench.stack import Stack

CONNECTIONS, PER_SECOND, WITHIN_S = 300_000, 3000, 420
WORKERS, PLACES = 18, 19_000
GOAL = 0.999


def measure(stack: Stack) -> list[Row]:
    experiment_id = stack.launch(_definition())
    stack.wait(experiment_id, WITHIN_S)
    ((windows, findings, state),) = stack.query(
        "select windows, findings, state from trials where experiment_id = %s order by attempt desc limit 1",
        experiment_id,
    )
    (window,) = [window for window in windows.values() if window.get("held_connections")]
    report = window["held_connections"]
    counts = [s for w in windows.values() for s in w["servers"].values() if s["active_begin"] is not None]
    server_counts = [round(max(s[end] for s in counts)) for end in ("active_begin", "active_end")]
    least = min(report["at_begin"], report["at_end"], *server_counts)
    return [
        Row(
            name="held",
            what=f"Connections open at both ends of a trial, of {CONNECTIONS:,} asked for",
            text=f"{100 * least / CONNECTIONS:.2f}%: {least:,}",
            goal="≥ 99.9%",
            verdict=at_least(least / CONNECTIONS, GOAL),
            reference="300,000 in write-up D",
            note=f"nginx saw {server_counts[0]:,} and {server_counts[1]:,}; "
            f"opened in {report['ramp_s']:.0f} s; {report['requests']:,} requests on them; trial {state}"
            + "".join(f"; {finding['message']}" for finding in findings),
            figures={**report, "server": server_counts},
        )
    ]


def _definition() -> dict[str, Any]:
    hold = {"connections": CONNECTIONS, "every": "60s", "per_second": PER_SECOND}
    return {
        "name": "benchmark: held",
        "topology": "proxy_only",
        "workloads": [{"tool": "wrk", "connections": 16, "duration": "10s", "hold": hold}],
        "trials": 1,
        "warmup": {"prepared": "0s", "trial": "1s"},
        "control": False,
        "diagnostics": {"probe": False},
        "baseline": "default",
        "set": {
            "origin.kind": "empty_gif",
            "nginx.access_log": "off",
            "nginx.worker_processes": WORKERS,
            "nginx.worker_connections": PLACES,
        },
        "variants": [{"name": "default"}],
    }
