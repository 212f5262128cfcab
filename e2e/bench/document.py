"""docs/benchmarks.md and docs/benchmarks.json from the rows of one whole run, or some of them taken anew."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from e2e.bench.row import Row

Place = Callable[[Row], int]
DOCS = Path(__file__).parents[2] / "docs"
MARKS = {"met": "met", "missed": "**missed**", "reference": "–", "failed": "**failed**"}
BUSY = 0.75  # load average: something else was running
HOW = """\
## How to read it
`make bench` takes every figure in one run on one machine and writes this page; `python -m e2e.bench NAME`
takes one and prints it; `--keep` replaces it here. Machines differ, so a figure has a reference from the same
run where possible. None of it is a test.

- **fidelity**: wrk → nginx → origin on one machine, nothing pinned. During a trial all of Dynoboard runs and
  is stopped (SIGSTOP) in turns. Four blocks are one observation: run, stop, stop, run or the reverse, in
  random order; requests are counted as writes of wrk. Between observations four blocks stay stopped and are
  compared in the same way: there the truth is 1. Delayed work counts when it runs again, so a ratio is rather
  too low. *By CPU time alone* is the ratio of requests per CPU second of nginx and wrk, less the share that
  Dynoboard takes while nothing stops it. The interval is that of the mean ratio (95%, t of the trimmed mean
  of logs); `python -m e2e.bench.in_turns.power` simulates it.
- **samplers**: as fidelity, but only a process with an agent's readers runs and stops, beside a sandboxed
  nginx and wrk.
- **cost**: CPU time of all processes of Dynoboard while the load tool runs. On separate hosts only an agent
  shares the machine with what is measured. Watched: with the experiment's page open in Chromium.
- **walls**: two nginx of the same text, one in the [sandbox](hosts.md#sandbox) of a root agent and one as
  root without it, under wrk in turns; each observation is a new pair. The first line keeps its connections,
  the second opens one for each request.
- **lag**: vegeta with one thread → nginx → origin at 2,000 and 5,000 requests per second; agents count the
  CPU of other programs, Dynoboard's among them, and what the hypervisor took.
- **queue**: during the warm-up of a trial 200 copies of the experiment are queued, or removed, so that trials
  with and without them alternate.
- **start**: from the launch request to the first byte that wrk sends, for ten experiments without warm-up and
  with two nginx each. Its parts are medians, so their sum differs.
- **overhead**: from the end of wrk in one trial to its start in the next: reports, verdict, choice of the
  next trial, jobs, probe. With new servers for each round, gaps from the second round on, less their warm-up.
- **efficiency**: seconds of load ÷ seconds from launch to restore. Projected to the goal's size: preparation
  and warm-up grow with the runs, the rest with the trials.
- **held**: 16 generators hold connections at 18 workers on 22 ports, all on this machine with a limit of
  20,000 open files; the least of what generators and nginx's `Active connections` say at both ends.
- **fleet**: simulated agents, the rest is real; see [how it grows](scaling.md).
- **readers**: 45 clients ask for lists, searches, experiments, deltas, trials and pages, and obey
  `Retry-After`. Meanwhile an experiment measures, and an agent's request goes to the database ten times a
  second.
- **permalink**, **large**, **live**: Chromium. Scripts are counted gzipped; tasks are those that the browser
  reports as long (50 ms), without the first drawing.
- **words**: what `e2e/bench/browser/words.py` counts, on the experiment of `dyno demo`. Generated pages of
  the docs count up to their first table or second heading.
- **agent**: the three agents of the stack, at rest and during a trial.
- **lists**: the data of each page over HTTP, on a store filled with copies of experiments of 20 to 2,400
  trials. The newest are the same in both stores.
- **size**: lines of Python, TypeScript and CSS that ship, without tests and generated types.
- **calibration**: simulated experiments judged by the product's own code; more in
  [validation](validation.md).
"""


def write(rows: Sequence[Row], machine: Mapping[str, str], took_s: float) -> None:
    (DOCS / "benchmarks.md").write_text(page(rows, machine, took_s))
    data = {"machine": dict(machine), "seconds": round(took_s, 1), "rows": [asdict(row) for row in rows]}
    (DOCS / "benchmarks.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def keep(names: Sequence[str], rows: Sequence[Row], machine: Mapping[str, str], place: Place) -> None:
    """Put the rows of these benchmarks in the place of those of the last whole run."""
    stored = json.loads((DOCS / "benchmarks.json").read_text())
    others = [Row(**row) for row in stored["rows"] if not is_of(row["name"], names)]
    dated = f"Taken by itself on {machine['Date']}, load average before {machine['Load average before']}."
    new = [replace(row, note=". ".join(filter(None, (row.note.rstrip("."), dated)))) for row in rows]
    write(sorted([*others, *new], key=place), stored["machine"], stored["seconds"])


def is_of(row: str, names: Sequence[str]) -> bool:
    """Whether the row of this name comes from one of the benchmarks: `cost, long` is of `cost`."""
    return any(row == name or row.startswith((f"{name},", f"{name}-", f"{name}:")) for name in names)


def page(rows: Sequence[Row], machine: Mapping[str, str], took_s: float) -> str:
    """The whole page as Markdown."""
    facts = "\n".join(f"| {name} | {_cell(value)} |" for name, value in machine.items())
    lines = "\n".join(_line(row) for row in rows)
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(row.note, []).append(row.name)
    notes = "\n".join(f"- **{', '.join(of_note)}**: {note}" for note, of_note in names.items() if note)
    judged = [row for row in rows if row.verdict != "reference"]
    met = sum(row.verdict == "met" for row in judged)
    return f"""\
# Benchmarks

Written by `make bench`: {met} of {len(judged)} goals met, {took_s / 60:.1f} minutes.{busy(machine)}

| name | what | here | goal | verdict | reference in the same run |
| --- | --- | --- | --- | --- | --- |
{lines}

{notes}

## Machine
| | |
| --- | --- |
{facts}

{HOW}"""


def busy(machine: Mapping[str, str]) -> str:
    """A line about other work on the machine, where there was much."""
    load = machine["Load average before"]
    if float(load.split(",")[0]) <= BUSY:
        return ""
    return f"\n**The machine was busy with other work (load average {load}): figures of time are too long.**"


def _line(row: Row) -> str:
    cells = (row.name, row.what, row.text, row.goal, MARKS[row.verdict], row.reference or "–")
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
