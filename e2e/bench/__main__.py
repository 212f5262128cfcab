"""`python -m e2e.bench` measures Dynoboard and writes docs/benchmarks.*; with NAMEs it prints those only."""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from e2e.bench import (
    agent,
    arithmetic,
    broker,
    cost,
    document,
    ingest,
    lists,
    machine,
    overhead,
    queued,
    readers,
    size,
    start,
    statistics_page,
)
from e2e.bench.browser import pages, words
from e2e.bench.in_turns import fidelity, mix, samplers, sandbox
from e2e.bench.load_tools import generators, lag
from e2e.bench.row import Row, failed
from e2e.bench.scaling import access_logs, fleet, held, scaling_page
from e2e.bench.stack import Stack, running_stack

# Rest comes before work: what an agent costs idle is measured on a stack that has done nothing yet.
ON_A_STACK: dict[str, Callable[[Stack], list[Row]]] = {
    "agent": agent.measure,
    "broker": broker.round_trip,
    "start": start.measure,
    "overhead": overhead.trial_overhead,
    "fidelity": fidelity.measure,
    "cost": cost.measure,
    "generators": generators.measure,
    "lag": lag.measure,
    "queue": queued.measure,
    "efficiency": overhead.efficiency,
    "held": held.measure,
    "ingest": ingest.measure,
    "permalink": pages.permalink,
    "large": pages.large,
    "live": pages.live,
    "lists": lists.measure,
    "words": words.measure,
    "fleet": fleet.measure,  # last: its hosts stay, and are silent
}
ALONE: dict[str, Callable[[], list[Row]]] = {
    "statistics": arithmetic.speed,
    "calibration": arithmetic.calibration,
    "bisect": arithmetic.bisects,
    "walls": sandbox.measure,
    "samplers": samplers.measure,
    "mix": mix.measure,
    "load hosts": generators.measure_hosts,
    "readers": readers.measure,
    "access log": access_logs.measure,
    "size": size.measure,
}
ORDER = (
    *(
        "fidelity",
        "fidelity, watched",
        "walls",
        "samplers",
        "mix",
        "cost",
        "cost, long",
        "cost, watched",
        "generators",
        "load hosts",
        "lag",
    ),
    *(
        "queue",
        "start",
        "overhead",
        "efficiency",
        "held",
        "readers",
        "lists",
        "live",
        "permalink",
        "large",
        "words",
    ),
    *("broker", "agent", "ingest", "fleet", "statistics", "calibration", "bisect", "access log", "size"),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m e2e.bench", description=__doc__)
    parser.add_argument("name", nargs="*", choices=[[], *ON_A_STACK, *ALONE], help="default: all of them")
    parser.add_argument("--keep", action="store_true", help="put what NAMEs give into docs/benchmarks.*")
    parser.add_argument("--agents", type=int, default=fleet.AGENTS, help="of fleet; %(default)s")
    parser.add_argument("--experiments", type=int, default=fleet.EXPERIMENTS, help="of fleet; %(default)s")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # leave every block in order: nothing stays
    asked = parser.parse_args()
    names: list[str] = asked.name
    ON_A_STACK["fleet"] = partial(fleet.measure, agents=asked.agents, experiments=asked.experiments)
    facts, begin = machine.facts(), time.monotonic()
    rows = sorted(_measured(names or [*ON_A_STACK, *ALONE]), key=_place)
    if (asked.agents, asked.experiments) == (fleet.AGENTS, fleet.EXPERIMENTS):
        scaling_page.write(rows, facts)
    if names and asked.keep:
        document.keep(names, rows, facts, _place)
    if not names:
        document.write(rows, facts, time.monotonic() - begin)
        if all(row.verdict != "failed" for row in rows if row.name == "calibration"):
            statistics_page.write(statistics_page.PAGE, statistics_page.stored())
        print(f"Written: {document.DOCS / 'benchmarks.md'}")
    return 1 if any(row.verdict == "failed" for row in rows) else 0


def _measured(names: Sequence[str]) -> Iterator[Row]:
    yield from _shown((name, ALONE[name]) for name in names if name in ALONE)
    wanted = [name for name in names if name in ON_A_STACK]
    if wanted:
        with running_stack() as stack:
            yield from _shown((name, partial(ON_A_STACK[name], stack)) for name in wanted)


def _shown(parts: Iterator[tuple[str, Callable[[], list[Row]]]]) -> Iterator[Row]:
    for name, measure in parts:
        begin = time.monotonic()
        for row in _rows(name, measure):
            print(f"{row.name:15} {row.verdict:9} {row.text}   (goal {row.goal})", flush=True)
            for more in filter(None, (row.reference, row.note)):
                print(f"{'':25} {more}", flush=True)
            yield row
        print(f"{'':25} [{name}: {time.monotonic() - begin:.0f} s]", flush=True)


def _rows(name: str, measure: Callable[[], list[Row]]) -> list[Row]:
    """One that breaks does not take the others with it."""
    try:
        return measure()
    except Exception as error:
        return [failed(name, error)]


def _place(row: Row) -> int:
    """By importance, not in the order of measuring."""
    return next((i for i, name in enumerate(ORDER) if row.name.startswith(name)), len(ORDER))


if __name__ == "__main__":
    sys.exit(main())
