"""Where the time of requests went, for load tools that break it down. Pure."""

from agents.catalog.tools import LOAD_TOOLS
from agents.parse import NotAReport, Times, parse
from backend.runs.schemas import PartTimes


def parts_of(stdout: str) -> list[PartTimes]:
    """The rows of its table of connection times, in its order; none for a tool without one."""
    try:
        report = parse(stdout)
    except NotAReport:
        return []
    tool = LOAD_TOOLS.get(report.tool)
    if tool is None or not tool.breaks_down:
        return []
    rows = {
        "connect": report.connect_s,
        "processing": report.processing_s,
        "waiting": report.waiting_s,
        "total": report.latency_s,
    }
    return [_row(part, times) for part, times in rows.items() if times]


def _row(part: str, times: Times) -> PartTimes:
    figures = {name: times.get(name) for name in ("min", "mean", "stdev", "median", "max")}
    return PartTimes.model_validate({"part": part} | figures)
