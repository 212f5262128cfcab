"""wrk: ends by duration; a Lua `done` hook adds exact figures and the latency of every request."""

import shutil
from dataclasses import replace
from pathlib import Path

from agents.catalog.histogram import encoded
from agents.contract.reports import Latency
from agents.contract.workload import Workload
from agents.files import end_of
from agents.load.driver import Asked, Outcome
from agents.parse import parse, wrk_latency
from agents.parse.figures import figures_of
from agents.render.argv import wrk_argv

DONE_HOOK = Path(__file__).with_name("done.lua")
LATENCY_FILE = "latency.txt"  # that done.lua writes
_MARGIN_S = 10
_NOTHING_MEASURED = "nothing measured"  # done.lua says so where no request was answered in time


def write_hook(workload: Workload, folder: Path) -> None:
    """done.lua in a folder, told what wrk's Lua does not say: how many connections and how long a timeout."""
    asked = f"connections, timeout_us = {workload.connections}, {workload.timeout_s * 1_000_000}"
    (folder / DONE_HOOK.name).write_text(f"{asked}\n{DONE_HOOK.read_text()}")


class Wrk:
    name = "wrk"

    def version(self, said: Asked) -> str | None:
        if not shutil.which("wrk"):
            return None
        first = said(["wrk", "-v"]).partition("\n")[0].split()
        return first[1] if len(first) > 1 else ""

    def argv(self, workload: Workload, url: str, folder: Path) -> list[str]:
        write_hook(workload, folder)
        return wrk_argv(workload, url, DONE_HOOK.name)

    def longest_s(self, workload: Workload) -> float:
        return (workload.duration_s or 0) + workload.timeout_s + _MARGIN_S

    def files_needed(self, workload: Workload) -> int:
        return workload.connections + 2 * workload.threads + 16

    def outcome(self, stdout: str, stderr: str, folder: Path) -> Outcome:
        report = parse(stdout, "wrk", stderr)
        printed = Outcome(figures_of(report), report.errors.model_dump(), report.cautions)
        note = str((report.exact or {}).get("histogram", "its exact figures are missing"))
        if note == _NOTHING_MEASURED:
            return printed
        text = end_of(folder / "out" / LATENCY_FILE, wrk_latency.MAX_BYTES) if note == "whole" else ""
        measured = wrk_latency.read(text)
        if measured is None:
            why = "its file is not whole" if note == "whole" else note[:200]
            printed.warnings.append(
                "latency is as wrk prints it, with the requests that wrk invents: "
                f"its histogram was not read ({why})"
            )
            return printed
        return with_latency(printed, measured)


def with_latency(printed: Outcome, measured: wrk_latency.MeasuredLatency) -> Outcome:
    """The same with latency as measured where that fits the requests, and what was printed beside it."""
    figures = measured.figures()
    latency = Latency(
        histogram=encoded(measured.histogram),
        counted=measured.histogram.count,
        negative=measured.negative,
        printed={name: printed.figures.get(name) for name in figures},
    )
    fits = latency.fits(printed.figures.get("requests"), printed.errors.get("timeout"))
    return replace(printed, latency=latency, figures=printed.figures | figures if fits else printed.figures)
