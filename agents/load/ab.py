"""ab: ends by requests or duration; its percentile table comes from the file of `-e`, in microseconds."""

import csv
import io
import shutil
import subprocess
from pathlib import Path

from agents.contract.workload import Workload
from agents.load.driver import LONGEST_S, Outcome, outcome_of
from agents.render.argv import AB_TABLE, ab_argv

_MARGIN_S = 35  # ab itself gives up after 30 s of silence


class Ab:
    name = "ab"

    def version(self) -> str | None:
        if not shutil.which("ab"):
            return None
        done = subprocess.run(["ab", "-V"], capture_output=True, timeout=10, stdin=subprocess.DEVNULL)
        return done.stdout.decode(errors="replace").partition("Version ")[2].partition(" ")[0]

    def argv(self, workload: Workload, url: str, folder: Path) -> list[str]:
        return ab_argv(workload, url, str(folder / AB_TABLE))

    def longest_s(self, workload: Workload) -> float:
        return (workload.duration_s or LONGEST_S) + _MARGIN_S

    def files_needed(self, workload: Workload) -> int:
        return workload.connections + 16

    def outcome(self, stdout: str, stderr: str, folder: Path) -> Outcome:
        try:
            table = parse_percentiles((folder / AB_TABLE).read_text())
        except OSError:
            table = {}
        return outcome_of("ab", stdout, stderr, table)


def parse_percentiles(text: str) -> dict[int, float]:
    """The table of `ab -e`: percent → seconds."""
    table: dict[int, float] = {}
    for row in csv.reader(io.StringIO(text)):
        try:
            table[int(row[0])] = round(float(row[1]) / 1000, 9)
        except (IndexError, ValueError):
            continue  # the heading
    return table
