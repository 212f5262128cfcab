"""Do several generators run together, on one host and on five, and do they count what the server counts?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_least, ms, spread
from e2e.bench.stack import Stack
from e2e.hosts.guests import load_guests
from e2e.hosts.network import GUESTS
from e2e.hosts.three import three_hosts

PROCESSES, CONNECTIONS, SECONDS, TRIALS, ENOUGH = 16, 64, 10, 10, 9
GOAL = 0.98
WITHIN_S = 900


@dataclass(frozen=True)
class Trial:
    """`windows`: host id → what that host did."""

    windows: dict[str, Any]
    requests: float

    @property
    def generators(self) -> list[dict[str, Any]]:
        return [each for window in self.windows.values() for each in window.get("generators") or []]

    @property
    def served(self) -> float:
        """Requests of the proxy, which has a client for each; the backend has the same ones."""
        return max(s["requests"] or 0 for window in self.windows.values() for s in window["servers"].values())

    @property
    def overlap(self) -> float:
        starts, ends = ([each[name] for each in self.generators] for name in ("started_at", "ended_at"))
        return (min(ends) - max(starts)) / (max(ends) - min(starts))

    @property
    def start_range_s(self) -> float:
        starts = [each["started_at"] for each in self.generators]
        return max(starts) - min(starts)


def measure(stack: Stack) -> list[Row]:
    """On one host."""
    experiment_id = stack.launch(_definition(processes=PROCESSES))
    stack.wait(experiment_id, within_s=WITHIN_S)
    rows = stack.query(
        "select windows, figures from trials where experiment_id = %s and purpose = 'measured' "
        "and attempt = 1 and windows <> '{}' order by position",
        experiment_id,
    )
    trials = [Trial(windows, figures["requests"]) for windows, figures in rows]
    return [_row("generators", f"{PROCESSES} wrk of one host", trials)]


def measure_hosts() -> list[Row]:
    """On five hosts, each in a network namespace of its own."""
    with three_hosts() as hosts, load_guests(hosts, GUESTS) as testbed_id:
        order = {"definition": _definition(hosts="all"), "seed": 1, "testbed_id": testbed_id}
        experiment_id = hosts.api.post("/experiments", order)["id"]
        experiment = hosts.ended(experiment_id)
        run = hosts.api.get(f"/runs/{experiment['run_list'][0]['id']}")
    trials = [
        Trial(trial["windows"], trial["figures"]["requests"])
        for trial in run["trials"]
        if trial["attempt"] == 1 and trial["windows"]
    ]
    return [_row("load hosts", f"wrk on {1 + len(GUESTS)} load hosts", trials)]


def _definition(**fields: Any) -> dict[str, Any]:
    work = definition("generators", seconds=SECONDS, trials=TRIALS, warm_prepared=1, keeps_backend=True)
    work["workloads"][0] |= {"connections": CONNECTIONS, **fields}
    return work


def _row(name: str, tools: str, trials: Sequence[Trial]) -> Row:
    overlaps, starts = [t.overlap for t in trials], [t.start_range_s for t in trials]
    together = sum(overlap >= GOAL for overlap in overlaps)
    difference = max(abs(t.requests / t.served - 1) for t in trials)
    return Row(
        name=name,
        what=f"Share of the load's time in which {tools} run together, {len(trials)} trials of {SECONDS} s",
        text=f"≥ 98% in {together} of {len(trials)}, at least {min(overlaps):.1%}",
        goal="≥ 98% in 9 of 10 on a quiet machine",
        verdict=at_least(together / len(trials), ENOUGH / TRIALS),
        note=f"Starts lie at most {ms(max(starts))} apart. Their requests differ from the server's "
        f"count by at most {difference:.3%}.",
        figures={"overlap": spread(overlaps), "starts_s": spread(starts)},
    )
