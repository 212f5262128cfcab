"""vegeta: a fixed rate for a duration, open loop; a row for every request."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.catalog.pace import NotRows, Row, read_rows
from agents.catalog.reading.command import number_of, seconds_of
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import (
    GuideRows,
    Load,
    LoadTool,
    MixSupport,
    Outcome,
    Output,
    Threads,
    ToolInfo,
    opening_s,
)
from agents.catalog.tools.vegeta import report, targets

VERSION = "12.13.0"
_BUILD = (
    f'GOFLAGS=-mod=mod GOBIN=/usr/local/bin go install -ldflags "-X main.Version={VERSION}" '
    f"github.com/tsenart/vegeta/v12@v{VERSION}"
)
_RESULTS, _TARGETS = "results.bin", "targets.json"
_MAX_WORKERS = 20_000  # requests under way at once, a goroutine each
_MARGIN_S = 10
_ROW_BYTES = 4096  # of a request with its answer's headers, as it writes them
_VERSION = re.compile(r"^Version: v?(\d[\w.-]*)$", re.MULTILINE)


class Vegeta(LoadTool):
    name = "vegeta"
    order = 50
    info = ToolInfo(
        name="vegeta",
        label="vegeta",
        text="An open-loop load generator: sends at a fixed rate, however slow the answers are.",
        ends_by=["duration"],
        open_loop=True,
        threads=Threads(minimum=1, maximum=1024),
        tls=True,
        http="HTTP/1.1",
        percentiles="50 to 99.99, in microseconds, of every request from the time at which it was due",
        figures=[
            "Open loop: requests leave on schedule, so a server that stalls delays all that are due then.",
            "Latency begins when a request was due: waiting to connect, connecting and TLS are in it.",
            "A request that fails or times out is in the latencies too, with the time until that.",
            "Requests per second are those answered with a status from 200 to 399.",
            "Does not count bytes: bodies are read and dropped.",
        ],
        notes=[
            "Its timer has steps of 1 ms: requests of one millisecond leave together, which flatters servers "
            "that handle several at once.",
            "Needs 50 to 150 µs of CPU for a request: a thread sends at most about 10,000 a second.",
            "At most 20,000,000 requests in a trial.",
            "Several processes share the rate, a multiple of them, and start one interval of it apart.",
            "TLS certificates are not verified.",
            "Has no Debian package: it is built from its Go module.",
        ],
        timeout=True,
        parallel=True,
        mix=MixSupport(),
        resumes_tls=False,
        example="vegeta -cpus 1 attack -rate 2000/s -duration 10s -connections 32",
        build=_BUILD,
    )
    guide = GuideRows(
        keepalive="nothing, `-keepalive=false`",
        own_headers="User-Agent, X-Vegeta-Seq, Accept-Encoding: identity",
        timeout="`-timeout`",
        percentiles="50 to 99.99",
        latency_begins="when the request was due",
        workload="  - {name: steady, tool: vegeta, rate: 2000, threads: 1, connections: 32, duration: 10s}",
        text=f"""\
vegeta sends `rate` requests per second and needs one; other tools refuse it.
`rates: [500, 1000, 2000]` makes a workload for each, and the page draws latency and CPU a request over the rate. After a trial `vegeta report` prints its figures and `vegeta encode`
a row for each request: lag is the time from when a request was due until it was sent.

`rates: [50%, 70%, 90%]`, or `rate: 70%`, are shares of the baseline's ceiling. Before the first trial the default load tool sends the baseline the same load as fast as it answers, three times, each as long as a trial, at
most 10 s; the median of the valid ones is the ceiling. All variants and rounds are then measured at the same rates, also after *Resume* and *Measure more*. Pages say *70% of 41 200/s = 28 840/s*, and
*the load tool's limit* where that tool reached its own. Only the first load host measures the ceiling. Percentages do not go with held connections, or a mix with HEAD.

