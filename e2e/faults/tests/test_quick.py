"""A few cells of `make faults`, on one real stack."""

import pytest

from e2e.conftest import Work
from e2e.faults.table import Cell, cells
from e2e.faults.take import take

pytestmark = pytest.mark.timeout(600)  # a stack on a busy machine

QUICK = (
    "API killed · in a trial",
    "worker killed · between trials",
    "load tool killed · in a trial",
    "agent of the proxy killed · preparing",
    "Redis emptied · in a trial",
    "state directory lost with its agent · in a trial",
)


@pytest.mark.parametrize("cell", [cell for cell in cells() if cell.name in QUICK], ids=lambda cell: cell.name)
def test_a_fault_costs_no_more_than_it_may(cell: Cell, on_one_machine: Work) -> None:
    assert on_one_machine(lambda lab: take(cell, lab, seconds=1)).problems == ()


def test_the_cells_are_there() -> None:
    assert {cell.name for cell in cells()} >= set(QUICK)
