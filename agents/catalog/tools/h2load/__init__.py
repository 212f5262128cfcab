"""h2load: HTTP/2 with several streams a connection, or HTTP/1.1; its log has every request."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.catalog.reading.command import number_of, seconds_of
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import (
    MAX_RUN_S,
    GuideRows,
    HttpProtocol,
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
from agents.catalog.tools.h2load import log, mix, report

LOG = "requests.tsv"
_MARGIN_S = 30
_STOPPED = "Stopped all clients for thread #"
_PROTOCOLS: dict[str, HttpProtocol] = {"h2": "h2", "h2c": "h2", "http/1.1": "h1"}
_WORDS = {"h1": "HTTP/1.1", "h2": "HTTP/2"}


class H2load(LoadTool):
    name = "h2load"
    order = 35
    info = ToolInfo(
        name="h2load",
        label="h2load",
        text="A load generator for HTTP/2 and HTTP/1.1 by the nghttp2 project; runs for a duration or a "
        "number of requests.",
        ends_by=["duration", "requests"],
        threads=Threads(minimum=1, maximum=1024),
        tls=True,
        http="HTTP/2, HTTP/1.1",
        protocols=["h2", "h1"],
        percentiles="50, 75, 90, 95, 99, 99.9 and 99.99, in microseconds, of every request",
        figures=[
            "Closed-loop: a connection sends its next request when the answer has arrived, so a server that "
            "stalls is asked less often (coordinated omission).",
            "Latency is that of every answered request, from its log; it prints those of a million at most.",
            "Latency begins when the request is handed to its HTTP/2 session: one that waits there because "
            "the server allows fewer streams waits inside its latency. Connecting and TLS are not in it.",
            "Counts only requests that got a status; those that did not are failed requests.",
        ],
        notes=[
            "Over HTTP/2 it does not open a connection again: with keepalive_requests at its default, nginx "
            "ends a connection after 1,000 requests (100 before 1.19.10), and with it the load.",
            "A run for a duration does not say how many connections could not be opened.",
            "Has no timeout: where a server never answers, a run for a number of requests fails at its "
            "time limit.",
            "Over plain HTTP it begins HTTP/2 without asking (prior knowledge).",
            "Writes about 28 bytes to the load host's disk for each request.",
            "Each connection walks a mix from its first request, all in step; only paths may differ.",
            "TLS certificates are not verified.",
        ],
        keeps_connections=True,
        mix=MixSupport(refused_methods=mix.REFUSED_METHODS, is_paths_only=True, is_in_step=True),
        parallel=True,
        no_histogram="Latency is as h2load prints it: without percentiles.",
        no_percentile="h2load prints none, and its log could not be read",
        example="h2load -c100 -m10 -D60",
        packages={
            "debian": "nghttp2-client",
            "rhel": "nghttp2",
            "fedora": "nghttp2",
            "opensuse": "nghttp2",
            "arch": "nghttp2",
            "alpine": "nghttp2",
        },
    )
    guide = GuideRows(
        keepalive="always on",
        own_headers="User-Agent",
        timeout="none",
        percentiles="50 to 99.99",
        latency_begins="when the request is given to its session",
        workload="  - {name: h2, tool: h2load, connections: 32, streams: 10, duration: 10s, protocol: h2}",
        text="""\
`protocol: h2` is its default, `h1` makes it speak HTTP/1.1, so that both are measured by one tool. `streams` is the number of requests that each
HTTP/2 connection has open at once. The protocol that the server chose is read back: a trial in another one fails.
The knob `load.protocol` chooses it for a variant: HTTP/2 is judged against HTTP/1.1, as in recipe `protocols`. `protocol: [h1, h2]` makes two workloads of
one, `NAME h1` and `NAME h2`, with verdicts within each. Across load tools a comparison has no verdict.

The server needs `listen.http2: on` and a `nginx.keepalive_requests` that no connection reaches. HTTP/3 is left out: oha 1.16.0 got no answer from
nginx 1.26.3.

