"""The pages in the system's Chromium: a permalink opened cold, a large experiment, and live readings."""

import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from backend.cli.client import Api
from e2e.bench.cpu import resident_bytes
from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_most, ms, worst_of
from e2e.bench.stack import Stack
from e2e.bench.stores.made_up import fill
from e2e.bench.watchers import watchers

DRIVE = Path(__file__).with_name("drive.mjs")
COLD_OPENS, VARIANTS, TRIALS = 5, 200, 20
HEADLINE_S, SCRIPT_BYTES, REQUESTS = 1.0, 350_000, 30
MAX_TASK_S, DRAWN_S = 0.05, 1.0
WATCHERS, LIVE_S = 199, 30  # and the browser
WITHIN_S = 900


def permalink(stack: Stack) -> list[Row]:
    """The page of a run, by a browser that has nothing of it."""
    experiment_id = stack.launch(definition("permalink", seconds=1, trials=3))
    stack.wait(experiment_id)
    run_id = stack.query("select id from runs where experiment_id = %s", experiment_id)[0][0]
    opened = ask_browser(stack.api, cold=[f"/runs/{run_id}"] * COLD_OPENS)["cold"]
    seconds = [one["headlineMs"] / 1000 for one in opened]
    script, requests = max(one["scriptBytes"] for one in opened), max(one["requests"] for one in opened)
    middle = statistics.median(seconds)
    return [
        Row(
            name="permalink",
            what=f"A run's page opened cold in Chromium, to its headline, median of {COLD_OPENS}",
            text=f"{ms(middle)} (most {ms(max(seconds))}), {script / 1000:.0f} kB, {requests} requests",
            goal="≤ 1 s, ≤ 350 kB of script, ≤ 30 requests",
            verdict=worst_of(
                at_most(middle, HEADLINE_S), at_most(script, SCRIPT_BYTES), at_most(requests, REQUESTS)
            ),
            figures={"seconds": seconds, "script_bytes": script, "requests": requests},
        )
    ]


def large(stack: Stack) -> list[Row]:
    """As many variants as one experiment may have: does the page stay fluid?"""
    (experiment_id,) = fill(stack.api, 1, VARIANTS, TRIALS)
    found = ask_browser(stack.api, large=f"/experiments/{experiment_id}")["large"]
    longest = {name: max(tasks, default=0.0) / 1000 for name, tasks in found.items()}
    worst = max(longest[name] for name in ("scroll", "hover", "metric"))
    return [
        Row(
            name="large",
            what=f"Longest task, {VARIANTS} variants × {TRIALS} trials: scroll, hover, switch metric",
            text=ms(worst) if worst else "none over 50 ms",
            goal="none over 50 ms",
            verdict=at_most(worst, MAX_TASK_S),
            note=", ".join(f"{name} {ms(s) if s else 'none'}" for name, s in longest.items()),
            figures={"tasks_ms": found},
        )
    ]


def live(stack: Stack) -> list[Row]:
    """A trial that 199 programs and one browser watch."""
    api = stack.parts()["api"]
    before = resident_bytes(api)
    with watchers(stack, WATCHERS) as watched:
        opened = resident_bytes(api)
        experiment_id = stack.launch(definition("live", seconds=LIVE_S + 10, trials=1))
        drawn = ask_browser(stack.api, live=f"/experiments/{experiment_id}", liveSeconds=LIVE_S)["live"]
        stack.wait(experiment_id)
    arrived = _p95(watched.late_s)
    shown = _p95(drawn) / 1000
    return [
        Row(
            name="live",
            what=f"A reading sampled on a host → drawn in Chromium, {WATCHERS + 1} watchers, p95",
            text=f"{ms(shown)}; arrived at the others {ms(arrived)}",
            goal="≤ 1 s",
            verdict=worst_of(at_most(shown, DRAWN_S), at_most(arrived, DRAWN_S)),
            note=f"{len(drawn)} readings drawn, {len(watched.late_s):,} arrived. Memory of the API: "
            f"{before / 1e6:.0f} MB, {opened / 1e6:.0f} MB with {WATCHERS} streams, "
            f"{resident_bytes(api) / 1e6:.0f} MB after them.",
            figures={"drawn_p95_s": shown, "arrived_p95_s": arrived, "drawn": len(drawn)},
        )
    ]


def _p95(values: Sequence[float]) -> float:
    return float(np.percentile(values, 95)) if values else float("inf")


def ask_browser(api: Api, **wanted: Any) -> Mapping[str, Any]:
    """What drive.mjs answers about these addresses of the server."""
    link = api.post("/session/links", {})["url"]
    given = {"chromium": _chromium(), "link": link} | wanted
    done = subprocess.run(
        ["node", str(DRIVE)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return json.loads(done.stdout)


@contextmanager
def open_page(api: Api, address: str) -> Iterator[None]:
    """A browser in which somebody looks at this address of the server."""
    page = {"chromium": _chromium(), "link": api.post("/session/links", {})["url"], "open": address}
    with subprocess.Popen(
        ["node", str(DRIVE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as browser:
        assert browser.stdin
        assert browser.stdout
        try:
            browser.stdin.write(json.dumps(page))
            browser.stdin.close()
            if browser.stdout.readline() != "open\n":
                raise RuntimeError(f"the browser did not open {address}")
            yield
        finally:
            browser.terminate()


def _chromium() -> str:
    names = ("chromium", "google-chrome-stable", "google-chrome")
    found = os.environ.get("DYNO_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        raise RuntimeError("no Chromium: on Debian install the package chromium, or set DYNO_CHROMIUM")
    return found
