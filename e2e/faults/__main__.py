"""`python -m e2e.faults` injects every fault and writes docs/reliability.md; with --only a part, printed."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from queue import Empty, SimpleQueue

from e2e.bench import machine
from e2e.faults import document
from e2e.faults.lab import Lab
from e2e.faults.one_machine import one_machine
from e2e.faults.table import Cell, cells
from e2e.faults.take import Taken, take, untaken
from e2e.faults.three_machines import three_machines

MAX_STACKS = 10  # for one after the other, when cells leave them broken
Labs = Callable[[], AbstractContextManager[Lab]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m e2e.faults", description=__doc__)
    parser.add_argument("--only", default="", help="words of the cells to take (default: all of them)")
    parser.add_argument("--stacks", type=int, default=2, help="how many take cells side by side")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    given = parser.parse_args()
    facts, begin = machine.facts(), time.monotonic()
    wanted = [cell for cell in cells(given.only) if os.geteuid() == 0 or not cell.fault.on_three_hosts]
    taken = _in_order(wanted, _all(wanted, given.stacks))
    print(f"\n{document.table(taken)}\n")
    if not given.only:
        document.write(taken, facts, time.monotonic() - begin)
        print(f"Written: {document.DOCS / 'reliability.md'}")
    bad = [one.cell for one in taken if one.verdict == "bad"]
    print(f"{len(taken) - len(bad)} of {len(taken)} good", *bad, sep="\n  ")
    return 1 if bad else 0


def _all(wanted: Sequence[Cell], stacks: int) -> list[Taken]:
    """Each stack in a thread of its own, with its own network."""
    here = _queue(cell for cell in wanted if not cell.fault.on_three_hosts)
    cables = _queue(cell for cell in wanted if cell.fault.on_three_hosts)
    jobs: Sequence[tuple[SimpleQueue[Cell], Labs]] = [(here, one_machine)] * stacks + [
        (cables, three_machines)
    ]
    taken: list[Taken] = []
    with ThreadPoolExecutor(len(jobs)) as pool:
        running = [pool.submit(_drain, cells_left, labs, taken) for cells_left, labs in jobs]
        try:
            for one in running:
                one.result()
        except KeyboardInterrupt:  # the cells that run now come to their end, so that nothing stays
            for queue in (here, cables):
                while not queue.empty():
                    queue.get_nowait()
            raise
    names = {one.cell for one in taken}
    return [*taken, *(untaken(cell, "no stack came up for it") for cell in wanted if cell.name not in names)]


def _queue(found: Iterator[Cell]) -> "SimpleQueue[Cell]":
    queue: SimpleQueue[Cell] = SimpleQueue()
    for cell in found:
        queue.put(cell)
    return queue


def _drain(queue: "SimpleQueue[Cell]", labs: Labs, taken: list[Taken]) -> None:
    """Cells until there are none left, on one stack; after one that does not come to rest, a fresh one."""
    for _ in range(MAX_STACKS):
        if queue.empty():
            return
        try:
            with labs() as lab:
                _take_on(lab, queue, taken)
        except Exception as error:  # whatever it was: the next stack is another one
            print(f"  a fresh stack: {type(error).__name__}: {error}", flush=True)


def _take_on(lab: Lab, queue: "SimpleQueue[Cell]", taken: list[Taken]) -> None:
    while True:
        try:
            cell = queue.get_nowait()
        except Empty:
            return
        taken.append(take(cell, lab))
        print(document.line(taken[-1]), flush=True)
        if taken[-1].verdict == "bad":
            lab.wait_rest()


def _in_order(wanted: Sequence[Cell], taken: Sequence[Taken]) -> list[Taken]:
    places = {cell.name: place for place, cell in enumerate(wanted)}
    return sorted(taken, key=lambda one: places[one.cell])


if __name__ == "__main__":
    sys.exit(main())
