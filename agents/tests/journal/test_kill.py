"""SIGKILL before, in and after every single write, of a change and of its recovery: nothing stays changed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agents.tests.netns import Namespace, needs_root


@pytest.mark.exhaustive
@needs_root
def test_killed_at_each_write_a_new_start_gives_everything_back(
    namespace: Namespace, interrupt: str, tmp_path: Path
) -> None:
    argv = [sys.executable, "-m", "agents.tests.journal.each_write", str(tmp_path / "state"), interrupt]
    done = subprocess.run([*namespace.enter, *argv], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["differing"] == {}
    # four changes, each: line, sync, value; one a second time; four values back; the journal's own end
    assert min(said["kills"].values()) >= 4 * 3 + 3 + 4 + 5, said
