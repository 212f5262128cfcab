"""`dyno backup` where its file has no room: one line, and nothing is left."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from backend.tests.cli.stack import environment_with

KIB = 1024


def backup(url: str, file: str, room: int, **options: object) -> subprocess.CompletedProcess[str]:
    """The command in a process whose files may have `room` bytes."""
    return subprocess.run(
        [sys.executable, "-m", "backend.cli.main", "backup", file],
        check=False,
        env=environment_with({"DYNO_DATABASE_URL": url}),
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        **options,  # pyright: ignore[reportArgumentType, reportCallIssue]
    )


@pytest.mark.parametrize(
    "room",
    [pytest.param(0, marks=pytest.mark.exhaustive), pytest.param(100, marks=pytest.mark.exhaustive), 4 * KIB],
)
def test_a_file_without_room_is_one_line_and_goes(old: str, tmp_path: Path, room: int) -> None:
    file = tmp_path / "server.dyno"
    process = backup(old, str(file), room)
    assert (process.returncode, process.stderr) == (1, f"dyno backup: {file}: File too large\n")
    assert os.listdir(tmp_path) == []


def test_a_full_disk_behind_standard_output_is_one_line(old: str) -> None:
    with open("/dev/full", "wb") as full:
        process = backup(old, "-", resource.RLIM_INFINITY, stdout=full)
    assert process.returncode == 1
    assert process.stderr == "dyno backup: standard output: No space left on device\n"
