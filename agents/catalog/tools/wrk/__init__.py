"""wrk: ends by duration; a Lua `done` hook adds exact figures and the latency of every request."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.catalog.reading.command import number_of, seconds_of
from agents.catalog.reading.figures import percentiles, printed_figures
from agents.catalog.reading.foreign import foreign_tool
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import (
    GuideRows,
    Load,
    LoadTool,
    MixSupport,
    Outcome,
    Output,
    ReadChunks,
    ReadFile,
    Threads,
    ToolInfo,
    header_options,
    opening_s,
)
from agents.catalog.tools.wrk import latency, mix, report

DONE_HOOK = Path(__file__).with_name("done.lua")
LATENCY_FILE = "latency.txt"  # that done.lua writes
_MARGIN_S = 10
_NOTHING_MEASURED = "nothing measured"  # done.lua says so where no request was answered in time


class Wrk(LoadTool):
    name = "wrk"
    order = 10
    info = ToolInfo(
        name="wrk",
        label="wrk",
        text="A multi-threaded closed-loop load generator; runs for a duration.",
        ends_by=["duration"],
        threads=Threads(minimum=1, maximum=1024),
        tls=True,
        http="HTTP/1.1",
        percentiles="50, 75, 90, 95, 99, 99.9 and 99.99, in microseconds, of every request as measured",
        figures=[
            "Closed-loop: a connection sends its next request when the answer has arrived, so a server that "
            "stalls is asked less often (coordinated omission).",
            "Adds invented requests for stalls to the latencies that it prints; they are taken out again, "
            "and what it printed is kept beside.",
            "An answer later than the timeout counts as a request and a timeout, and is left out of latency; "
            "a request that is never answered is counted nowhere.",
            "Latency begins when the request is written: connecting and TLS are not in it.",
        ],
        notes=[
            "A connection that fails to open at once is not tried again: fewer connections carry the load.",
            "Connections are divided evenly among threads: their number must be a multiple of the threads.",
            "TLS certificates are not verified.",
            "Sends no HEAD: it waits for the body of the answer for ever.",
        ],
        even_connections=True,
        timeout=True,
        mix=MixSupport(refused_methods={"HEAD": "wrk waits for the body of its answer for ever"}),
        parallel=True,
        no_histogram="Latency is as wrk prints it, with the requests that it invents for slow ones: "
        "means over trials.",
        invents=True,
        example="wrk -t4 -c100 -d60s",
        purpose="most recipes use it",
        packages={"debian": "wrk", "fedora": "wrk", "arch": "wrk", "alpine": "wrk"},
    )
    guide = GuideRows(
        keepalive="nothing, `Connection: close`",
        own_headers="none",
        timeout="`timeout`, 2 s by default",
        percentiles="50 to 99.99",
        latency_begins="when the request is written",
        workload="  - {name: kept, tool: wrk, threads: 2, connections: 64, duration: 10s, path: /index.html}",
        text="""\
