"""One stack on one machine for every test that asks for it: its start and end cost more than most of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from e2e.causes.slow_disk import slow_disk
from e2e.faults.one_machine import OneMachine, one_machine

Work = Callable[[Callable[[OneMachine], Any]], Any]


@pytest.fixture(scope="session")
def on_one_machine() -> Iterator[Work]:
    """Calls what it is given with the stack, in a thread whose network is nobody else's."""
    with ThreadPoolExecutor(1) as pool, ExitStack() as stack:
        lab = pool.submit(stack.enter_context, one_machine(slow_disk)).result()
        yield lambda work: pool.submit(work, lab).result()
        pool.submit(stack.close).result()
