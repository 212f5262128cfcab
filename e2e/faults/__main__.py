"""`python -m e2e.faults` injects every fault and writes docs/reliability.md; with --only a part, printed."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from queue import Empty, SimpleQueue

from e2e.bench import machine
from e2e.faults import document
from e2e.faults.lab import Lab, NotInTime
from e2e.faults.one_machine import one_machine
from e2e.faults.table import Cell, cells
from e2e.faults.take import AWAY, Taken, take
from e2e.faults.three_machines import three_machines

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
    jobs = [*((here, one_machine) for _ in range(stacks)), (cables, three_machines)]
    with ThreadPoolExecutor(len(jobs)) as pool:
        running = [pool.submit(lambda job: list(_drain(*job)), job) for job in jobs]
        return [one for future in running for one in future.result()]


def _queue(found: Iterator[Cell]) -> "SimpleQueue[Cell]":
    queue: SimpleQueue[Cell] = SimpleQueue()
    for cell in found:
        queue.put(cell)
    return queue


def _drain(queue: "SimpleQueue[Cell]", labs: Labs) -> Iterator[Taken]:
    """Cells until there are none left, on one stack; after one that does not come to rest, a fresh one."""
    while not queue.empty():
        with ExitStack() as stack:
            lab = stack.enter_context(labs())
            try:
                while True:
                    taken = take(queue.get_nowait(), lab)
                    print(document.line(taken), flush=True)
                    yield taken
                    if taken.verdict == "bad":
                        lab.wait_rest()
            except Empty:
                return
            except (NotInTime, *AWAY) as error:
                print(f"  a fresh stack: {error}", flush=True)


def _in_order(wanted: Sequence[Cell], taken: Sequence[Taken]) -> list[Taken]:
    places = {cell.name: place for place, cell in enumerate(wanted)}
    return sorted(taken, key=lambda one: places[one.cell])


if __name__ == "__main__":
    sys.exit(main())
