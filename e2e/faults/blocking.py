"""Load tools that are stopped before their first request: a single one, or one of several that wait."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

from agents.catalog.tools import LOAD_TOOLS
from e2e.faults.injected import Injected
from e2e.faults.one_machine import OneMachine
from e2e.faults.table import BLOCKED_S, STOPPED_S

START_WITHIN_S = 60.0
LOOK_S = 0.001


@contextmanager
def block(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    _block(lab, STOPPED_S)
    yield Injected()


@contextmanager
def block_for_long(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    """Longer than agents wait for it."""
    _block(lab, BLOCKED_S)
    yield Injected()


def _block(lab: OneMachine, seconds: float) -> None:
    victims: list[psutil.Process] = []

    def is_blocked() -> bool:
        for process in (child for agent in lab.processes("agent-load") for child in agent.children()):
            if _is_starting(process):
                process.suspend()
                if _is_starting(process):
                    victims.append(process)
                    return True
                process.resume()
        return False

    lab.wait(is_blocked, "a load tool that starts", START_WITHIN_S, LOOK_S)
    time.sleep(seconds)
    with suppress(psutil.NoSuchProcess):
        victims[0].resume()


def _is_starting(process: psutil.Process) -> bool:
    """Whether a load tool has sent nothing: a command before it runs, or wrk has no thread for its load."""
    words, name = process.cmdline(), process.name()
    tool = next((tool for tool in LOAD_TOOLS if tool in words), "")
    is_load = bool(tool) and (tool != "vegeta" or "attack" in words)
    return is_load and (name != tool or (tool == "wrk" and process.num_threads() == 1))
