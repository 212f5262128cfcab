"""`python -m e2e.soak`: short experiments one after the other while many watch; does anything grow?

Every minute, of a short one more often, a line goes to --json FILE, so that a soak that is ended early says
something too.
"""

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.bench.stack import Stack, running_stack
from e2e.bench.watchers import watchers
from e2e.soak import reading, verdict

EVERY_S, READINGS, REST_S, EXPERIMENT_WITHIN_S = 60.0, 16, 2.0, 120.0


@dataclass
class Soak:
    """What was done and read so far."""

    experiments: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    readings: list[dict[str, float]] = field(default_factory=list)
    fewest_open: int = 10**9


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m e2e.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--watchers", type=int, default=199, help="one place is left for a person who looks")
    parser.add_argument("--json", type=Path, help="a file for every reading, and the verdict at its end")
    given = parser.parse_args()
    soak = Soak()
    with ended_early(), running_stack(silent_after_s=None) as stack:
        print(f"Soaking {stack.api.url} for {given.minutes:g} minutes", flush=True)
        with watchers(stack, given.watchers) as watched:
            _run(stack, soak, given.minutes * 60, given.json, lambda: watched.open)
    lines = verdict.judge(soak.times, soak.readings) if soak.readings else []
    is_ok = bool(lines) and all(line.ok for line in lines) and set(soak.experiments) == {"finished"}
    print(verdict.table(lines))
    print(f"\n{dict(soak.experiments)} experiments; {given.watchers} watchers, fewest {soak.fewest_open}")
    for failure in soak.failures[:20]:
        print(failure)
    print("Nothing grows and nothing is left" if is_ok else "FAILED: see what grows, is left or failed above")
    _note(given.json, {"ok": is_ok, "experiments": soak.experiments, "lines": [vars(x) for x in lines]})
    return 0 if is_ok else 1


def _run(stack: Stack, soak: Soak, seconds: float, file: Path | None, count_open) -> None:
    begin = next_reading = time.monotonic()
    every_s = min(EVERY_S, seconds / READINGS)  # of a short one there have to be enough, too
    with ended_early():
        while (now := time.monotonic()) < begin + seconds:
            if now >= next_reading:
                next_reading += every_s
                time.sleep(REST_S)  # what the last experiment began has ended
                soak.times.append(now - begin)
                soak.readings.append(reading.take(stack))
                soak.fewest_open = min(soak.fewest_open, count_open())
                _note(file, {"at_s": now - begin, "open": count_open(), **soak.readings[-1]})
            _experiment(stack, soak)


def _experiment(stack: Stack, soak: Soak) -> None:
    """One that fails is counted, and the soak goes on."""
    number = soak.experiments.total() + 1
    try:
        experiment_id = stack.launch(_definition(number))
        stack.wait(experiment_id, EXPERIMENT_WITHIN_S)
        soak.experiments["finished"] += 1
    except Exception as error:
        soak.experiments["not finished"] += 1
        soak.failures.append(f"{number}: {error}")
        time.sleep(1)


def _definition(number: int) -> dict[str, Any]:
    """Two runs with two trials of ab and few requests: all of the machinery, and hardly any load."""
    return {
        "name": f"soak {number}",
        "topology": "proxied",
        "workloads": [{"tool": "ab", "connections": 4, "requests": 400}],
        "trials": 2,
        "warmup": {"prepared": "0s", "trial": "0s"},
        "control": False,
        "baseline": "one",
        "variants": [
            {"name": "one", "set": {"nginx.worker_processes": 1}},
            {"name": "two", "set": {"nginx.worker_processes": 2}},
        ],
    }


@contextmanager
def ended_early() -> Iterator[None]:
    """Ctrl-C and TERM end the block in order, and what was read is judged."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        print("Ended early", flush=True)


def _note(file: Path | None, values: dict[str, Any]) -> None:
    if file:
        with file.open("a") as lines:
            lines.write(json.dumps(values) + "\n")


if __name__ == "__main__":
    sys.exit(main())
