"""Run make targets in lanes: those of one lane in turn, the lanes side by side.

    python -m e2e.stages "e2e" "lint unit db"
    python -m e2e.stages "unit" then "hosts"     # the lanes after `then` begin when the others have ended
    python -m e2e.stages --declare               # write budgets.json from the times of the last run

Each target's output is printed when it ends. After all come the runners' closing lines, the slowest tests,
and the test files far beyond their budget. The status is 1 if a target failed.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from tempfile import TemporaryFile

from e2e.stages import durations

CLOSING = re.compile(r"\d+ (passed|failed|skipped|flaky|did not run|error)|no tests ran|contracts?: \d+ kept")
_printing = threading.Lock()


@dataclass(frozen=True)
class Target:
    """A make target that has run, with its output; seconds of time and of CPU."""

    name: str
    status: int
    output: str
    elapsed_s: float
    cpu_s: float

    @property
    def title(self) -> str:
        mark = "✓" if self.status == 0 else "✗ FAILED:"
        return f"{mark} {self.name} ({minutes(self.elapsed_s)}, CPU {minutes(self.cpu_s)})"


def minutes(seconds: float) -> str:
    """Such as 2:05 min."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02} min"


def closing_lines(output: str) -> list[str]:
    """What the test runners of an output say of themselves at the end."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    return [line.strip() for line in plain.splitlines()[-15:] if CLOSING.search(line)]


def run_target(name: str) -> Target:
    """One make target, without a terminal and outside the caller's jobs."""
    say(f"▸ {name} …")
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS")}
    start_s = time.monotonic()
    with TemporaryFile("w+", errors="replace") as file:  # a pipe ends only with the last of all children
        process = subprocess.Popen(
            ["make", "--no-print-directory", name],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        file.seek(0)
        output = file.read()
    cpu_s = usage.ru_utime + usage.ru_stime
    target = Target(name, process.returncode, output, time.monotonic() - start_s, cpu_s)
    say(f"\n{output.rstrip()}\n{target.title}\n")
    return target


def say(text: str) -> None:
    with _printing:
        print(text, flush=True)


def run_lanes(lanes: list[str]) -> list[Target]:
    """Every target of every lane, whatever fails; after an interrupt none is begun."""
    is_interrupted = threading.Event()

    def run_lane(lane: str) -> list[Target]:
        return [run_target(name) for name in lane.split() if not is_interrupted.is_set()]

    with ThreadPoolExecutor(len(lanes)) as pool:
        try:
            return [target for targets in pool.map(run_lane, lanes) for target in targets]
        except KeyboardInterrupt:
            is_interrupted.set()
            raise


def main(words: list[str]) -> int:
    if words == ["--declare"]:
        durations.declare(durations.read_all())
        return 0
    shutil.rmtree(durations.RESULTS, ignore_errors=True)
    groups = [list(group) for is_lane, group in groupby(words, lambda word: word != "then") if is_lane]
    targets = [target for lanes in groups for target in run_lanes(lanes)]
    cases = durations.read_all()
    over = durations.over_budget(cases, durations.budgets())
    print("The slowest tests:", *durations.slowest(cases), "", sep="\n")
    for target in targets:
        print(target.title, *(f"    {line}" for line in closing_lines(target.output)), sep="\n")
    if over:
        print("", "Test files far beyond their budget (e2e/stages/budgets.json):", *over, sep="\n")
    return int(any(target.status for target in targets))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
