"""One `dyno up` for the tests that leave it as they found it: its start costs twenty seconds of a CPU."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from backend.tests.cli.stack import Up, start_up

ON_STACK = {"test_ceiling_for_real.py", "test_faults.py", "test_login.py", "test_up.py"}


@pytest.fixture(scope="session")
def stack() -> Iterator[Up]:
    """In a folder with a short path that PostgreSQL's account can pass; `state` is that of its user."""
    folder = Path(tempfile.mkdtemp(prefix="dyno-up-"))
    folder.chmod(0o711)
    with start_up(folder / "data", XDG_STATE_HOME=str(folder / "state")) as up:
        yield up
    assert list((folder / "state" / "dynoboard").iterdir()) == []
    shutil.rmtree(folder, ignore_errors=True)


class _StackTogether(LoadFileScheduling):
    """Each file in one process, as with `--dist loadfile`, and those of the stack in the same one."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "stack" if Path(file).name in ON_STACK else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    return _StackTogether(config, log)
