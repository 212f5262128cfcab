"""Load tools that are stopped before their first request: as they start, or once they wait for others."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil

from agents import procfs
from agents.load.gate import GATE
from e2e.faults.injected import Injected
from e2e.faults.one_machine import OneMachine
from e2e.faults.table import STOPPED_S

START_WITHIN_S = 60.0
LOOK_S = 0.001
FOR_LONG_S = 45.0  # agents wait 30 s for load tools that are to begin together


@contextmanager
def block(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    _stop(lab, _is_being_started, STOPPED_S)
    yield Injected()


@contextmanager
def block_for_long(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    _stop(lab, _is_being_started, FOR_LONG_S)
    yield Injected()


@contextmanager
def block_ready(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    _stop(lab, _waits_for_others, STOPPED_S)
    yield Injected()


def _stop(lab: OneMachine, is_there: Callable[[psutil.Process], bool], seconds: float) -> None:
    """Stop the next load tool for which it holds, also once it is stopped."""
    agents = [process.pid for process in lab.processes("agent-load")]
    victims: list[psutil.Process] = []

    def is_stopped() -> bool:
        for process in (psutil.Process(pid) for agent in agents for pid in procfs.children(agent)):
            if is_there(process):
                process.suspend()
                if is_there(process):
                    victims.append(process)
                    return True
                process.resume()
        return False

    lab.wait(is_stopped, "a load tool that starts", START_WITHIN_S, LOOK_S)
    time.sleep(seconds)
    with suppress(psutil.NoSuchProcess):
        victims[0].resume()


def _is_being_started(process: psutil.Process) -> bool:
    """Whether a command before the load tool runs, which makes its sandbox."""
    words = process.cmdline()
    return "setpriv" in words and _is_load(words)


def _waits_for_others(process: psutil.Process) -> bool:
    """Whether the shell before the tool waits at its gate; or wrk, which has no thread for its load then."""
    words = process.cmdline()
    is_shell = words[:1] == ["sh"] and words[3:4] == [GATE] and _is_load(words)
    return is_shell or (process.name() == "wrk" and process.num_threads() == 1 and _is_load(words))


def _is_load(words: list[str]) -> bool:
    """Whether a command loads a server, and does not only ask a tool for its version or its report."""
    return "attack" in words or any(word.startswith("http") for word in words)
