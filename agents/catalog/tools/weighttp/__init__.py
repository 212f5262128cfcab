"""weighttp: ends by requests; 0.5 has times in its report, older ones have none."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from agents.catalog.reading.command import number_of
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import GuideRows, Load, LoadTool, Output, Threads, ToolInfo, header_options
from agents.catalog.tools.weighttp import report

_VERSION = re.compile(r"(?:^|\s)(?:weighttp|version:)\s+(\d[\w.-]*)")
_SPAWNED = re.compile(r"^spawning thread #\d+: (\d+) concurrent requests, \d+ total requests", re.MULTILINE)


class Weighttp(LoadTool):
    name = "weighttp"
    order = 30
    info = ToolInfo(
        name="weighttp",
        label="weighttp",
        text="A small multi-threaded load generator by the lighttpd project; runs for a number of requests.",
        ends_by=["requests"],
        threads=Threads(minimum=1, maximum=255),
        tls=False,
        http="HTTP/1.1",
        percentiles="50, 75, 90, 95 and 99 from version 0.5 on; 0.3 and 0.4 say nothing about latency",
        figures=[
            "Closed-loop: a connection sends its next request when the answer has arrived, so a server that "
            "stalls is asked less often (coordinated omission).",
            "Prints requests per second as a whole number, rounded down.",
            "Failures of all kinds are one count: connect, read, and answers of status 4xx and 5xx.",
        ],
        notes=[
            "Has no TLS and no duration: it ends by a number of requests, at least one for each connection.",
            "Has no timeout: where a server never answers, the trial fails at its time limit.",
            "Reaches hosts by IPv4 only.",
            "Has no Debian package: it must be built from source.",
        ],
        no_percentile="weighttp has none above p99, and none at all before version 0.5",
        example="weighttp -k -t4 -c100 -n100000",
    )
    guide = GuideRows(
        keepalive="`-k`, `Connection: close`",
        own_headers="User-Agent",
        timeout="none",
        percentiles="50 to 99 from 0.5 on, none before",
        latency_begins="when the request is written",
        workload="""\
  - name: as in the write-up
    tool: weighttp
    threads: 50
    connections: 100
    requests: 3000000
    host: example.org            # in place of the target's address
    headers: {Accept-Encoding: gzip, X-Client: test}""",
        text="""\
weighttp cannot measure a variant that listens with TLS. Connections that 0.5 closes end with a reset and leave nothing in TIME_WAIT. Dynoboard
always passes the Host, because 0.4 crashes without it on some paths.

Source: https://github.com/lighttpd/weighttp. 0.5 (2025) builds with Meson and reports latencies:
```
git clone --branch weighttp-0.5 https://github.com/lighttpd/weighttp && cd weighttp
meson setup build && meson compile -C build && sudo meson install -C build
```
0.4 (2016), which the write-ups used, needs libev and reports no latencies. Restart the agent after you install it.
""",  # noqa: E501
    )
    with_value = "nctpbKHTmuCA"
    start_words = r"finished|weighttp|\{"
    causes = re.compile(r"\s*(error: .*|poll\(\) failed.*)")
    causes_are_vague = True
    usage = re.compile(r"\s*weighttp <options> <url>")
    inner = re.compile(r"\s*(traffic: \d+ bytes total, \d+ bytes http|\"kBps_per_sec\":)")

    def starts_report(self, lines: list[str], index: int) -> bool:
        return bool(report.FINISHED.match(lines[index])) or report.is_json_start(lines, index)

    def starts_banner(self, line: str) -> bool:
        return bool(report.BANNER.match(line))

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        return report.read(section)

    def silent(self, lines: list[str]) -> ToolReport:
        return ToolReport(tool=self.name, report=False, version=report.version(lines))

    def version(self, output: Output) -> str:
        """Empty where it does not say: builds between 0.4 and 0.5."""
        # 0.3 and 0.4 have -v, later ones -V; the other one gets usage, which may name the version too.
        matches = (_VERSION.search(output([self.name, option])) for option in ("-v", "-V"))
        return next((match[1] for match in matches if match), "")

    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        """Arguments that 0.3, 0.4 and 0.5 have in common."""
        size = ["-n", str(load.requests), "-c", str(load.connections), "-t", str(load.threads)]
        keepalive = ["-k"] if load.keepalive else []
        # Given the Host that it would send anyway, because 0.4 writes past its request without it.
        host = load.host or urlsplit(url).netloc.removesuffix(":80")
        return [self.name, *size, *keepalive, *header_options(load, host), url]

    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        return {
            "threads": number_of(options.get("t")),
            "connections": number_of(options.get("c")),
            "keepalive": "k" in options["flags"],
            "requests": number_of(options.get("n")),
        }

    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        """Threads and connections stand in its lines about threads; with -q and in its JSON they do not."""
        connections_of_threads = [int(n) for n in _SPAWNED.findall(text)]
        return {
            "threads": number_of(options.get("t")) or len(connections_of_threads) or None,
            "connections": number_of(options.get("c")) or sum(connections_of_threads) or None,
            "requests": (report.counts or {}).get("total") or number_of(options.get("n")) or report.requests,
            "keepalive": "k" in options["flags"] if is_typed else None,
        }


TOOL = Weighttp()
