"""A load tool that does not exist: its one file in the catalog."""

import re
from collections.abc import Mapping
from typing import Any

from agents.catalog.reading.command import number_of
from agents.catalog.reading.figures import printed_figures
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import GuideRows, Load, LoadTool, Output, ReadFile, Threads, ToolInfo

_RESULT = re.compile(r"ahoy made (\d+) requests in (\d+) s, jitter (\d+) ms$")


class Ahoy(LoadTool):
    name = "ahoy"
    order = 40
    info = ToolInfo(
        name="ahoy",
        label="ahoy",
        text="A planted tool.",
        ends_by=["requests"],
        threads=Threads(minimum=1, maximum=8),
        tls=False,
        http="HTTP/1.1",
        percentiles="none",
        figures=["Counts every ahoy as a request."],
        notes=["Has no masts."],
        no_histogram="ahoy keeps no histogram.",
        example="ahoy -c8 -n1000",
        purpose="a planted recipe uses it",
        packages={"debian": "ahoy-tools"},
    )
    guide = GuideRows(
        keepalive="`-k`, nothing",
        own_headers="none",
        timeout="none",
        percentiles="none",
        latency_begins="never",
    )
    with_value = "ctn"
    start_words = "ahoy made"
    causes = re.compile(r"(ahoy: .*)")
    usage = re.compile(r"usage: ahoy")

    def starts_report(self, lines: list[str], index: int) -> bool:
        return bool(_RESULT.match(lines[index]))

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        _, result = section.need(_RESULT, "ahoy made … requests")
        requests, seconds, jitter_ms = map(int, result.groups())
        return ToolReport(
            tool=self.name,
            requests=requests,
            duration_s=seconds,
            requests_per_s=requests / seconds,
            bytes=requests,
            raw={"jitter_s": jitter_ms / 1000},
        )

    def figures(self, report: ToolReport, read: ReadFile | None = None) -> dict[str, float | None]:
        return printed_figures(report) | {"jitter_s": report.raw["jitter_s"]}

    def version(self, output: Output) -> str:
        return "1.0"

    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        return [self.name, f"-c{load.connections}", f"-n{load.requests}", url]

    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        return {
            "threads": 1,
            "connections": number_of(options.get("c")),
            "requests": number_of(options.get("n")),
            "keepalive": True,
        }

    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        return self.load_of_command(options)


TOOL = Ahoy()
