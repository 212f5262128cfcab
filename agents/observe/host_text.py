"""Small readings for facts: a file, or what a program prints; empty when there is none."""

import subprocess
from collections.abc import Sequence
from pathlib import Path


def text_of(path: str | Path) -> str:
    """A small file's text, stripped; empty when it is missing or may not be read."""
    try:
        return Path(path).read_text(errors="replace").strip()
    except OSError:
        return ""


def output_of(argv: Sequence[str]) -> str:
    """Standard output and error of a program that ends by itself."""
    try:
        process = subprocess.run(argv, capture_output=True, timeout=5, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (process.stdout + process.stderr).decode(errors="replace")
