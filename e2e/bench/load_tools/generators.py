"""Do several generators on one host run together, and do they count what the server counts?"""

from typing import Any

from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_least, ms, spread
from e2e.bench.stack import Stack

PROCESSES, CONNECTIONS, SECONDS, TRIALS, ENOUGH = 16, 64, 10, 10, 9
GOAL = 0.98


def measure(stack: Stack) -> list[Row]:
    work = definition("generators", seconds=SECONDS, trials=TRIALS, warm_prepared=1, keeps_backend=True)
    work["workloads"][0] |= {"processes": PROCESSES, "connections": CONNECTIONS}
    experiment_id = stack.launch(work)
    stack.wait(experiment_id, within_s=900)
    trials = stack.query(
        "select windows, figures from trials where experiment_id = %s and purpose = 'measured' "
        "and attempt = 1 and windows <> '{}' order by position",
        experiment_id,
    )
    generators = [_generators(windows) for windows, _ in trials]
    overlaps = [_overlap(each) for each in generators]
    starts = [_range([generator["started_at"] for generator in each]) for each in generators]
    together = sum(overlap >= GOAL for overlap in overlaps)
    differences = [abs(figures["requests"] / _served(windows) - 1) for windows, figures in trials]
    return [
        Row(
            name="generators",
            what=f"Share of the load's time in which {PROCESSES} wrk of one host run together, {len(trials)} "
            f"trials of {SECONDS} s",
            text=f"≥ 98% in {together} of {len(trials)}, at least {min(overlaps):.1%}",
            goal="≥ 98% in 9 of 10 on a quiet machine",
            verdict=at_least(together / len(trials), ENOUGH / TRIALS),
            note=f"Starts lie at most {ms(max(starts))} apart. Their requests differ from the server's "
            f"count by at most {max(differences):.3%}.",
            figures={"overlap": spread(overlaps), "starts_s": spread(starts)},
        )
    ]


def _generators(windows: dict[str, Any]) -> list[dict[str, Any]]:
    return next(window["generators"] for window in windows.values() if window.get("generators"))


def _served(windows: dict[str, Any]) -> float:
    """Requests of the proxy, which has a client for each; the backend has the same ones."""
    return max(s["requests"] or 0 for window in windows.values() for s in window["servers"].values())


def _overlap(generators: list[dict[str, Any]]) -> float:
    starts, ends = ([generator[name] for generator in generators] for name in ("started_at", "ended_at"))
    return (min(ends) - max(starts)) / (max(ends) - min(starts))


def _range(values: list[float]) -> float:
    return max(values) - min(values)
