"""Version of this code (PEP 440): that of a release, or between releases with the commit that was built."""

import re
from pathlib import Path

RELEASE = "0.2.0.dev0"
"""A release's number is set here alone; between releases it is the next one's, with `.dev0`."""
VERSION_FILE = "built_version.txt"
_COMMIT = re.compile(r"[0-9a-f]{40,64}")


def read_version(package: Path = Path(__file__).parent) -> str:
    """The version that was built into a wheel, else that of the checkout around the package."""
    version_file = package / VERSION_FILE
    if version_file.is_file():
        return version_file.read_text("ascii").strip()
    return version_of(RELEASE, _read_commit(package.parent / ".git"))


def version_of(release: str, commit: str) -> str:
    """`0.2.0.dev0+g0123abcd`; a release, and a checkout without a commit, as it is."""
    return f"{release}+g{commit[:8]}" if ".dev" in release and commit else release


def _read_commit(git: Path) -> str:
    """The commit that is checked out; empty: unknown. Reads files: Git may be missing, or refuse root."""
    try:
        if git.is_file():  # a worktree
            git = git.parent / git.read_text().removeprefix("gitdir: ").strip()
        head = (git / "HEAD").read_text().strip()
        commit = _resolve(git, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except (OSError, UnicodeDecodeError):
        return ""
    return commit if _COMMIT.fullmatch(commit) else ""


def _resolve(git: Path, ref: str) -> str:
    common_file = git / "commondir"
    folder = git / common_file.read_text().strip() if common_file.is_file() else git
    if (folder / ref).is_file():
        return (folder / ref).read_text().strip()
    lines = (folder / "packed-refs").read_text().splitlines()
    return next((line.split(" ")[0] for line in lines if line.endswith(f" {ref}")), "")
