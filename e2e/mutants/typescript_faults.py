"""Faults in the frontend: one operator of one line, recorded by the line's text."""

import random
import re
import subprocess
from pathlib import Path
from typing import Any

COUNT = 16
SWAPS = {
    " === ": " !== ",
    " !== ": " === ",
    " && ": " || ",
    " || ": " && ",
    " < ": " <= ",
    " > ": " >= ",
    " + 1": " + 2",
}
OPERATOR = re.compile("|".join(re.escape(text) for text in SWAPS))


def _sources(root: Path) -> list[Path]:
    paths = sorted(p for p in (root / "frontend/src").rglob("*.ts*") if not p.name.endswith(".d.ts"))
    return [path for path in paths if ".test." not in path.name and "test" not in path.parent.parts]


def draw(root: Path, seed: int) -> list[dict[str, Any]]:
    """One of a file at most."""
    generator = random.Random(seed)
    faults = []
    paths = _sources(root)
    generator.shuffle(paths)
    for path in paths:
        lines = [line.strip() for line in path.read_text().splitlines()]
        candidates = [
            line for line in lines if OPERATOR.search(line) and not line.startswith(("//", "*", "import"))
        ]
        if candidates and len(faults) < COUNT:
            line = generator.choice(candidates)
            after = OPERATOR.sub(lambda match: SWAPS[match[0]], line, count=1)
            faults.append({"file": str(path.relative_to(root)), "before": line, "after": after})
    return faults


def try_fault(root: Path, fault: dict[str, Any]) -> dict[str, Any]:
    """Caught, missed, or gone with its line."""
    first_path = root / fault["file"]
    for path in ([first_path] if first_path.exists() else []) + _sources(root):
        original = path.read_text()
        if fault["before"] in original:
            path.write_text(original.replace(fault["before"], fault["after"], 1))
            try:
                command = ["npx", "vitest", "related", "--run", "--bail=1", str(path)]
                vitest_run = subprocess.run(
                    command, cwd=root / "frontend", capture_output=True, text=True, timeout=900
                )
            finally:
                path.write_text(original)
            return {"result": "caught" if vitest_run.returncode else "missed"}
    return {"result": "gone"}
