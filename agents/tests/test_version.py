"""The version of a checkout, a worktree and a wheel: which code is it?"""

import subprocess
from pathlib import Path

import pytest

from agents.version import RELEASE, VERSION_FILE, read_version, version_of

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(folder), *identity, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    (folder / "agents").mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "First")
    return folder


def version_at(folder: Path) -> str:
    return read_version(folder / "agents")


def test_a_checkout_is_named_by_its_commit(checkout: Path) -> None:
    first = version_at(checkout)
    assert first == f"{RELEASE}+g{git(checkout, 'rev-parse', 'HEAD')[:8]}"
    git(checkout, "pack-refs", "--all")
    assert version_at(checkout) == first
    git(checkout, "checkout", "--quiet", "--detach")
    assert version_at(checkout) == first
    git(checkout, "commit", "--quiet", "--allow-empty", "--message", "Second")
    assert version_at(checkout) != first


def test_a_worktree_is_named_by_its_own_commit(checkout: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    git(checkout, "worktree", "add", "--quiet", "-b", "side", str(tree))
    git(tree, "commit", "--quiet", "--allow-empty", "--message", "Aside")
    assert version_at(tree) == f"{RELEASE}+g{git(tree, 'rev-parse', 'HEAD')[:8]}"


def test_a_wheel_is_named_by_what_was_built_into_it(checkout: Path) -> None:
    """Also where somebody keeps the environment inside a repository of their own."""
    (checkout / "agents" / VERSION_FILE).write_text("0.2.0.dev0+g11111111\n")
    assert version_at(checkout) == "0.2.0.dev0+g11111111"


@pytest.mark.parametrize("head", ["", "ref: refs/heads/none", "ref: ../../x", "not a commit", "\0"])
def test_a_broken_repository_leaves_the_number_alone(checkout: Path, head: str) -> None:
    (checkout / ".git" / "HEAD").write_text(head)
    assert version_at(checkout) == RELEASE


def test_a_release_is_its_number_alone() -> None:
    assert version_of("0.2.0", COMMIT) == "0.2.0"
    assert version_of("0.2.0.dev0", COMMIT) == "0.2.0.dev0+g01234567"
    assert version_of("0.2.0.dev0", "") == "0.2.0.dev0"
