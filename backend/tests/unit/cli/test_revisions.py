"""`dyno bisect --range`: each revision becomes a server of this host, or one line says why not."""

import os
import subprocess
from pathlib import Path

import pytest

from backend.cli.launching import revisions
from backend.cli.launching.revisions import BuildProblem, add_revisions

AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@example.com"]


def git(repository: Path, *words: str) -> str:
    result = subprocess.run(
        ["git", "-C", str(repository), *words], check=True, capture_output=True, text=True
    )
    return result.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Three revisions, v1 to v3; the second cannot be built."""
    folder = tmp_path / "source"
    folder.mkdir()
    git(folder, "init", "-q")
    for number, line in enumerate(("echo one", "exit 125", "echo three"), 1):
        (folder / "build.sh").write_text(f'#!/bin/sh\n{line}\necho "{number}" > "$DYNO_BUILT"\n')
        (folder / "build.sh").chmod(0o755)
        git(folder, "add", "-A")
        git(folder, *AUTHOR, "commit", "-q", "-m", f"{number}")
        git(folder, "tag", f"v{number}")
    return folder


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Name → program of what was added; the agent's own program is not run."""
    programs: dict[str, Path] = {}

    def run_agent(*words: str) -> subprocess.CompletedProcess[str]:
        if words[0] == "add":
            programs[words[1]] = Path(words[3])
        lines = "".join(f"{name} nginx/1.0\n" for name in programs)
        return subprocess.CompletedProcess(words, 0, stdout=lines, stderr="")

    monkeypatch.setattr(revisions, "_run_agent", run_agent)
    monkeypatch.setattr(revisions, "ROOT_FOLDER", tmp_path / "servers")
    monkeypatch.setenv("HOME", str(tmp_path))
    return programs


def test_each_revision_that_can_be_built_is_added_once(repository: Path, servers: dict[str, Path]) -> None:
    names = [f"git-{git(repository, 'rev-parse', tag)[:10]}" for tag in ("v1", "v3")]
    messages: list[str] = []
    assert add_revisions(repository, "v1..v3", "./build.sh", messages.append) == names
    assert [servers[name].read_text() for name in names] == ["1\n", "3\n"]
    for path in servers.values():
        assert os.stat(path).st_mode & 0o005 == 0o005, "the user that servers run as may start it"
        assert os.stat(path.parent).st_mode & 0o005 == 0o005
    assert "  skipped: the build ended with 125" in messages
    for path in servers.values():
        path.write_text("kept")
    assert add_revisions(repository, "v1..v3", "./build.sh", messages.append) == names
    assert {path.read_text() for path in servers.values()} == {"kept"}
    assert len(git(repository, "worktree", "list").splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("./nowhere.sh", r"--build ./nowhere.sh cannot be started in \w+: No such file"),
        ("sh -c 'x", "is no command: No closing quotation"),
        (" ", "--build is empty"),
        ("false", r"it ended with 1; see /.*\.log"),
        ("true", "it left no file at"),
    ],
)
def test_what_cannot_be_built_is_said(
    repository: Path, servers: dict[str, Path], command: str, words: str
) -> None:
    with pytest.raises(BuildProblem, match=words):
        add_revisions(repository, "v1..v3", command, lambda _: None)
    assert servers == {}
    assert len(git(repository, "worktree", "list").splitlines()) == 1


@pytest.mark.parametrize("text", ["v1", "v1;id..v2", "--upload-pack=x..v2", "v1..nowhere", ""])
def test_only_two_revisions_are_a_range(repository: Path, servers: dict[str, Path], text: str) -> None:
    with pytest.raises(BuildProblem):
        add_revisions(repository, text, "./build.sh", lambda _: None)
