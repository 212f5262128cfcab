"""The check of an agent's container: whether the control plane has answered lately."""

import os
import subprocess
import sys
import time
from pathlib import Path

from agents.runner import heard


def check(state: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "agents.runner.heard", str(state)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_it_is_well_while_it_is_answered(tmp_path: Path) -> None:
    assert "has not answered this agent yet" in check(tmp_path).stderr
    heard.note(tmp_path)
    assert check(tmp_path).returncode == 0


def test_a_long_silence_is_status_1(tmp_path: Path) -> None:
    heard.note(tmp_path)
    long_ago = time.time() - 100
    os.utime(tmp_path / "heard", (long_ago, long_ago))
    found = check(tmp_path)
    assert found.returncode == 1
    assert "the control plane has not answered for 10" in found.stderr
    heard.note(tmp_path)
    assert heard.problem(tmp_path) == ""


def test_where_it_cannot_write_the_agent_goes_on(tmp_path: Path) -> None:
    heard.note(tmp_path / "gone")
    assert heard.problem(tmp_path / "gone")
