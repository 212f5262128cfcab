"""Faults in the frontend: one operator of one line, recorded by the line's text."""

import os
import random
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from e2e.mutants.related import distances

SWAPS = {
    " === ": " !== ",
    " !== ": " === ",
    " && ": " || ",
    " || ": " && ",
    " < ": " <= ",
    " > ": " >= ",
    " + 1": " + 2",
}
IMPORT = re.compile(r"(?:from |import\(|import )'(@/|\.\.?/)([^']+)'")
OPERATOR = re.compile("|".join(re.escape(text) for text in SWAPS))


def _sources(root: Path) -> list[Path]:
    paths = sorted(p for p in (root / "frontend/src").rglob("*.ts*") if not p.name.endswith(".d.ts"))
    return [path for path in paths if ".test." not in path.name and "test" not in path.parent.parts]


def draw(root: Path, seed: int, count: int) -> list[dict[str, Any]]:
    """One of a file at most: one of every room (`features/compare`, `api`), then of any file."""
    generator = random.Random(seed)
    paths = _sources(root)
    generator.shuffle(paths)
    faults: dict[Path, dict[str, Any]] = {}
    for path in paths:
        lines = [line.strip() for line in path.read_text().splitlines()]
        candidates = [
            line for line in lines if OPERATOR.search(line) and not line.startswith(("//", "*", "import"))
        ]
        if candidates:
            line = generator.choice(candidates)
            after = OPERATOR.sub(lambda match: SWAPS[match[0]], line, count=1)
            faults[path] = {"file": str(path.relative_to(root)), "before": line, "after": after}
    first_of_room = {path.relative_to(root).parts[2:-1][:2]: path for path in reversed(faults)}
    firsts = set(first_of_room.values())
    return [faults[path] for path in sorted(faults, key=lambda path: path not in firsts)[:count]]


@cache
def _importers(root: Path) -> dict[str, set[str]]:
    importers: dict[str, set[str]] = {}
    for path in (root / "frontend/src").rglob("*.ts*"):
        for start, rest in IMPORT.findall(path.read_text()):
            folder = root / "frontend/src" if start == "@/" else path.parent
            base = os.path.normpath(folder / (rest if start == "@/" else start + rest))
            for end in (".ts", ".tsx"):
                importers.setdefault(base + end, set()).add(str(path))
    return importers


def _tests(root: Path, path: Path) -> list[str]:
    """The test files that import a file, the nearest first."""
    distance = distances(_importers(root), str(path))

    def rank(test: str) -> tuple[int, str]:
        shared_count = len(set(path.parts[:-1]) & set(Path(test).parts))
        return distance[test] - 2 * (path.stem in Path(test).name) - shared_count, test

    return sorted((name for name in distance if ".test." in name), key=rank)


def try_fault(root: Path, fault: dict[str, Any]) -> dict[str, Any]:
    """Caught, missed, or gone with its line."""
    first_path = root / fault["file"]
    for path in ([first_path] if first_path.exists() else []) + _sources(root):
        original = path.read_text()
        if fault["before"] in original:
            tests = _tests(root, path)
            path.write_text(original.replace(fault["before"], fault["after"], 1))
            try:
                is_caught = _fails(root, tests[:2]) or _fails(root, tests[2:12])
            finally:
                path.write_text(original)
            return {"result": "caught" if is_caught else "missed"}
    return {"result": "gone"}


def _fails(root: Path, tests: list[str]) -> bool:
    if not tests:
        return False
    command = ["npx", "vitest", "run", "--bail=1", *tests]
    return bool(subprocess.run(command, cwd=root / "frontend", capture_output=True, timeout=900).returncode)
