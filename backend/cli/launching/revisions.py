"""Servers of git revisions: each built in a work tree of its own by the operator's command."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

MAX_REVISIONS = 64
BUILD_TIMEOUT_S = 1800
SKIP = 125
"""Exit status of a build that says: this revision cannot be built, leave it out."""
_RANGE = re.compile(r"[A-Za-z0-9][\w./~^@-]{0,199}\.\.[A-Za-z0-9][\w./~^@-]{0,199}")


class BuildProblem(Exception):
    """A range, a build or a server that cannot be used; the text says why."""


def add_revisions(repository: Path, revisions: str, command: str, say: Callable[[str], None]) -> list[str]:
    """Build every revision of a range with its first end, add each as a server; their names, oldest first.

    The command runs in a fresh work tree, without a shell, and leaves nginx at $DYNO_BUILT.
    Its output is kept in a log.
    """
    hashes = _hashes(repository, revisions)
    folder = Path(tempfile.mkdtemp(prefix="dyno-bisect-"))
    names: list[str] = []
    for number, revision in enumerate(hashes, 1):
        name = f"git-{revision[:10]}"
        say(f"{number} of {len(hashes)}: {name}")
        built_path = folder / f"{name}.nginx"
        status = _build(repository, revision, command, built_path, folder / f"{name}.log")
        if status == SKIP:
            say(f"  skipped: the build ended with {SKIP}")
            continue
        if status or not built_path.is_file():
            problem = f"it ended with {status}" if status else "it left no file at $DYNO_BUILT"
            raise BuildProblem(f"{name} was not built: {problem}; see {folder / f'{name}.log'}")
        _add(name, built_path)
        names.append(name)
    say(f"Logs are in {folder}")
    return names


def _hashes(repository: Path, revisions: str) -> list[str]:
    if not _RANGE.fullmatch(revisions):
        raise BuildProblem(f"--range takes two revisions such as v1.0..v1.1; got “{revisions[:80]}”")
    first = _git(repository, "rev-parse", "--verify", f"{revisions.split('..')[0]}^{{commit}}")
    later = _git(repository, "rev-list", "--reverse", "--first-parent", revisions, "--").split()
    hashes = [first.strip(), *later]
    if len(hashes) > MAX_REVISIONS:
        raise BuildProblem(f"{len(hashes)} revisions are too many to build; at most {MAX_REVISIONS} are")
    return hashes


def _git(repository: Path, *arguments: str) -> str:
    result = subprocess.run(
        ["git", "-C", str(repository), *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    if result.returncode:
        raise BuildProblem(f"git: {result.stderr.strip()[:300]}")
    return result.stdout


def _build(repository: Path, revision: str, command: str, built_path: Path, log: Path) -> int:
    """The exit status of the build of a revision; its work tree goes away."""
    tree = built_path.with_suffix(".tree")
    _git(repository, "worktree", "add", "--detach", "--force", str(tree), revision)
    try:
        with log.open("wb") as output:
            return subprocess.run(
                shlex.split(command),
                cwd=tree,
                env={**os.environ, "DYNO_BUILT": str(built_path)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
                timeout=BUILD_TIMEOUT_S,
            ).returncode
    except subprocess.TimeoutExpired:
        raise BuildProblem(f"the build of {revision[:10]} takes longer than 30 min; see {log}") from None
    finally:
        shutil.rmtree(tree, ignore_errors=True)
        _git(repository, "worktree", "prune")


def _add(name: str, path: Path) -> None:
    """Add it as the agent's own program does; its refusal is passed on."""
    arguments = [sys.executable, "-P", "-m", "agents.runner", "server", "add", name, "--file", str(path)]
    result = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=120)
    if result.returncode:
        raise BuildProblem(f"{name} was not added: {(result.stderr or result.stdout).strip()[:500]}")
