"""Draw faults, put them into a checkout one at a time, and count those that its tests notice.

    python -m e2e.mutants draw --seed 23 --count 120 >faults.json
    python -m e2e.mutants run faults.json --tree DIR >results.json

`DIR` is a checkout that nobody works in: its files are changed and put back.
"""

import argparse
import faulthandler
import importlib
import json
import os
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest

from e2e.mutants import typescript_faults
from e2e.mutants.python_faults import Site, sites_of, with_fault
from e2e.mutants.related import Imports

CODE = ("agents", "backend", "worker")
BATCHES = (2, 8, 10)  # test files at a time, the nearest first
OPTIONS = ("-q", "-x", "--no-header", "-p", "no:cacheprovider", "--timeout=120", "-m", "not exhaustive")
MAX_S = 600
"""A fault that keeps a thread from ending keeps pytest too, whatever its limit for one test."""
LIBRARIES = """alembic celery fastapi.testclient hypothesis psycopg redis scipy.stats
sqlalchemy.orm typer.testing uvicorn yaml"""


def room(file: str) -> str:
    parts = Path(file).parts
    return "/".join(parts[:2] if len(parts) > 2 else parts[:1])


def draw(root: Path, seed: int, count: int) -> list[Site]:
    """At least two of every room, the rest wherever there is most to change; never two of one function."""
    generator = random.Random(seed)
    rooms: dict[str, list[Site]] = defaultdict(list)
    for package in CODE:
        for path in sorted((root / package).rglob("*.py")):
            if "tests" not in path.parts:
                sites = list(sites_of(path, root))
                rooms[room(str(path.relative_to(root)))] += sites
    for sites in rooms.values():
        generator.shuffle(sites)
    sample: dict[tuple[str, str], Site] = {}

    def take(sites: list[Site], most: int) -> None:
        for site in sites:
            if most and (site.file, site.function) not in sample:
                sample[site.file, site.function] = site
                most -= 1

    for sites in rooms.values():
        take(sites, 2)
    other_sites = [site for sites in rooms.values() for site in sites]
    generator.shuffle(other_sites)
    take(other_sites, max(0, count - len(sample)))
    return list(sample.values())


def place(root: Path, site: Site) -> tuple[Path, str] | None:
    """The file that has the function now, where it was or where it went, and its text with the fault."""
    first_path = root / site.file
    other_paths = sorted(
        p for package in CODE for p in (root / package).rglob("*.py") if "tests" not in p.parts
    )
    for same_name, paths in ((True, [first_path]), (True, other_paths), (False, [first_path, *other_paths])):
        for path in paths:
            if path.exists() and (text := with_fault(path.read_text(), site, same_name=same_name)):
                return path, text
    return None


class CpuLimit:
    """Ends a run of pytest between two tests once it and its programs used up `cpu_s`."""

    def __init__(self, cpu_s: float) -> None:
        self.cpu_s = cpu_s

    def pytest_runtest_logstart(self) -> None:
        if sum(os.times()[:4]) > self.cpu_s:
            pytest.exit("the CPU time is used up", 0)


def notices(root: Path, tests: list[str], cpu_s: float) -> str | None:
    """The first batch of tests that fails, as pytest says it; None when all pass, or `cpu_s` are used up."""
    total_s = 0.0
    for first, size in zip(accumulate(BATCHES, initial=0), BATCHES, strict=False):
        if total_s > cpu_s or not tests[first:]:
            return None
        status, output, seconds = run_tests(root, tests[first : first + size], cpu_s - total_s)
        total_s += seconds
        if status not in (0, 5):
            lines = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return lines[0][:200] if lines else output[-200:]
    return None


def run_tests(root: Path, tests: list[str], cpu_s: float) -> tuple[int, str, float]:
    """Status, output and CPU seconds of pytest, in a copy of this process, which has the libraries loaded."""
    with TemporaryFile("w+") as output:
        child = os.fork()
        if child == 0:
            status = 70
            try:
                os.setsid()
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
                os.chdir(root)
                faulthandler.dump_traceback_later(MAX_S, exit=True, file=2)
                os.environ["PYTHONPATH"] = sys.path[0] = str(root)
                for name in [name for name in sys.modules if name.split(".")[0] in (*CODE, "e2e")]:
                    del sys.modules[name]
                status = int(pytest.main([*OPTIONS, *tests], plugins=[CpuLimit(cpu_s)]))
            finally:
                sys.stdout.flush()
                os._exit(status)
        try:
            _, status, usage = os.wait4(child, 0)
        except KeyboardInterrupt:
            os.killpg(child, signal.SIGTERM)
            raise
        output.seek(0)
        return os.waitstatus_to_exitcode(status), output.read(), usage.ru_utime + usage.ru_stime


def try_fault(root: Path, site: Site, imports: Imports, cpu_s: float) -> dict[str, Any]:
    """What became of one fault: gone (the function is no more), caught by what, or missed."""
    target = place(root, site)
    if target is None:
        return {"result": "gone"}
    path, text = target
    tests = imports.tests(path.relative_to(root).as_posix(), site.function)
    original = path.read_text()
    path.write_text(text)
    start_s = time.monotonic()
    try:
        by = notices(root, tests, cpu_s)
    finally:
        path.write_text(original)
    return {"result": "caught" if by else "missed", "by": by, "seconds": round(time.monotonic() - start_s)}


def run(root: Path, faults: list[dict[str, Any]], cpu_s: float) -> None:
    for library in LIBRARIES.split():
        importlib.import_module(library)
    imports = Imports(root)
    counts: Counter[str] = Counter()
    for fault in faults:
        if fault["file"].startswith("frontend/"):
            outcome = typescript_faults.try_fault(root, fault)
        else:
            outcome = try_fault(root, Site(**fault), imports, cpu_s)
        counts[outcome["result"]] += 1
        print(json.dumps(fault | outcome), flush=True)
    print(dict(counts), file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("action", choices=["draw", "run"])
    parser.add_argument("faults", nargs="?", type=Path)
    parser.add_argument("--tree", type=Path, default=Path())
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--count", type=int, default=110, help="in Python; a third as many in the frontend")
    parser.add_argument("--cpu", type=float, default=25, help="seconds of CPU after which a fault is missed")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the file is put back
    root = options.tree.resolve()
    if options.action == "draw":
        sites = [asdict(site) for site in draw(root, options.seed, options.count)]
        for fault in sites + typescript_faults.draw(root, options.seed, options.count // 3):
            print(json.dumps(fault))
    else:
        run(root, [json.loads(line) for line in options.faults.read_text().splitlines()], options.cpu)


main()