Debian and Ubuntu have it as `nghttp2-client`, most others as `nghttp2`. Restart the agent after you install it.
""",  # noqa: E501
    )
    with_value = "ncimftwWHpdrDTNB"
    omits_unanswered = True
    start_words = "finished|spawning"
    causes = re.compile(
        r"\s*((?:getaddrinfo\(\) failed: |--log-file: |-[a-zA-Z](?:, -[a-zA-Z])?: (?!warning)|h2load: ).*"
        r"|client could not connect to host)"
    )
    usage = re.compile(r"\s*Usage: h2load \[OPTIONS\]")
    inner = report.INNER

    def starts_report(self, lines: list[str], index: int) -> bool:
        return bool(report.FINISHED.match(lines[index]))

    def starts_banner(self, line: str) -> bool:
        return bool(report.BANNER.match(line))

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        return report.read(section)

    def version(self, output: Output) -> str:
        return output([self.name, "--version"]).partition("nghttp2/")[2].strip()

    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        end = ["-n", str(load.requests)] if load.requests else ["-D", f"{load.duration_s}s"]
        size = ["-c", str(load.connections), "-t", str(load.threads), "-m", str(load.streams or 1)]
        protocol = ["--h1"] if load.protocol == "h1" else []
        host = ["-H", f":authority: {load.host}"] if load.host else []  # with Host it sends its own too
        headers = mix.header_options(load) if load.mix else header_options(load, None)
        target = ["-i", mix.FILE] if load.mix else [url]
        return [self.name, *end, *size, *protocol, f"--log-file={out}{LOG}", *host, *headers, *target]

    def inputs(self, load: Load, url: str, sequence: Sequence[int]) -> dict[str, bytes]:
        return {mix.FILE: mix.addresses_of(load, url, sequence)} if load.mix else {}

    def max_run_s(self, load: Load) -> float:
        return (load.duration_s or MAX_RUN_S) + _MARGIN_S + opening_s(load.connections)

    def loads_on(self, load: Load, stdout: str) -> bool:
        """Up to 1.63 it forgets to stop a client that is connecting again when the duration ends."""
        return load.duration_s is not None and stdout.count(_STOPPED) >= load.threads

    def mismatch(self, report: ToolReport, load: Load) -> str:
        """The protocol that the server chose, where it is another one."""
        workload_protocol = load.protocol or self.info.protocols[0]
        if report.protocol is None or _PROTOCOLS.get(report.protocol) == workload_protocol:
            return ""
        return (
            f"the server chose {report.protocol}, and the workload asks for {_WORDS[workload_protocol]}. "
            "Set listen.http2 on, or change protocol."
        )

    def outcome(self, report: ToolReport, read: ReadFile, chunks: ReadChunks) -> Outcome:
        outcome = super().outcome(report, read, chunks)
        if not report.requests:
            return outcome
        exact_latency = log.read(chunks(LOG))
        if exact_latency is None:
            outcome.warnings.append("its log is missing or not whole, so there are no percentiles")
        span = log.span(next(iter(chunks(LOG)), b""), read(LOG, log.MAX_ROW))
        return replace(outcome, exact_latency=exact_latency, span=span)

    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        duration_s = seconds_of(options.get("D") or options.get("d"))
        return {
            "threads": number_of(options.get("t")) or 1,
            "connections": number_of(options.get("c")) or 1,
            "streams": number_of(options.get("m")),
            "duration_s": duration_s,
            "requests": None if duration_s else number_of(options.get("n")),
        }

    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        of_command = self.load_of_command(options) if is_typed else {}
        duration = re.search(r"and (\d{1,6})s of main duration", text)
        return {
            "threads": report.threads or of_command.get("threads"),
            "connections": report.connections or of_command.get("connections"),
            "streams": of_command.get("streams"),
            "protocol": _PROTOCOLS.get(report.protocol or ""),
            "duration_s": int(duration[1]) if duration else None,
            "requests": None if duration else (report.counts or {}).get("total"),
        }


TOOL = H2load()
