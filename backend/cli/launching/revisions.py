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
ROOT_FOLDER = Path("/opt/dynoboard-servers")
SKIP = 125
"""Exit status of a build that says: this revision cannot be built, leave it out."""
_RANGE = re.compile(r"[A-Za-z0-9][\w./~^@-]{0,199}\.\.[A-Za-z0-9][\w./~^@-]{0,199}")


class BuildProblem(Exception):
    """A range, a build or a server that cannot be used; the text says why."""


def add_revisions(repository: Path, revisions: str, command: str, say: Callable[[str], None]) -> list[str]:
    """Build every revision of a range with its first end, add each as a server; their names, oldest first.

    The command runs in a fresh work tree, without a shell, and leaves nginx at $DYNO_BUILT.
    Its output is kept in a log. A revision that an earlier range added is not built again.
    """
    words, hashes = _words(command), _hashes(repository, revisions)
    folder, declared_names = _folder(), _declared_names()
    names: list[str] = []
    for number, revision in enumerate(hashes, 1):
        name = f"git-{revision[:10]}"
        say(f"{number} of {len(hashes)}: {name}")
        if name in declared_names:
            say(f"  added before; to build it anew: dyno agent server remove {name}")
            names.append(name)
            continue
        built_path = folder / f"{name}.nginx"
        status = _build(repository, revision, words, built_path, folder / f"{name}.log")
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


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BuildProblem(f"--build “{command[:80]}” is no command: {error}") from None
    if not words:
        raise BuildProblem("--build is empty; give the command that builds nginx")
    return words


def _folder() -> Path:
    """Make the folder of builds, open to the user that servers run as."""
    folder = ROOT_FOLDER if os.geteuid() == 0 else Path.home() / ".dyno/servers.d"
    revisions = folder / ".revisions"  # no server has such a name
    revisions.mkdir(parents=True, exist_ok=True)
    for path in (folder, revisions):
        path.chmod(0o755)
    return revisions


def _declared_names() -> set[str]:
    """Names of the servers that this host has."""
    return {line.split()[0] for line in _run_agent("list").stdout.splitlines() if line.strip()}


def _build(repository: Path, revision: str, words: list[str], built_path: Path, log: Path) -> int:
    """The exit status of the build of a revision; its work tree goes away."""
    built_path.unlink(missing_ok=True)
    tree = Path(tempfile.mkdtemp(prefix="dyno-revision-"))
    _git(repository, "worktree", "add", "--detach", "--force", str(tree), revision)
    try:
        with log.open("wb") as output:
            return subprocess.run(
                words,
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
    except OSError as error:
        raise BuildProblem(
            f"--build {words[0]} cannot be started in {revision[:10]}: {error.strerror}"
        ) from None
    finally:
        shutil.rmtree(tree, ignore_errors=True)
        _git(repository, "worktree", "prune")


def _add(name: str, path: Path) -> None:
    """Add it as the agent's own program does; its refusal is passed on."""
    path.chmod(0o755)
    result = _run_agent("add", name, "--file", str(path))
    if result.returncode:
        raise BuildProblem(f"{name} was not added: {(result.stderr or result.stdout).strip()[:500]}")


def _run_agent(*words: str) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-P", "-m", "agents.runner", "server", *words]
    return subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=120)
