"""A few cells of `make faults`, on one real stack."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from e2e.faults.one_machine import one_machine
from e2e.faults.table import Cell, cells
from e2e.faults.take import Taken, take

pytestmark = pytest.mark.timeout(600)  # a stack on a busy machine

QUICK = (
    "API killed · in a trial",
    "worker killed · between trials",
    "load tool killed · in a trial",
    "agent of the proxy killed · preparing",
    "Redis emptied · in a trial",
)


@pytest.fixture(scope="module")
def take_one() -> Iterator[Callable[[Cell], Taken]]:
    """Takes cells in a thread of its own: a network of a test's own belongs to a thread."""
    with ThreadPoolExecutor(1) as pool, ExitStack() as stack:
        lab = pool.submit(stack.enter_context, one_machine()).result()
        yield lambda cell: pool.submit(take, cell, lab, seconds=1).result()
        pool.submit(stack.close).result()


@pytest.mark.parametrize("cell", [cell for cell in cells() if cell.name in QUICK], ids=lambda cell: cell.name)
def test_a_fault_costs_no_more_than_it_may(cell: Cell, take_one: Callable[[Cell], Taken]) -> None:
    assert take_one(cell).problems == ()


def test_the_cells_are_there() -> None:
    assert {cell.name for cell in cells()} >= set(QUICK)
