"""A load tool is one new file, a metric and a knob are one entry each, and show everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from backend.tests.db.catalog.planted.entries import KNOB, METRIC

ROOT = Path(__file__).parents[4]
PLANTED = Path(__file__).with_name("planted")
TREE = ("agents", "backend", "worker", "migrations", "docs", "requirements", "pyproject.toml")


def copy_tree(target: Path) -> None:
    skip = shutil.ignore_patterns("*.png")  # with what is compiled, which is valid there too
    for name in TREE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=skip)
        else:
            shutil.copyfile(source, target / name)


def add_entry(file: Path, entry: str) -> None:
    """Before the end of the table, which is the first tuple that ends a line of its own."""
    text = file.read_text("utf-8")
    start = max(text.find("\n_METRICS = ("), text.find("\nKNOBS = ("))
    end = text.index("\n)\n", start)
    file.write_text(f"{text[:end]}{entry.rstrip()}{text[end:]}", "utf-8")


def test_what_is_planted_shows_everywhere(tmp_path: Path) -> None:
    copy_tree(tmp_path)
    catalog = tmp_path / "agents/catalog"
    shutil.copyfile(PLANTED / "ahoy.py", catalog / "tools/ahoy.py")
    add_entry(catalog / "metrics.py", METRIC)
    add_entry(catalog / "knobs/nginx_http.py", KNOB)
    checks = "backend/tests/db/catalog/planted/shows_everywhere.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", checks],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