A Lua hook reads wrk's counters once after the last request, for exact figures and the latency of every request. If they cannot be read,
latency is as printed and the trial says why ([percentiles](statistics.md#percentiles)).
""",  # noqa: E501
    )
    with_value = "cdtsHRT"
    omits_unanswered = True
    waits_inside = True
    start_words = "Running"
    causes = re.compile(
        r"\s*(unable to (?:connect to|resolve) \S+:\S+ .+|unable to (?:initialize SSL|create thread).*"
        r"|number of connections must be >= .*|invalid URL: .*|zmalloc: Out of memory.*"
        r"|PANIC: unprotected error.*|incomplete request at \d.*|invalid HTTP method at \d.*|wrk2?: .*)"
    )
    usage = re.compile(r"\s*Usage: wrk <options> <url>")
    inner = re.compile(
        r"\s*(Thread Stats\s+Avg|\d+ requests in \S+, \S+ read|Transfer/sec:|\d+ threads and \d+ conn)"
    )

    def starts_report(self, lines: list[str], index: int) -> bool:
        """Others print its first line too; the second tells. Nothing after it: its own, cut."""
        if not report.RUNNING.match(lines[index]):
            return False
        following = next((line for line in lines[index + 1 : index + 5] if line), None)
        return following is None or bool(report.THREADS.match(following)) or not foreign_tool([following])

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        return report.read(section, stderr)

    def figures(self, report: ToolReport, read: ReadFile | None = None) -> dict[str, float | None]:
        return printed_figures(report) | (_exact_figures(report.exact) if report.exact else {})

    def version(self, output: Output) -> str:
        first = output([self.name, "-v"]).partition("\n")[0].split()
        return first[1] if len(first) > 1 else ""

    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        size = [f"-t{load.threads}", f"-c{load.connections}", f"-d{load.duration_s}s"]
        close = [] if load.keepalive else ["-H", "Connection: close"]
        patience = ["--timeout", f"{load.timeout_s}s"]
        headers = [] if load.mix else [*close, *header_options(load, load.host)]  # mix.dat has them
        return [self.name, *size, "--latency", *patience, "-s", DONE_HOOK.name, *headers, url]

    def inputs(self, load: Load, url: str, sequence: Sequence[int]) -> dict[str, bytes]:
        """done.lua, told what wrk's Lua does not say: how many connections and how long a timeout.

        For a mix mix.lua follows it, and the requests are beside it.
        """
        values = f"connections, timeout_us = {load.connections}, {load.timeout_s * 1_000_000}"
        hook = f"{values}\n{DONE_HOOK.read_text()}"
        if not load.mix:
            return {DONE_HOOK.name: hook.encode()}
        hook += f"\nmix_threads = {load.threads}\n{mix.MIX_HOOK.read_text()}"
        return {DONE_HOOK.name: hook.encode(), mix.DATA_FILE: mix.data_of(load, url, sequence)}

    def max_run_s(self, load: Load) -> float:
        """Threads open all their connections before they see that the time is up."""
        return (load.duration_s or 0) + load.timeout_s + _MARGIN_S + opening_s(load.connections)

    def mismatch(self, report: ToolReport, load: Load) -> str:
        """wrk goes on without a script that it cannot load, and then asks for / instead of the mix."""
        if not load.mix or report.exact:
            return ""
        reason = report.cautions[0] if report.cautions else "wrk does not say why"
        return f"its script did not run, so it did not send the mix: {reason}"

    def outcome(self, report: ToolReport, read: ReadFile, chunks: ReadChunks) -> Outcome:
        outcome = replace(super().outcome(report, read, chunks), span=_span(report.exact or {}))
        note = str((report.exact or {}).get("histogram", "its exact figures are missing"))
        if note == _NOTHING_MEASURED:
            return outcome
        text = read(LATENCY_FILE, latency.MAX_BYTES) if note == "whole" else ""
        exact_latency = latency.read(text)
        if exact_latency is None:
            reason = "its file is not whole" if note == "whole" else note[:200]
            outcome.warnings.append(
                "latency is as wrk prints it, with the requests that wrk invents: "
                f"its histogram was not read ({reason})"
            )
        return replace(outcome, exact_latency=exact_latency)

    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        return _even(
            {
                "threads": number_of(options.get("t")),
                "connections": number_of(options.get("c")),
                "keepalive": not options["closes"],
                "duration_s": seconds_of(options.get("d")),
            }
        )

    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        return _even(
            {
                "threads": report.threads,
                "connections": report.connections or number_of(options.get("c")),
                "duration_s": seconds_of(str(report.raw.get("header_duration", ""))),
                "keepalive": not options["closes"] if is_typed else None,
            }
        )


def _even(fields: dict[str, Any]) -> dict[str, Any]:
    """wrk opens as many connections as its threads share evenly."""
    threads, connections = fields["threads"], fields["connections"]
    if threads and connections:
        threads = min(threads, connections)
        return fields | {"threads": threads, "connections": connections - connections % threads}
    return fields


def _exact_figures(exact: Mapping[str, Any]) -> dict[str, float | None]:
    """The line of done.lua; the printed req/s stays the rate, so that it is the one people saw."""
    times = exact.get("latency_us") or {}
    seconds = exact["duration_us"] / 1e6
    ranks = {rank: _seconds(microseconds) for rank, microseconds in (times.get("percentiles") or {}).items()}
    return {
        "requests": exact["requests"],
        "bytes_per_s": exact["bytes"] / seconds if seconds else None,
        "latency_mean": _seconds(times.get("mean")),
        "latency_max": _seconds(times.get("max")),
        **percentiles(ranks),
    }


def _span(exact: Mapping[str, Any]) -> tuple[float, float] | None:
    started_at = exact.get("started_at")
    return (started_at, started_at + exact["duration_us"] / 1e6) if started_at else None


def _seconds(microseconds: float | None) -> float | None:
    return None if microseconds is None else microseconds / 1e6


TOOL = Wrk()
