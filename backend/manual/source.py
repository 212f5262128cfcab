"""Where the documentation is, and its pages as they are now."""

from functools import lru_cache
from pathlib import Path

from backend import resources
from backend.manual.pages import Manual, read

_FILES = {".json", ".png", ".svg", ".yml", ".yaml"}


def folder() -> Path:
    """In a wheel the pages are part of this package; in a checkout they are the repository's `docs/`."""
    return resources.MANUAL


def manual() -> Manual:
    """All pages, read again when one of them has changed."""
    pages = sorted(folder().glob("*.md"))
    return _read(folder(), tuple((path, path.stat().st_mtime_ns) for path in pages))


@lru_cache(maxsize=2)
def _read(root: Path, pages: tuple[tuple[Path, int], ...]) -> Manual:
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.suffix in _FILES}
    return read({path.stem: path.read_text("utf-8") for path, _ in pages}, frozenset(files))
