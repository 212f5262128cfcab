"""What is ended with a server is its own, though the kernel gives its numbers to others once it is gone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from agents import procfs
from agents.processes import Child, Processes
from agents.sandbox.spec import SandboxSpec
from agents.servers.escaped import Mounts, end_members

Start = Callable[[], Child]


@pytest.fixture
def start(processes: Processes, tmp_path: Path) -> Iterator[Start]:
    """Start a child that does nothing for a minute."""
    with ExitStack() as stack, (tmp_path / "output").open("ab") as output:

        def start() -> Child:
            child = processes.start(
                ["sleep", "60"], stdout=output, stderr=output, cwd=Path("/"), spec=SandboxSpec()
            )
            stack.callback(child.stop)
            return child

        yield start


def test_mounts_of_a_later_child_are_not_those_of_one_that_is_gone(start: Start) -> None:
    child = start()
    mounts = Mounts(child.pid)
    child.stop()
    later_children = [start() for _ in range(5)]
    end_members(child, mounts)
    assert all(procfs.is_running(later.pid) for later in later_children)


def test_a_child_that_is_gone_does_not_stop_who_has_its_pid(start: Start) -> None:
    child, stranger = start(), start()
    mounts = Mounts(child.pid)
    child.stop()
    child.pid = stranger.pid
    child.stop()
    end_members(child, mounts)
    assert procfs.is_running(stranger.pid)
