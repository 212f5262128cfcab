"""A release: what refuses it, and on a real repository what is tagged. Only `make` is replaced."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from requirements.release import notes, problems

SCRIPT = Path(__file__).parents[4] / "requirements/release.py"
CODE = 'RELEASE = "1.2.3"\n'
CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.3] - 2026-01-31
### Added
- A dial.

## [1.2.2] - 2026-01-01
- First.
"""


def refusals(version: str = "1.2.3", **changed: str) -> str:
    texts = {"changes": "", "code": CODE, "changelog": CHANGELOG} | changed
    return "\n".join(problems(version, tags=["v1.2.2"], **texts))


def test_a_release_that_is_ready_has_no_problems():
    assert refusals() == ""


@pytest.mark.parametrize(
    ("version", "changed", "reason"),
    [
        ("1.2", {}, "'1.2' is not a version"),
        ("v1.2.3", {}, "'v1.2.3' is not a version"),
        ("1.2.3; id", {}, "is not a version"),
        ("1.2.2", {}, "the tag v1.2.2 exists"),
        ("1.2.4", {}, "does not say RELEASE"),
        ("1.2.4", {}, "no text below ## [1.2.4]"),
        ("1.2.3", {"changes": " M README.md"}, "not committed:\n M README.md"),
        ("1.2.3", {"changelog": CHANGELOG.replace("[1.2.3] - 2026-01-31", "[1.2.3]")}, "no text below"),
        (
            "1.2.3",
            {"changelog": CHANGELOG.replace("### Added\n- A dial.\n", "")},
            "no text below ## [1.2.3]",
        ),
        (
            "1.2.3",
            {"changelog": CHANGELOG.replace("## [Unreleased]\n", "")},
            "no section ## [Unreleased]",
        ),
        (
            "1.2.3",
            {"changelog": CHANGELOG.replace("[Unreleased]\n", "[Unreleased]\n- B.\n")},
            "entries left",
        ),
    ],
)
def test_what_is_not_ready_is_refused(version: str, changed: dict[str, str], reason: str):
    assert reason in refusals(version, **changed)


def test_the_notes_end_at_the_next_release():
    assert notes(CHANGELOG, "1.2.3") == "### Added\n- A dial."
    assert notes(CHANGELOG, "1.2.2") == "- First."


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit, and a `make` that builds the wheels named in its file `builds`."""
    programs = tmp_path / "programs"
    programs.mkdir()
    make = programs / "make"
    make.write_text('#!/bin/sh\nset -e\ntest "$1" = packages\nmkdir dist\ncd dist\ntouch $(cat ../builds)\n')
    make.chmod(0o755)
    top = tmp_path / "checkout"
    (top / "agents").mkdir(parents=True)
    (top / "agents/version.py").write_text(CODE)
    (top / "CHANGELOG.md").write_text(CHANGELOG)
    (top / ".gitignore").write_text("dist/\n")
    (top / "builds").write_text("dynoboard-1.2.3-py3-none-any.whl dynoboard_agent-1.2.3-py3-none-any.whl")
    git(top, "init", "--quiet")
    git(top, "add", ".")
    git(top, "commit", "--quiet", "--message", "Begin")
    return top


def git(top: Path, *words: str) -> str:
    identity = ["-c", "user.name=N", "-c", "user.email=n@example.org"]
    return subprocess.run(
        ["git", "-C", str(top), *identity, *words], check=True, capture_output=True, text=True
    ).stdout


def release(top: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PATH": f"{top.parent / 'programs'}:{os.environ['PATH']}",
        "GIT_COMMITTER_NAME": "N",
        "GIT_COMMITTER_EMAIL": "n@example.org",
    }
    return subprocess.run(
        [sys.executable, str(SCRIPT), "1.2.3"],
        check=False,
        cwd=top,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_a_release_is_tagged_with_its_notes(checkout: Path):
    done = release(checkout)
    assert done.returncode == 0, done.stderr
    tag = git(checkout, "tag", "--list", "--format=%(refname:short) %(objecttype) %(contents)")
    assert tag.split("\n", 1)[0] == "v1.2.3 tag Dynoboard 1.2.3"
    assert "### Added\n- A dial." in tag
    assert "the tag v1.2.3 exists" in release(checkout).stderr


@pytest.mark.parametrize("builds", ["dynoboard-1.2.3-py3-none-any.whl", "a.whl b.whl"])
def test_wheels_of_another_name_are_not_tagged(checkout: Path, builds: str):
    (checkout / "builds").write_text(builds)
    git(checkout, "commit", "--quiet", "--all", "--message", "Build something else")
    done = release(checkout)
    assert done.returncode == 1
    assert builds.split()[0] in done.stderr
    assert git(checkout, "tag", "--list") == ""
