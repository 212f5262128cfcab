"""ab: ends by requests or duration; its percentile table comes from the file of `-e`, in microseconds."""

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

from agents.catalog.reading.command import number_of, seconds_of
from agents.catalog.reading.figures import RANKS, printed_figures
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import (
    MAX_RUN_S,
    GuideRows,
    Load,
    LoadTool,
    Output,
    ReadFile,
    Threads,
    ToolInfo,
    header_options,
    opening_s,
    requests_within,
)
from agents.catalog.tools.ab import report

TABLE = "percentiles.csv"
_TABLE_BYTES = 64 * 1024  # 100 short lines
_MARGIN_S = 35  # ab itself gives up after 30 s of silence
_TABLE_FROM = 51  # requests; with fewer ab's table reads past its own records
_HEAD_LINES = 10  # between Server Software and Document Length, with TLS


class Ab(LoadTool):
    name = "ab"
    order = 20
    info = ToolInfo(
        name="ab",
        label="ab",
        text="ApacheBench: one thread; runs for a number of requests or a duration.",
        ends_by=["requests", "duration"],
        threads=Threads(minimum=1, maximum=1),
        tls=True,
        http="HTTP/1.0",
        percentiles="50, 75, 90, 95 and 99, in microseconds, of every request; none below 51 requests",
        figures=[
            "Closed-loop: a connection sends its next request when the answer has arrived, so a server that "
            "stalls is asked less often (coordinated omission).",
            "Latency includes connecting, and TLS.",
            "Counts every answer whose length differs from the first one's as a failed request.",
            "Counts every status other than 2xx as a failed request, 304 and redirects too.",
            "One reset connection can be counted as failed up to three times.",
        ],
        notes=[
            "Speaks HTTP/1.0 on one thread: it fills one CPU before a server with several workers is full.",
            "Keep-alive works only where the server answers `Connection: keep-alive` with a length.",
            "Has no timeout for one request: it gives up after 30 seconds in which nothing happens.",
            "TLS certificates are not verified.",
        ],
        resumes_tls=False,
        max_connections=20_000,
        max_connections_until="up to httpd 2.4.62",
        no_percentile="ab has none between p99 and the longest request, and none at all below 51 requests",
        no_histogram="ab gives percentiles of each trial up to p99, no histogram: "
        "these are means over trials.",
        example="ab -k -c100 -n100000",
        purpose="some recipes use it",
        packages={
            "debian": "apache2-utils",
            "rhel": "httpd-tools",
            "fedora": "httpd-tools",
            "opensuse": "apache2-utils",
            "arch": "apache",
            "alpine": "apache2-utils",
        },
    )
    guide = GuideRows(
        keepalive="`-k`, nothing",
        own_headers="User-Agent, Accept",
        timeout="none for one request",
        percentiles="50 to 99",
        latency_begins="when the connection is opened",
        workload="  - {name: short, tool: ab, connections: 64, requests: 50000, keepalive: false}",
        text="""\
Percentiles come from the file of `-e`, in microseconds; with 50 requests or fewer, from the printed ones, in whole milliseconds (0 is unknown). ab up to
httpd 2.4.62 takes at most 20,000 connections.
""",  # noqa: E501
    )
    with_value = "ncstbTpuvmxyzCHAPXgefZB"
    first_failing_status = 300
    breaks_down = True
    start_words = "Server |Document Path|ApacheBench"
    causes = re.compile(
        r"(?:.*\(be patient\)\.*)?\s*"
        r"((?:ab: |apr_\w+(?:\(\))?(?: for \S+)?: |socket: |SSL handshake failed|Test aborted after).*)"
    )
    usage = re.compile(r"\s*Usage: ab \[options\]")
    inner = re.compile(r"\s*(Complete requests:\s|Percentage of the requests served|Connection Times \(ms\))")

    def starts_report(self, lines: list[str], index: int) -> bool:
        """The first pasted line of a report; without Server Software, others must follow."""
        match = report.HEAD.match(lines[index])
        if not match:
            return False
        rank = match.lastindex or 0
        before = (report.HEAD.match(line) for line in reversed(lines[max(0, index - _HEAD_LINES) : index]))
        nearest = next((head.lastindex or 0 for head in before if head), rank)
        follows = lines[index + 1 : index + 1 + _HEAD_LINES]
        return nearest >= rank and (rank == 1 or any(map(report.LENGTH.match, follows)))

    def starts_banner(self, line: str) -> bool:
        return bool(report.BANNER.match(line))

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        return report.read(section, stderr)

    def silent(self, lines: list[str]) -> ToolReport:
        return report.silent(self.name, lines)

    def figures(self, report: ToolReport, read: ReadFile | None = None) -> dict[str, float | None]:
        table = parse_percentiles(read(TABLE, _TABLE_BYTES)) if read else {}
        if (report.requests or 0) < _TABLE_FROM:
            table = {}
        whole = {metric: int(rank) for metric, rank in RANKS.items() if rank.isdigit()} | {"latency_max": 100}
        figures = printed_figures(report)
        below_ms = {m: None for m, value in figures.items() if m.startswith("latency") and value == 0}
        return figures | below_ms | {m: table[rank] for m, rank in whole.items() if rank in table}

    def version(self, output: Output) -> str:
        return output([self.name, "-V"]).partition("Version ")[2].partition(" ")[0]

    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        # `-t` alone would stop at 50 000 requests; a larger `-n` after it lifts that.
        enough = requests_within(load.duration_s or 1, load.connections)
        end = ["-n", str(load.requests)] if load.requests else ["-t", str(load.duration_s), "-n", str(enough)]
        keepalive = ["-k"] if load.keepalive else []
        size = ["-c", str(load.connections), *end, *keepalive]
        # -r: one reset connection is a failed request, not the end of the trial.
        return [self.name, "-q", "-r", *size, "-e", f"{out}{TABLE}", *header_options(load, load.host), url]

    def max_run_s(self, load: Load) -> float:
        return (load.duration_s or MAX_RUN_S) + _MARGIN_S + opening_s(load.connections)

    def files_needed(self, load: Load) -> int:
        return load.connections + 16

    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        fields = {
            "threads": 1,
            "connections": number_of(options.get("c")),
            "keepalive": "k" in options["flags"],
        }
        return fields | _length(options, number_of(options.get("n")))

    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        fields = {
            "threads": 1,
            "connections": report.concurrency or number_of(options.get("c")),
            "keepalive": report.keepalive_requests is not None,
        }
        return fields | _length(options, number_of(options.get("n")) or report.requests)


def _length(options: Mapping[str, str], requests: int | None) -> dict[str, int | None]:
    """Either the requests, or the duration where only that was asked for."""
    if options.get("t") and not options.get("n"):
        return {"requests": None, "duration_s": seconds_of(options["t"])}
    return {"requests": requests}


def parse_percentiles(text: str) -> dict[int, float]:
    """The table of `ab -e`: percent → seconds."""
    table: dict[int, float] = {}
    for row in csv.reader(io.StringIO(text)):
        try:
            table[int(row[0])] = round(float(row[1]) / 1000, 9)
        except (IndexError, ValueError):
            continue  # the heading
    return table


TOOL = Ab()
