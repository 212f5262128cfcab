"""An access log of 1 GB, made up as it is read: lines a second of CPU time, and memory."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from backend.access_logs.reader import LogReader
from backend.access_logs.workload import convert_sample
from e2e.bench.row import Row, at_least, at_most, worst_of

BYTES, PATHS, BLOCKS, LINES = 1_000_000_000, 50_000, 60, 1200
GOAL_LINES, GOAL_BYTES = 200_000, 200_000_000
AGENTS = ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120", "curl/8.0"]


def measure() -> list[Row]:
    command = [sys.executable, "-m", "e2e.bench.scaling.access_logs"]
    figures = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    lines_per_s, memory = figures["lines"] / figures["cpu_s"], figures["memory_bytes"]
    return [
        Row(
            name="access log",
            what="A log of 1 GB in the combined format becomes a workload: lines a second of CPU time",
            text=f"{lines_per_s:,.0f} lines/s, {memory / 1e6:.0f} MB resident",
            goal="≥ 200,000 lines/s, ≤ 200 MB",
            verdict=worst_of(at_least(lines_per_s, GOAL_LINES), at_most(memory, GOAL_BYTES)),
            note=f"{figures['lines']:,} lines in {figures['cpu_s']:.1f} s of CPU, {figures['wall_s']:.1f} s "
            "by the clock; without making the log up",
            figures=figures,
        )
    ]


def blocks(rng: random.Random) -> Iterator[bytes]:
    """Parts of a log: 50,000 targets, asked for by Zipf's law, that take turns until it has its size."""
    paths = [f"/{rng.randrange(10**6)}/{'a' * rng.randrange(5, 60)}?page={n}" for n in range(PATHS)]
    weights = [1 / (n + 1) for n in range(PATHS)]
    parts = []
    for block in range(BLOCKS):
        lines = [
            f"203.0.113.{n % 250} - - [26/Nov/2026:15:{block:02}:{n * 60 // LINES:02} +0000] "
            f'"{"POST" if n % 20 == 0 else "GET"} {path} HTTP/1.1" {304 if n % 7 == 0 else 200} '
            f'{rng.randrange(100, 90_000)} "https://example.org/" "{AGENTS[n % 2]}"\n'
            for n, path in enumerate(rng.choices(paths, weights, k=LINES))
        ]
        parts.append("".join(lines).encode())
    size = 0
    while size < BYTES:
        for part in parts:
            yield part
            size += len(part)


def main() -> None:
    """Print the figures of one log as JSON; what making it up holds in memory counts as well."""
    reader, cpu_s, begin = LogReader(), 0.0, time.monotonic()
    for part in blocks(random.Random(1)):
        before = time.process_time()
        reader.feed(part)
        cpu_s += time.process_time() - before
    before = time.process_time()
    sample = reader.finish()
    convert_sample(sample)
    cpu_s += time.process_time() - before
    wall_s = time.monotonic() - begin
    figures = {"lines": sample.lines, "cpu_s": cpu_s, "wall_s": wall_s, "memory_bytes": peak_memory()}
    print(json.dumps(figures))


def peak_memory() -> int:
    """Bytes of this program at most; rusage would count the program that started it as well."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
