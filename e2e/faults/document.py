"""docs/reliability.md from the cells of one whole run; pure but for `write`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from e2e.bench.document import busy
from e2e.faults.table import CLOCK_JUMP_S, CUT_S, FAULTS, PUT_BACK_S, STOPPED_S, Step
from e2e.faults.take import Taken

DOCS = Path(__file__).parents[2] / "docs"
HOW = f"""\
## What a user sees
- **No trial is measured twice or lost.** A finished trial stays as it is. One that a fault broke is `failed`
  with its reason, and repeated at most twice. If the load tool or an nginx dies by itself, that trial is
  `failed` and the others go on.
- **The experiment continues** when API, worker, beat, Redis or PostgreSQL die: supervisord restarts them.
  When `dyno up` or the machine dies, the next `dyno up` continues.
- **A silent host** is [offline](agents.md#heartbeats) after 8 s. The experiment waits a minute and repeats
  what was lost; then it [pauses](hosts.md#hosts-that-are-away).
- **Hosts are restored**: kernel settings, nginx and load tools are gone at the end, or the host [needs a
  restore](hosts.md#clean-applied-needs-restore). An unreachable host restores itself.

## How it is taken
`make faults` starts real stacks (`dyno up`, nginx, wrk), launches a small experiment in each cell (two
variants, two trials of 2 s each; one variant changes a kernel setting), injects the fault at the step, and
checks everything afterwards. `make faults ONLY="words of a cell"` takes a part and prints it.

A cell is good when the experiment ended as expected, every trial is accounted for, finished trials are
unchanged, no two trials ran at once, every host is online, clean and free, no nginx or load tool runs, kernel
settings are restored, and another small experiment finishes. At most one trial may fail, and no planned trial
may lack figures, unless load tool or nginx is what fails.

Seconds are from the end of the fault (kill, SIGCONT, next `dyno up`, reconnection) to the next finished
piece of work: a preparation, a warm-up, a trial, a restore. For a host that stays away: to the experiment's
end.

| words | meaning |
| --- | --- |
| killed | SIGKILL to all processes of that part; everything: all at once, then `dyno up` again |
| stopped | SIGSTOP, and SIGCONT after {STOPPED_S} s |
| stopped before its start | SIGSTOP while its sandbox is made, and SIGCONT after {STOPPED_S} s |
| stopped between ready and fire | the same once one of two generators waits for the other |
| a rate nobody reaches | 100,000 requests a second by one thread of vegeta |
| preparing the next round | in an experiment with new servers for each round; in the others they start once |
| cut off | `ip link set down` between three network namespaces, for {CUT_S} s, or until the experiment has \
paused and the host has restored itself (here after {PUT_BACK_S} s, by default 600 s) |
| second control plane | another `dyno up` with agents on the same hosts launches too; it waits and runs \
afterwards |
| reports repeated and altered | posted with the agents' own credentials: unchanged, and with ten times the \
figures |
| held connections killed | the generator of 300 connections that are held beside the load |
| clock ahead, back | one agent's `time.time` is {CLOCK_JUMP_S} s off from then on |
| state directory lost | after the kernel setting is applied: while the agent runs, or is killed at once |
| crash loop | SIGKILL at each start, until Dynoboard names the agent |

Everything runs in a network namespace of its own. Without root no link is cut and no setting changed.
"""


def write(taken: Sequence[Taken], machine: Mapping[str, str], took_s: float) -> None:
    (DOCS / "reliability.md").write_text(page(taken, machine, took_s))
    data = {"machine": dict(machine), "seconds": round(took_s, 1), "cells": [asdict(one) for one in taken]}
    (DOCS / "reliability.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def page(taken: Sequence[Taken], machine: Mapping[str, str], took_s: float) -> str:
    """The whole page as Markdown."""
    good = sum(one.verdict == "good" for one in taken)
    facts = "\n".join(f"| {name} | {_cell(value)} |" for name, value in machine.items())
    return f"""\
# Reliability

{len(taken)} faults were injected into running experiments; {good} ended as expected. {took_s / 60:.0f}
minutes of `make faults`.{busy(machine)}

{table(taken)}

“finished · 1 host_lost · repeated · 4.2 s”: the end of the experiment, failed trials and their
[code](validity.md), that each was repeated with figures, and the time until it continued. `–`: no fault is
injected; the reasons are below.
{_wrong(taken)}
{HOW}
## Where no fault is injected
{_left_out(taken)}

## Machine
| | |
| --- | --- |
{facts}
"""


def table(taken: Sequence[Taken]) -> str:
    """Fault × step → outcome and seconds."""
    found = {(one.fault, one.step): one for one in taken}
    faults = list(dict.fromkeys(one.fault for one in taken))
    head = f"| fault | {' | '.join(Step)} |\n|{' --- |' * (len(Step) + 1)}"
    rows = (f"| {fault} | {' | '.join(_of(found.get((fault, step))) for step in Step)} |" for fault in faults)
    return "\n".join([head, *rows])


def line(one: Taken) -> str:
    """One cell for a terminal."""
    wrong = "".join(f"\n    {problem}" for problem in one.problems)
    return f"{'✓' if one.verdict == 'good' else '✗'} {one.cell}: {_words(one)}{wrong}"


def _of(one: Taken | None) -> str:
    if one is None:
        return "–"
    return _cell(_words(one) if one.verdict == "good" else f"**{_words(one)}**")


def _words(one: Taken) -> str:
    took = "" if one.seconds is None else f" · {one.seconds:.1f} s"
    return f"{one.outcome.replace(', ', ' · ')}{took}"


def _wrong(taken: Sequence[Taken]) -> str:
    lines = [f"- {one.cell}: {_cell('; '.join(one.problems))}" for one in taken if one.problems]
    return "\n".join(["\n## Not as expected", *lines, ""]) if lines else ""


def _left_out(taken: Sequence[Taken]) -> str:
    names: dict[str, list[str]] = {}
    for fault in FAULTS:
        if fault.why and any(one.fault == fault.name for one in taken):
            names.setdefault(fault.why, []).append(fault.name)
    return "\n".join(f"- {', '.join(faults)}: {why}." for why, faults in names.items())


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
