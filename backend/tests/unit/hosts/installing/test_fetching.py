"""The packages of other hosts: fetched once when asked for, and served whole or not at all."""

import hashlib
import sys
import threading
from pathlib import Path

import pytest

from backend.cli.embedded.process import wait_until
from backend.hosts.installing import fetching, wheelhouse
from backend.hosts.installing.fetching import Fetches, fetch
from backend.hosts.installing.locked import TARGETS

TARGET = TARGETS[0]
WHEEL = "one-1.0-py3-none-any.whl"
PIP = """
import pathlib, sys, time
if sys.argv[1] == "--version":
    sys.exit()
with open({calls!r}, "a") as calls:
    calls.write("x")
while not pathlib.Path({gate!r}).exists():
    time.sleep(0.01)
pathlib.Path(sys.argv[sys.argv.index("--dest") + 1], {wheel!r}).write_bytes({content!r})
sys.stderr.write({problem!r})
sys.exit(bool({problem!r}))
"""


class Pip:
    """A pip that waits for `gate`, and how often it was asked."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._calls, self.gate = root / "wheels", root / "calls", root / "gate"
        self._script = root / "pip.py"
        lock = root / "agent.lock"
        lock.write_text(f"one==1.0 \\\n    --hash=sha256:{hashlib.sha256(b'the wheel').hexdigest()}\n")
        monkeypatch.setattr(wheelhouse.resources, "AGENT_LOCK", lock)
        monkeypatch.setattr(fetching, "PIPS", ([sys.executable, str(self._script)],))
        self.gives()
        self.gate.touch()

    def gives(self, content: bytes = b"the wheel", problem: str = "") -> None:
        values = {"calls": str(self._calls), "gate": str(self.gate), "wheel": WHEEL}
        self._script.write_text(PIP.format(content=content, problem=problem, **values))

    @property
    def calls(self) -> int:
        return len(self._calls.read_text()) if self._calls.exists() else 0

    def served(self) -> bool:
        return wheelhouse.for_host(self.folder, TARGET) is not None


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pip:
    return Pip(tmp_path, monkeypatch)


def test_many_askers_fetch_once_and_get_nothing_half(pip: Pip) -> None:
    pip.gate.unlink()
    fetches = Fetches()
    assert [fetches.begin(pip.folder, TARGET) for _ in range(20)] == [""] * 20
    wait_until(lambda: pip.calls == 1, "pip")
    assert not pip.served()
    pip.gate.touch()
    wait_until(pip.served, "the packages")
    assert pip.calls == 1


def test_two_processes_fetch_once(pip: Pip) -> None:
    threads = [threading.Thread(target=lambda: list(fetch(pip.folder, [TARGET]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pip.served()
    assert pip.calls == 1
    assert sorted(path.name for path in pip.folder.iterdir()) == [".lock", WHEEL]


def test_what_fails_is_said_leaves_nothing_and_rests(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    pip.gives(problem="WARNING: retrying\nERROR: No route to host\n")
    fetches = Fetches()
    assert fetches.begin(pip.folder, TARGET) == ""
    wait_until(lambda: bool(fetches.last_problem()), "the problem")
    problem = f"nothing for {TARGET.python} {TARGET.machine}: ERROR: No route to host"
    assert [fetches.begin(pip.folder, TARGET) for _ in range(20)] == [problem] * 20
    assert (pip.calls, [path.name for path in pip.folder.iterdir()]) == (1, [".lock"])

    pip.gives()
    monkeypatch.setattr(fetching, "REST_S", 0.0)
    assert fetches.begin(pip.folder, TARGET) == ""
    wait_until(pip.served, "the packages")
    wait_until(lambda: not fetches.last_problem(), "the end")


def test_an_index_out_of_reach_is_named_as_that(pip: Pip) -> None:
    pip.gives(
        problem="WARNING: Retrying (Retry(total=1)) after NewConnectionError\nERROR: No match for one\n"
    )
    (problem,) = fetch(pip.folder, [TARGET])
    assert problem.endswith(": the package index cannot be reached from here")


def test_a_pip_that_hangs_is_given_up(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody else could fetch anything for as long as it hangs."""
    pip.gate.unlink()
    monkeypatch.setattr(fetching, "MAX_DOWNLOAD_S", 0.5)
    (problem,) = fetch(pip.folder, [TARGET])
    assert "pip took longer than" in problem
    assert not pip.served()


def test_what_the_lock_does_not_name_is_not_served(pip: Pip) -> None:
    pip.gives(content=b"something else")
    assert list(fetch(pip.folder, [TARGET])) == []
    assert not pip.served()


def test_what_an_earlier_fetch_left_unfinished_goes(pip: Pip) -> None:
    (part := pip.folder / ".part-old").mkdir(parents=True)
    (part / WHEEL).write_bytes(b"the wh")
    assert list(fetch(pip.folder, [TARGET])) == []
    assert not part.exists()


def test_a_complete_folder_is_left_alone(pip: Pip) -> None:
    pip.folder.mkdir()
    (pip.folder / WHEEL).write_bytes(b"the wheel")
    assert list(fetch(pip.folder, TARGETS)) == []
    assert [path.name for path in pip.folder.iterdir()] == [WHEEL]


@pytest.mark.parametrize("pips", [(), (["/nowhere/pip"],)])
def test_without_pip_it_says_what_to_install(
    pip: Pip, monkeypatch: pytest.MonkeyPatch, pips: tuple[list[str], ...]
) -> None:
    monkeypatch.setattr(fetching, "PIPS", pips)
    assert "apt-get install python3-pip" in "".join(fetch(pip.folder, [TARGET]))
