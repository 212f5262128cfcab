"""How Dynoboard grows: many hosts, and 1, 10, 100 experiments at once, through real API, Redis and worker.

The agents are simulated (`simulated.py`), everything else is real. What a trial costs is the CPU time of API,
worker, Redis and PostgreSQL beyond what they use for the heartbeats alone, divided by the trials.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from agents.catalog.roles import ROLES
from e2e.bench.cpu import of_parts
from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_most, ms
from e2e.bench.stack import Stack

AGENTS, EXPERIMENTS = 1000, 100
TRIALS, RUNS, TRIAL_S = 3, (1, 2), 10  # as people measure: a control plane works between trials
IDLE_S, SETTLE_S, PATIENCE_S = 20.0, 12.0, 600.0  # a host at rest beats every 10 s
ADVANCE_GOAL_S, FLAT = 0.2, 1.25
PLANE = ("api", "worker", "redis", "postgres")


@dataclass(frozen=True)
class Size:
    """So many experiments at once: what they cost and how they went. Seconds."""

    experiments: int
    wall_s: float
    cpu_s: Mapping[str, float]  # part → CPU time, the heartbeats' share taken off
    advances: list[float]  # from a report on disk to the jobs that follow from it
    lost: int  # trials and jobs that did not end as done
    again: int  # jobs that were sent again because their host had not told of them

    @property
    def trials(self) -> int:
        return self.experiments * len(RUNS) * TRIALS

    @property
    def each_s(self) -> float:
        """CPU seconds a trial."""
        return sum(self.cpu_s.values()) / self.trials

    @property
    def p95(self) -> float:
        return sorted(self.advances)[int(0.95 * (len(self.advances) - 1))]


def measure(stack: Stack, agents: int = AGENTS, experiments: int = EXPERIMENTS) -> list[Row]:
    few = len(ROLES)
    with _fleet(stack, 0, few):  # what six trials cost is not seen beside the heartbeats of a thousand hosts
        time.sleep(SETTLE_S)
        sizes = [_run(stack, _testbeds(stack, range(1)), _shares(stack, IDLE_S))]
    with _fleet(stack, few, agents) as seen:
        time.sleep(SETTLE_S)
        idle = _shares(stack, IDLE_S)
        beats = stack.query("select sum(1 / beat_every_s) from hosts where online")[0][0]
        beds = _testbeds(stack, range(1, experiments + 1))
        for count in [n for n in (10,) if n < experiments] + [experiments]:
            sizes.append(_run(stack, beds[:count], idle))
    return [_advance(sizes, agents), _cost(sizes), _heartbeats(idle, seen, agents, beats)]


# ---- measuring -----------------------------------------------------------------------------------


@contextmanager
def _fleet(stack: Stack, first: int, agents: int) -> Iterator[dict[str, float]]:
    """So many simulated agents, numbered from `first`, are up; what they saw is in the result afterwards."""
    program = "e2e.bench.scaling.simulated"
    command = [sys.executable, "-m", program, stack.api.url, str(first), str(agents)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    assert process.stdin
    assert process.stdout
    seen: dict[str, float] = {}
    try:
        if process.stdout.readline().strip() != "up":
            raise RuntimeError("the simulated agents did not come up")
        try:
            yield seen
        finally:
            process.stdin.close()
            seen |= json.loads(process.stdout.readline() or '{"problems": "they ended early"}')
            if wrong := [seen[name] for name in ("problems", "ended") if seen.get(name)]:
                print(f"the simulated agents had problems: {wrong}", file=sys.stderr)
    finally:
        process.terminate()
        process.wait(20)


def _plane(stack: Stack) -> dict[str, list[int]]:
    return {name: pids for name, pids in stack.parts().items() if name in PLANE}


def _shares(stack: Stack, seconds: float) -> dict[str, float]:
    """Part → CPU that it uses while nothing but heartbeats come, share of one core."""
    parts = _plane(stack)
    before, begin = of_parts(parts), time.monotonic()
    time.sleep(seconds)
    took, after = time.monotonic() - begin, of_parts(parts)
    return {name: (after[name] - before[name]) / took for name in parts}


def _testbeds(stack: Stack, numbers: Sequence[int]) -> list[str]:
    """Names of testbeds of three simulated hosts each."""
    ids = {host["name"]: host["id"] for host in stack.api.get("/hosts")}
    for number in numbers:
        roles = {role: ids[f"{role}-{number}"] for role in ROLES}
        stack.api.post("/testbeds", {"name": f"fleet-{number}", "roles": roles})
    return [f"fleet-{number}" for number in numbers]


def _run(stack: Stack, beds: list[str], idle: Mapping[str, float]) -> Size:
    """One experiment on each of these testbeds, all at once, until the last one has ended."""
    parts = _plane(stack)
    before, begin = of_parts(parts), time.monotonic()

    def launch(bed: str) -> str:
        return stack.launch(
            definition("fleet", seconds=TRIAL_S, trials=TRIALS, workers=RUNS) | {"testbed": bed}
        )

    with ThreadPoolExecutor(4) as several:
        ids = list(several.map(launch, beds))
    for experiment_id in ids:
        stack.wait(experiment_id, PATIENCE_S)
    wall, after = time.monotonic() - begin, of_parts(parts)
    lost, again = _lost_and_again(stack, ids)
    return Size(
        experiments=len(beds),
        wall_s=wall,
        cpu_s={name: max(0.0, after[name] - before[name] - idle[name] * wall) for name in parts},
        advances=_advances(stack, ids),
        lost=lost,
        again=again,
    )


def _advances(stack: Stack, ids: list[str]) -> list[float]:
    """From each load tool's report until the jobs were written that end its watches."""
    rows = stack.query(
        "select extract(epoch from min(f.created_at) - m.reported_at)::float8 from jobs m "
        "join jobs f on f.trial_id = m.trial_id and f.purpose = 'finish' "
        "where m.purpose = 'measure' and m.experiment_id = any(%s) group by m.id, m.reported_at",
        ids,
    )
    return [row[0] for row in rows]


