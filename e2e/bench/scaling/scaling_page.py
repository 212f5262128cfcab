"""docs/scaling.md from the rows of `fleet`: what grows with hosts and experiments, and what to add first."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from e2e.bench.row import Row, ms

PAGE = Path(__file__).parents[3] / "docs" / "scaling.md"
ADD = {
    "api": "a second API process behind a proxy",
    "worker": "a second worker process",
    "postgres": "PostgreSQL on a machine of its own, then PgBouncer if API and worker processes (30 "
    "connections each at most) exceed its connections",
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

Written by `python -m e2e.bench fleet` on {machine["CPU"]}, {machine["Date"]}: {agents} simulated agents with
connections, Redis users and heartbeats ({beats:.0f} a second). API, Redis, worker and PostgreSQL are real and
share these CPUs. The single experiment has three hosts and no other agents.
Load average before: {machine["Load average before"]}.

## From 1 to {sizes[-1]["experiments"]} experiments at once
| experiments | trials | p95 from a report to the jobs that follow | CPU of the control plane a trial |
| --- | --- | --- | --- |
{_lines(sizes)}

## What to add first
Shares of one core: for the heartbeats of {agents} agents, and what the most experiments add.

| part | heartbeats | experiments | what to add when it is the bottleneck |
| --- | --- | --- | --- |
{of_plane}

Here the bottleneck is {busiest}. A heartbeat costs {heartbeat} of CPU. Each host of a running trial also
sends a batch of samples a second.
"""


def _lines(sizes: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(
        f"| {s['experiments']} | {s['trials']} | {ms(s['p95_s'])} | {ms(s['trial_cpu_s'])} |" for s in sizes
    )
