"""ab: ends by requests or duration; its percentile table comes from the file of `-e`, in microseconds."""

import csv
import io
import shutil
from pathlib import Path

from agents.contract.workload import Workload
from agents.files import end_of
from agents.load.driver import LONGEST_S, Asked, Outcome, outcome_of
from agents.render.argv import AB_TABLE, ab_argv

_MOST_BYTES = 64 * 1024  # of the table: 100 short lines
_MARGIN_S = 35  # ab itself gives up after 30 s of silence


class Ab:
    name = "ab"

    def version(self, said: Asked) -> str | None:
        if not shutil.which("ab"):
            return None
        return said(["ab", "-V"]).partition("Version ")[2].partition(" ")[0]

    def argv(self, workload: Workload, url: str, folder: Path) -> list[str]:
        return ab_argv(workload, url, f"out/{AB_TABLE}")

    def longest_s(self, workload: Workload) -> float:
        return (workload.duration_s or LONGEST_S) + _MARGIN_S

    def files_needed(self, workload: Workload) -> int:
        return workload.connections + 16

    def outcome(self, stdout: str, stderr: str, folder: Path) -> Outcome:
        table = parse_percentiles(end_of(folder / "out" / AB_TABLE, _MOST_BYTES))
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