def _lost_and_again(stack: Stack, ids: list[str]) -> tuple[int, int]:
    """Trials and jobs that did not end as done; jobs that were sent again."""
    trials = stack.query("select count(*) from trials where experiment_id = any(%s) and state <> 'done'", ids)
    [(jobs, again)] = stack.query(
        "select count(*) filter (where state <> 'done'), count(*) filter (where sends > 1) from jobs "
        "where experiment_id = any(%s)",
        ids,
    )
    return trials[0][0] + jobs, again


# ---- rows ----------------------------------------------------------------------------------------


def _advance(sizes: list[Size], agents: int) -> Row:
    large = sizes[-1]
    lost, again = sum(size.lost for size in sizes), sum(size.again for size in sizes)
    return Row(
        name="fleet-advance",
        what=f"A report on disk → the jobs that follow from it, p95, {large.experiments} experiments at once",
        text=f"{ms(large.p95)}; {lost} trials or jobs lost",
        goal="≤ 200 ms; 0 lost",
        verdict="met" if large.p95 <= ADVANCE_GOAL_S and not lost else "missed",
        reference="a Celery round trip: see broker",
        note=f"{agents} simulated agents, for the one alone only its three, trials of {TRIAL_S} s; "
        + ", ".join(f"{s.experiments} at once: {ms(s.p95)}, {s.wall_s:.0f} s" for s in sizes)
        + f"; {again} jobs were sent again because their host had not told of them in time",
        figures={
            "agents": agents,
            "sizes": [
                {"experiments": s.experiments, "p95_s": s.p95, "wall_s": s.wall_s, "trial_cpu_s": s.each_s}
                | {"cpu_s": dict(s.cpu_s), "trials": s.trials}
                for s in sizes
            ],
        },
    )


def _cost(sizes: list[Size]) -> Row:
    growth = sizes[-1].each_s / sizes[0].each_s
    parts = {name: seconds / sizes[-1].trials for name, seconds in sizes[-1].cpu_s.items()}
    return Row(
        name="fleet-cost",
        what=f"CPU of the control plane a trial, {sizes[-1].experiments} experiments at once ÷ one alone",
        text=f"{growth:.2f} ({ms(sizes[-1].each_s)} ÷ {ms(sizes[0].each_s)})",
        goal="≤ 1.25",
        verdict=at_most(growth, FLAT),
        note="Of which: "
        + ", ".join(f"{name} {ms(s)}" for name, s in sorted(parts.items(), key=lambda p: -p[1])),
        figures={"growth": growth, "parts": parts},
    )


def _heartbeats(idle: Mapping[str, float], seen: Mapping[str, float], agents: int, beats: float) -> Row:
    """`beats`: heartbeats a second, as agents at rest were told."""
    total = sum(idle.values())
    return Row(
        name="fleet-idle",
        what=f"CPU of the control plane for {agents} agents that only send heartbeats, of one core",
        text=f"{total:.0%} ({ms(total / beats)} a heartbeat, {beats:.0f} a second)",
        goal="–",
        verdict="reference",
        note=f"A heartbeat's answer takes {ms(seen['median_s'])} (p95 {ms(seen['p95_s'])}). "
        + ", ".join(f"{name} {share:.1%}" for name, share in sorted(idle.items(), key=lambda p: -p[1])),
        figures={"of_core": dict(idle), "agents": agents, "beats_per_s": beats, **seen},
    )
