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
- **Nothing is measured twice or lost.** A trial that was finished stays as it is, to the last byte of its
  row. One that a fault broke is `failed` with its reason, and the same trial is repeated, at most twice. A
  load tool or an nginx that dies by itself is a result of what is tested: that trial is `failed` and the
  others go on.
- **The experiment goes on by itself** when API, worker, beat, Redis or PostgreSQL die: supervisord starts
  them again. When `dyno up` itself or the machine dies, the next `dyno up` goes on where the rows say.
- **A host that is silent** for 8 s is offline (one at rest among hundreds of them [later](agents.md)). The
  experiment waits a minute for it and repeats what was lost. After that it pauses, the other hosts are free,
  and it goes on by itself once the host is back with the same facts.
- **Hosts are put back**: kernel settings, nginx and load tools are gone at the end, or the host needs
  a restore and its page says which command undoes what. A host that nobody can reach puts itself back
  (`--put-back-after`), and an agent that lost its state directory restores what the dashboard knows of it.

## How it is taken
`make faults` starts real stacks (`dyno up`, nginx, wrk), launches a small experiment in each cell (two
variants, two trials of 2 s each; one variant changes a kernel setting), waits until the rows say that it is
at the step, injects the fault, and looks at everything once the stack is at rest. `make faults ONLY="words
of a cell"` takes a part and prints it.

A cell is good when the experiment ended as it has to, every trial is accounted for, trials with figures are
what they were byte for byte, no two trials ran at once, every host is online, clean and free, no nginx and
no load tool runs, kernel settings are what they were, and a small experiment launched afterwards finishes.
At most one trial may fail, and no planned trial may lack figures, except where the load tool or nginx is
what fails.

Seconds are from the end of the fault (the kill, the signal to continue, the start of the next `dyno up`,
the cable back) to the next piece of work that the experiment got done: a preparation, a warm-up, a trial, a
restore. What would have taken its time anyway is in it.

- **killed** is SIGKILL to all processes of that part; **stopped** is SIGSTOP, and SIGCONT after {STOPPED_S}
  s; **everything** is all of it at once, then `dyno up` again.
- **preparing the next round** is in an experiment with new servers for each round; in the others they are
  started once.
- **cut off** is a cable pulled (`ip link set down`) between three hosts in network namespaces, for {CUT_S}
  s, or until the experiment has paused and the host has put itself back. Agents there do that after
  {PUT_BACK_S} s without a control plane (default: 600 s).
- **second control plane**: another `dyno up` with agents on the same hosts launches too; it waits, says
  behind whom, and has its turn afterwards.
- **repeated and altered reports** are posted with the agents' own credentials: as they were, and with ten
  times the figures.
- **a clock that is wrong**: one agent runs with a `time.time` that is {CLOCK_JUMP_S} s off from that moment
  on; nothing on the machine itself is changed.
- **a state directory is lost** once the kernel setting is applied: by an agent that goes on without it, and
  by one that is killed at once.
- **a crash loop** is SIGKILL at each start, until Dynoboard names the agent that ends again and again.
- On one machine everything is in a network namespace of its own, so that kernel settings are those of the
  test. Without root no cable is pulled and no setting changed.
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

What happens to an experiment when something fails under it: {len(taken)} faults were injected into
running experiments, {good} ended as they have to. {took_s / 60:.0f} minutes of `make faults`.{busy(machine)}

{table(taken)}

“finished · 1 host_lost · repeated · 4.2 s”: how the experiment ended, how many trials failed and
[why](validity.md), that each was repeated with figures, and how long it took to go on. `–` stands where a
fault is not injected; why not is below.
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
    return "\n".join(["\n## Not as it has to be", *lines, ""]) if lines else ""


def _left_out(taken: Sequence[Taken]) -> str:
    left = [fault for fault in FAULTS if fault.why and any(one.fault == fault.name for one in taken)]
    return "\n".join(f"- {fault.name}: {fault.why}." for fault in left)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
