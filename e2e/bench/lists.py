"""What pages take to answer on a store of 1,000,000 trials, beside the same pages on one of 1,000."""

import time
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from backend.tests.db.lists.test_statements import STATEMENTS
from e2e.bench.row import Row, at_most, ms
from e2e.bench.stack import Stack
from e2e.bench.stores import store

SMALL, LARGE = 1_000, 1_000_000
REQUESTS, FIRST = 40, 3  # of each page; the first ones, which fill caches, do not count


class Page(NamedTuple):
    path: str
    goal_s: float
    statements: str  # its name in the test that counts them


class Times(NamedTuple):
    median: float
    p95: float


def measure(stack: Stack) -> list[Row]:
    there = store.fill(stack.database_url, SMALL)
    small = {name: _times(stack, page.path) for name, page in _pages(there).items()}
    begin = time.monotonic()
    experiments = store.fill(stack.database_url, LARGE, there)
    filled_s = time.monotonic() - begin
    large = {name: _times(stack, page.path) for name, page in _pages(experiments).items()}
    [(trials,)] = stack.query("select count(*) from trials")
    note = f"{experiments:,} experiments with {trials:,} trials; filled in {filled_s:.0f} s"
    return [_row(name, page, large[name], small, note) for name, page in _pages(experiments).items()]


def _pages(experiments: int) -> dict[str, Page]:
    """Of the newest experiments, which a small store has as well; the deep page is the oldest there is."""
    front = store.id_of(0)
    own, others = [f"{front}r{n:03d}" for n in range(10)], [f"{store.id_of(n)}r001" for n in range(1, 11)]
    sides = "&".join([*(f"a={i}" for i in own), *(f"b={i}" for i in others)])
    oldest = store.id_of(max(0, experiments - 60))
    found = {
        "50 rows": Page("/experiments?limit=50", 0.05, "list of 50"),
        "50 old rows": Page(f"/experiments?limit=50&before={oldest}", 0.05, "list of 50"),
        "200 rows": Page("/experiments?limit=200", 0.1, "list of 200"),
        "search, a common word": Page("/experiments?q=workers", 0.05, "search"),
        "search, a rare word": Page(f"/experiments?q={store.RARE}", 0.05, "search"),
        "search, a knob": Page("/experiments?q=knob:nginx.worker_processes=2", 0.05, "search"),
        "experiment": Page(f"/experiments/{front}", 0.05, "experiment"),
        "run": Page(f"/runs/{own[3]}", 0.05, "run"),
        "compare 20 runs": Page(f"/compare?{sides}", 0.1, "compare"),
        "hosts": Page("/hosts", 0.05, "hosts"),
    }
    return found


def _times(stack: Stack, path: str) -> Times:
    taken = []
    for _ in range(FIRST + REQUESTS):
        begin = time.perf_counter()
        stack.api.get(path)
        taken.append(time.perf_counter() - begin)
    return Times(*np.percentile(taken[FIRST:], [50, 95]).tolist())


def _row(name: str, page: Page, large: Times, small: Mapping[str, Times], note: str) -> Row:
    before = small[name]
    return Row(
        name=f"lists: {name}",
        what=f"GET of the page's data over HTTP, {LARGE:,} trials stored, {REQUESTS} requests",
        text=f"{ms(large.median)}, p95 {ms(large.p95)}",
        goal=f"p95 ≤ {ms(page.goal_s)}",
        verdict=at_most(large.p95, page.goal_s),
        reference=f"{SMALL:,} trials stored: {ms(before.median)}, p95 {ms(before.p95)}",
        note=f"at most {STATEMENTS[page.statements]} SQL statements, however many rows; {note}",
        figures={"large": large._asdict(), "small": before._asdict()},
    )
