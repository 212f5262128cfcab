"""docs/scaling.md from the rows of `fleet`: what grows with hosts and experiments, and what to add first."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from e2e.bench.row import Row, ms

PAGE = Path(__file__).parents[3] / "docs" / "scaling.md"
WIDTH = 40  # characters of the longest bar
ADD = {
    "api": "a second API process: agents and browsers reach either one, through any proxy",
    "worker": "a second worker process: each experiment is locked while one looks at it",
    "postgres": "PostgreSQL on a machine of its own, then PgBouncer once there are more API and worker "
    "processes than it has connections for (30 each at most)",
    "redis": "Redis on a machine of its own; `maxclients` is one for each agent and 40 for the rest",
}


def write(rows: Sequence[Row], machine: Mapping[str, str]) -> None:
    found = {row.name: row for row in rows}
    if {"fleet-advance", "fleet-cost", "fleet-idle"} <= found.keys():
        PAGE.write_text(page(found, machine))


def page(rows: Mapping[str, Row], machine: Mapping[str, str]) -> str:
    sizes: list[dict[str, Any]] = rows["fleet-advance"].figures["sizes"]
    idle: Mapping[str, float] = rows["fleet-idle"].figures["of_core"]
    agents = rows["fleet-advance"].figures["agents"]
    beats = rows["fleet-idle"].figures["beats_per_s"]
    heartbeat = ms(sum(idle.values()) / beats)
    busiest = max(idle, key=lambda name: idle[name] + sizes[-1]["cpu_s"][name] / sizes[-1]["wall_s"])
    of_plane = "\n".join(
        f"| {name} | {idle[name]:.1%} | {sizes[-1]['cpu_s'][name] / sizes[-1]['wall_s']:.1%} | {ADD[name]} |"
        for name in sorted(idle, key=lambda name: -idle[name])
    )
    return f"""\
# How it grows

Written by `python -m e2e.bench fleet` on {machine["CPU"]}, {machine["Date"]}: {agents} simulated agents, each
with a connection, a Redis user and heartbeats as often as it is told: every four seconds at work, less often
at rest, the more hosts there are ({beats:.0f} a second from all of them). API, Redis, worker and PostgreSQL
are real and share these CPUs with the simulation. The one experiment alone has three hosts and nothing beside
it: what it costs would not be seen next to so many heartbeats.
Load average before: {machine["Load average before"]}.

## From 1 to {sizes[-1]["experiments"]} experiments at once
| experiments | trials | p95 from a report to the jobs that follow | CPU of the control plane a trial |
| --- | --- | --- | --- |
{_lines(sizes)}

The first figure, drawn:

```
{_bars([(str(s["experiments"]), s["p95_s"]) for s in sizes])}
```

The second one:

```
{_bars([(str(s["experiments"]), s["trial_cpu_s"]) for s in sizes])}
```

## What to add first
Shares of one core: for the heartbeats of {agents} agents alone, and what the most experiments add to it.

| part | heartbeats | experiments | when it is the narrowest |
| --- | --- | --- | --- |
{of_plane}

Here it is {busiest}. A heartbeat costs {heartbeat} of CPU. While a trial is measured, each of its hosts
sends a batch of samples a second besides.
"""


def _lines(sizes: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(
        f"| {s['experiments']} | {s['trials']} | {ms(s['p95_s'])} | {ms(s['trial_cpu_s'])} |" for s in sizes
    )


def _bars(values: Sequence[tuple[str, float]]) -> str:
    most = max(value for _, value in values)
    return "\n".join(
        f"{name:>5} {'█' * max(1, round(WIDTH * value / most))} {ms(value)}" for name, value in values
    )
