"""Where the time of requests went, for load tools that break it down (ab). Pure."""

from agents.parse import NotAReport, Times, parse
from backend.runs.schemas import PartTimes


def parts_of(stdout: str) -> list[PartTimes]:
    """The rows of ab's table of connection times, in its order; none for another tool."""
    try:
        report = parse(stdout, "ab")
    except NotAReport:
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
