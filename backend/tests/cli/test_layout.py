"""The data directory: folders, lock and secrets."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from backend.cli.embedded.layout import prepare_layout, take_lock
from backend.cli.embedded.problem import StackProblem


def test_secrets_are_made_once_for_their_owner_only(tmp_path: Path) -> None:
    layout = prepare_layout(tmp_path / "data")
    secret = layout.secret("broker-password")
    assert len(secret) >= 32
    assert prepare_layout(tmp_path / "data").secret("broker-password") == secret
    assert stat.S_IMODE((layout.root / "secrets" / "broker-password").stat().st_mode) == 0o600


def test_a_directory_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StackProblem, match=r"cannot write to .*file/data \(not a directory\)"):
        prepare_layout(tmp_path / "file" / "data")


@pytest.mark.parametrize("name", ["a;b", "50%", "it's", "a#b", "a{b"])
def test_paths_that_configuration_files_would_misread_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(StackProblem, match="special"):
        prepare_layout(tmp_path / name)


def test_a_second_stack_on_one_directory_is_told_who_has_it(tmp_path: Path) -> None:
    layout = prepare_layout(tmp_path)
    code = (
        "import sys, pathlib; from backend.cli.embedded.layout import *;"
        "lock = take_lock(prepare_layout(pathlib.Path(sys.argv[1])));"
        "print('locked', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "locked\n"
    with pytest.raises(StackProblem, match=f"in use by .* process id {other.pid}"):
        take_lock(layout)
    other.communicate()
    with take_lock(layout) as lock:
        lock.seek(0)
        assert lock.read() == str(os.getpid())


def test_folders_are_closed_to_others_also_when_they_were_open_before(tmp_path: Path) -> None:
    layout = prepare_layout(tmp_path / "data")
    inner = [layout.logs, layout.root / "secrets", layout.root / "agents", layout.run]
    for folder in inner:
        folder.chmod(0o755)
    prepare_layout(layout.root)
    passage = 0o711 if os.geteuid() == 0 else 0o700  # PostgreSQL's own user passes through under root
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in inner] == [0o700, 0o700, 0o700, passage]
    assert stat.S_IMODE(layout.root.stat().st_mode) == passage
