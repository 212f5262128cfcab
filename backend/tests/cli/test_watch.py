"""What `dyno up` does while the stack runs: parts and supervisord itself come back."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from backend.cli.embedded import stack as module
from backend.cli.embedded.problem import StackProblem
from backend.cli.embedded.server_certificate import ServerCertificate
from backend.cli.embedded.stack import Stack
from backend.cli.embedded.supervision import Part
from backend.settings import Settings


class Supervisor:
    """Lives for as many looks as it has lists of parts."""

    def __init__(self, *looks: list[Part]) -> None:
        self.looks, self.started = list(looks), list[str]()
        self.process = SimpleNamespace(pid=1, poll=lambda: None if self.looks else 1)

    def parts(self) -> list[Part]:
        return self.looks.pop(0)

    def pids(self) -> str:
        return str(self.looks)

    def start_again(self, part: Part) -> None:
        self.started.append(part.name)


class Parts:
    """Starts once for each of `outcomes`: an error, or the next supervisor."""

    def __init__(self, folder: Path, first: Supervisor, *outcomes: Exception | Supervisor) -> None:
        self.layout = SimpleNamespace(root=folder, log=lambda part: f"{part}.log")
        self.settings, self.dashboard = Settings.model_validate({}), SimpleNamespace(url="http://here")
        self.supervisor, self.outcomes, self.stopped = first, list(outcomes), 0

    def start(self, _say: Any) -> None:
        if not self.outcomes:
            raise KeyboardInterrupt
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        self.supervisor = outcome

    def stop(self) -> None:
        self.stopped += 1

    def why_it_ended(self) -> str:
        return "supervisord ended: killed"


def part(state: str, pid: int = 7) -> Part:
    return Part("postgres", "level10", state, pid, 0, 0)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WATCH_EVERY_S", 0)
    monkeypatch.setattr(module, "ANEW_AFTER_S", (0,))
    monkeypatch.setattr(module.leftovers, "reap_orphans", lambda keep: None)


def watched(parts: Parts, is_interrupted: bool = False) -> list[str]:
    """What it says until Ctrl-C, which is when nothing is left to start."""
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        Stack(parts, ServerCertificate(), None).watch(said.append, lambda: is_interrupted)  # type: ignore[arg-type]
    return said


def test_a_part_that_supervisord_gave_up_is_started_again_and_named(tmp_path: Path) -> None:
    first = Supervisor([part("RUNNING")], [part("FATAL", 0)], [part("RUNNING", 8)], [part("RUNNING", 8)])
    said = watched(Parts(tmp_path, first))
    assert first.started == ["postgres"]
    assert said[0] == "postgres exited and was restarted; see postgres.log"


def test_everything_is_started_anew_until_that_works(tmp_path: Path) -> None:
    full = OSError(28, "No space left on device")
    second = Supervisor([part("RUNNING")], [part("RUNNING")])
    parts = Parts(tmp_path, Supervisor([part("RUNNING")]), full, StackProblem("no room"), second)
    said = watched(parts)
    assert said[:4] == [
        "supervisord ended: killed; restarting everything",
        "not yet: [Errno 28] No space left on device; trying again",
        "not yet: no room; trying again",
        "Dynoboard is back at http://here",
    ]
    assert parts.stopped == 4, "what is left of the one before is ended each time"


def test_it_ends_by_a_signal_whose_exception_was_lost(tmp_path: Path) -> None:
    supervisor = Supervisor([part("RUNNING")], [part("RUNNING")], [part("RUNNING")])
    assert watched(Parts(tmp_path, supervisor), is_interrupted=True) == []
    assert supervisor.looks, "it is left while all parts run"