Build {VERSION} where Go is installed, and restart the agent:
```
{_BUILD}
```
""",  # noqa: E501
    )
    with_value = ""
    go_switches = ("chunked", "h2c", "http2", "insecure", "keepalive", "lazy", "session-tickets")
    command_form = r"(?:-\S+(?:\s+\d+)?\s+)*attack\b"
    start_words = "Requests"
    causes = re.compile(
        r"\s*(\d{4}/\d\d/\d\d \d\d:\d\d:\d\d (?:encode: |unexpected EOF|error |open |bad |no ).*"
        r"|invalid value \".*\" for flag -.*)"
    )
    usage = re.compile(r"Usage of vegeta |Usage: vegeta ")
    inner = re.compile(r"\s*(Latencies\s+\[min, mean, 50|Duration\s+\[total, attack|Success\s+\[ratio\])")

    def starts_report(self, lines: list[str], index: int) -> bool:
        return bool(report.REQUESTS.match(lines[index]))

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        return report.read(section)

    def version(self, output: Output) -> str:
        """Empty where it was built without one."""
        match = _VERSION.search(output([self.name, "-version"]))
        return match[1] if match else ""

    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        """The argument list; -cpus is GOMAXPROCS."""
        connections = str(load.connections)
        return [
            *[self.name, "-cpus", str(load.threads), "attack"],
            *[
                "-rate",
                f"{load.rate}/s",
                "-duration",
                f"{load.duration_s}s",
                "-timeout",
                f"{load.timeout_s}s",
            ],
            *["-connections", connections, "-max-connections", connections],
            *["-workers", connections, "-max-workers", str(_MAX_WORKERS)],
            *["-max-body", "0", "-redirects", "-1", "-insecure", "-http2=false"],
            *([] if load.keepalive else ["-keepalive=false"]),
            *([] if load.mix else _header_options(load)),
            *["-format", "json", "-targets", _TARGETS, "-output", f"{out}{_RESULTS}"],
        ]

    def inputs(self, load: Load, url: str, sequence: Sequence[int]) -> dict[str, bytes]:
        lines = targets.mix_lines(load, url, sequence) if load.mix else [targets.line("GET", url)]
        return {_TARGETS: "".join(f"{line}\n" for line in lines).encode()}

    def report_argv(self, out: str) -> list[str]:
        return [self.name, "report", f"{out}{_RESULTS}"]

    def rows_argv(self, out: str) -> list[str]:
        return [self.name, "encode", "-to", "csv", f"{out}{_RESULTS}"]

    def max_written_bytes(self, load: Load) -> int:
        return _ROW_BYTES * (load.rate or 0) * (load.duration_s or 0) + 64 * 1024 * 1024

    def max_run_s(self, load: Load) -> float:
        return (load.duration_s or 0) + load.timeout_s + _MARGIN_S + opening_s(load.connections)

    def with_rows(self, outcome: Outcome, load: Load, lines: Iterable[str]) -> Outcome:
        try:
            rows = _SpanRows(lines)
            pace, latency = read_rows(rows, load.rate or 1, load.duration_s or 1)
        except (NotRows, csv.Error) as error:
            reason = f"the row of every request was not read: {str(error)[:200]}"
            return replace(outcome, warnings=[*outcome.warnings, reason])
        figures = outcome.figures | pace.figures()
        return replace(outcome, figures=figures, exact_latency=latency, pace=pace, span=rows.span)

    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        """Connections only where it limits them: without that it opens as many as it needs."""
        duration_s = report.seconds(options.get("duration", ""))
        return {
            "rate": _rate_of(options.get("rate", "")),
            "duration_s": round(duration_s) if duration_s else None,
            "threads": number_of(options.get("cpus")),
            "connections": number_of(options.get("max-connections")) or number_of(options.get("connections")),
            "keepalive": options.get("keepalive") != "false",
        }

    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        duration = seconds_of(f"{round(report.duration_s or 0)}")
        rate = number_of(f"{round(float(report.raw['rate']))}")
        of_command = self.load_of_command(options) if is_typed else {}
        return of_command | {"rate": of_command.get("rate") or rate or 1, "duration_s": duration or 1}


def _rate_of(text: str) -> int | None:
    """Requests per second of `50`, `50/s`, `3000/1m`; None for one that is no whole number, or no limit."""
    match = re.fullmatch(r"(\d{1,9})(?:/(.+))?", text)
    seconds = report.seconds(re.sub(r"^(?=\D)", "1", match[2] or "s")) if match else None
    rate = int(match[1]) / seconds if match and seconds else 0
    return int(rate) if rate >= 1 and rate == int(rate) else None


def _header_options(load: Load) -> Iterator[str]:
    for name, value in targets.headers(load, load.headers).items():
        yield from ("-header", f"{name}: {value}")


class _SpanRows:
    """Columns of `vegeta encode -to csv`: time, status, latency, …, number; and the time that they span."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._first = self._last = 0  # ns since the epoch

    def __iter__(self) -> Iterator[Row]:
        for columns in csv.reader(self._lines):
            try:
                row = Row(int(columns[8]), int(columns[0]), max(0, int(columns[2])))
            except (IndexError, ValueError):
                raise NotRows(f"a row is damaged: {','.join(columns)[:80]!r}") from None
            self._first = min(self._first or row.sent_at, row.sent_at)
            self._last = max(self._last, row.sent_at + row.latency)
            yield row

    @property
    def span(self) -> tuple[float, float]:
        """Epoch seconds of the first request and of the last answer, once all rows are read."""
        return self._first / 1e9, self._last / 1e9


TOOL = Vegeta()
