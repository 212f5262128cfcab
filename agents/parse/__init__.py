"""From the saved output of a load tool to its figures. Pure: pydantic and the standard library only."""

from agents.catalog.reading.report import Errors, NotAReport, Times, ToolReport
from agents.catalog.reading.text import MAX_BYTES, Section, decode, lines_of
from agents.catalog.tools import READERS, ReadableTool
from agents.parse import detect

__all__ = [
    "MAX_BYTES",
    "Errors",
    "NotAReport",
    "ReadableTool",
    "Times",
    "ToolReport",
    "decode",
    "parse",
]


def parse(text: str, tool: str | None = None, stderr: str = "") -> ToolReport:
    """The first report in `text`, in SI base units; the tool is detected unless given.

    `stderr` is what the tool printed there: it explains a missing report and shows failures that ab hides.
    Text around the report is ignored; a second report is named in `cautions`. Raises NotAReport when there is
    no whole report, or when it is another tool's.
    """
    if tool is not None and tool not in READERS:
        raise ValueError(f"tool is {tool!r}, not one of {', '.join(READERS)}")
    lines, complaints = lines_of(text), lines_of(stderr)
    sections = detect.sections(lines)
    reports = [section for section in sections if section.has_report]
    tool_reports = [section for section in reports if tool in (None, section.tool)]
    if not tool_reports:
        raise _other_tool(reports[0], tool) if reports else detect.why_none(lines, complaints, tool)
    report = detect.read(tool_reports[0], complaints)
    if any(not section.has_report and section.start < tool_reports[0].start for section in sections):
        report.cautions.append("a run before this one printed no report")
    if len(reports) > 1:
        report.cautions.append(
            f"the text holds {len(reports)} reports: "
            f"only the one that starts on line {tool_reports[0].start + 1} was read"
        )
    return report


def _other_tool(section: Section, tool: str | None) -> NotAReport:
    return NotAReport(
        f"this is not a report of {tool}: line {section.start + 1} starts one of {section.tool}. "
        f"Say {section.tool} instead, or leave the tool out.",
        section.tool,
    )
