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
`make bench` takes every figure in one run on one machine and writes this page; `python -m e2e.bench
NAME` takes one and prints it; with `--keep` it takes the place of the one here. A figure stands beside a
reference from the same run where there is one, because machines differ and are noisy. Nothing here is a
test: a test that depends on the clock fails on a busy day.

- **fidelity**: wrk → nginx → origin, nothing pinned, everything on one machine. While wrk goes on in a
  trial, all of Dynoboard (API, worker, beat, agents, database, Redis) is let run and stopped (SIGSTOP) in
  turns. Four blocks are one observation: run, stop, stop, run or the other way round, by lot; requests are
  counted by the kernel as writes of wrk. Between two observations everything stays stopped for four blocks,
  which are compared in the same way: there the truth is 1. Starting wrk or nginx anew moves req/s by 5% and
  more, so nothing is started between the sides of a ratio. Work that waited is done when it runs again and
  counts, so a ratio is rather too low; what Dynoboard takes in turns and what it takes while nothing stops
  it stand beside it. *By CPU time alone* is the ratio of requests per CPU second of nginx and wrk, less the
  share of the machine that Dynoboard takes while nothing stops it: what the ratio is where no CPU is idle.
  The interval is that of the mean ratio (95%, t of the trimmed mean of logs), as the dashboard shows it;
  `python -m e2e.bench.in_turns.power` simulates it: 48 observations hold the truth in 95 to 96%, and show
  ±0.4% where blocks scatter by 1%, ±1.0% where by 3%, ±3.5% where by 10%. Whole runs in the same time show
  ±2.2% at best.
- **samplers**: as fidelity, but it is a process with an agent's readers alone that is stopped and let run,
  beside one nginx behind its walls and wrk. No control plane.
- **cost**: CPU time of every process of Dynoboard, `dyno up` among them, nginx and wrk left out, from the
  start to the end of the load tool. On hosts of their own only an agent shares the machine with what is
  measured.
- **walls**: two nginx of the same text, one behind the walls of a root agent (docs/hosts.md) and one as
  root without any; wrk runs against them in turns, behind the walls and without, the first one alternating.
  A started nginx keeps its luck, so each observation is a new pair of them. The first line keeps its
  connections, the second opens one for each request. CPU time of nginx and wrk per request is less noisy
  than req/s and stands beside it.
- **queue**: one experiment with a warm-up before every trial; during a warm-up 200 copies of it are put
  into the queue behind it, or taken out, so that trials with and without them take turns.
- **start**: from sending the request to the first byte that wrk sends: until the tool's start by the
  agent's clock, plus wrk's own time from its start to its first request (against a socket of the
  benchmark). Ten experiments one after the other with a second of rest between, warm-up off, two nginx
  prepared in each. Its parts come from the times of its jobs; they are medians of their own,
  so their sum is not exactly the whole.
- **overhead**: from the end of wrk in one trial to its start in the next: reports, verdict, choice of the
  next trial, jobs, probe. Its spans come from the times of its jobs. There are two round trips to the agents:
  the watches on the other hosts end when the tool has, and are told so by `finish`; the next trial begins
  when they have reported, because its verdict may ask for a repeat in its place.
  With new servers for each round the gaps from the second round on count, each less the 0.3 s for which
  its server is warmed; stopping and starting servers is in the gap between two rounds.
- **efficiency**: seconds of load ÷ seconds from the launch to the end of the restore. Measured small;
  projected to the goal's size: preparation and warm-up grow with the runs, the rest with the trials.
- **fleet**: simulated agents, all else is real; docs/scaling.md draws it.
- **readers**: 45 clients with a connection each ask for lists, searches, experiments, deltas, trials and
  pages, one after the other, of a store that was imported before; who is told `Retry-After` waits so long.
  Meanwhile an experiment measures, and a request with an agent's token goes to the database and back, up to
  ten times a second. Readers use CPU, on one machine that of nginx and wrk: the claim is about agents only.
- **permalink**, **large**, **live**: the system's Chromium, driven by `e2e/bench/browser/drive.mjs`. Scripts
  are counted gzipped. Tasks are those that the browser itself reports as long (50 ms and more), without those
  of the first drawing. A reading is drawn in the first frame after the chart changed.
- **words**: what `e2e/bench/browser/words.py` counts, on the experiment that `dyno demo` launches. Pages of
  the docs that a program writes count up to their first table or second heading.
- **agent**: the three agents of the stack, at rest and in the middle of a trial of 14 s.
- **lists**: the data of each page over HTTP, one request after the other, on a store that is filled inside
  PostgreSQL with copies of experiments of 20 to 2,400 trials. The newest are the same in the small store as
  in the large one, so that both show the same rows where there are enough.
- **size**: lines of Python, TypeScript and CSS that ship: `agents`, `backend`, `worker`, `frontend/src` and
  `migrations` without tests and the types that `make types` writes.
- **calibration**: thousands of simulated experiments judged by the product's own code,
  `e2e/bench/calibration`; more in [statistics](statistics.md).
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
    notes = "\n".join(f"- **{row.name}**: {row.note}" for row in rows if row.note)
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
