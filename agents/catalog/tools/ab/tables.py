"""ab's two tables: connection times and the percentage served within a time. Whole milliseconds."""

import re

from agents.catalog.reading import units
from agents.catalog.reading.report import Times, ToolReport
from agents.catalog.reading.text import Section

_ROWS = {"Connect": "connect_s", "Processing": "processing_s", "Waiting": "waiting_s", "Total": "latency_s"}
_HEADING = re.compile(r"\s*Connection Times \(ms\)$")
_FULL = re.compile(r"\s*\w+:\s+(-?\d+)\s+(-?\d+)\s+(\d+\.\d|-?nan)\s+(-?\d+)\s+(-?\d+)$")
_SHORT = re.compile(r"\s*\w+:\s+(\d+) ( *)(\d+)(?: +(\d+))?$")
_FULL_WIDTH, _SHORT_WIDTH = 43, 28
_SERVED = re.compile(r"\s*Percentage of the requests served within a certain time \(ms\)$")
_PERCENT = re.compile(r"\s*(\d{1,3})%\s+(\d{1,12})( \(longest request\))?$")
_HTML_ROW = re.compile(r"<t[hd][^>]*>(Connect|Processing|Waiting|Total):</t[hd]>(.*)")
_HTML_CELL = re.compile(r"<td[^>]*>\s*(\d{1,12})\s*</td>")


def read_text(section: Section, report: ToolReport) -> None:
    """Adds the tables to the report. NotAReport if ab must have printed one and it is missing or cut."""
    if report.requests == 0:
        return
    heading, _ = section.need(_HEADING, "Connection Times (ms)")
    times = _read_percentages(section)
    last = heading
    for label, field in _ROWS.items():
        row = section.find(re.compile(rf"\s*{label}:"), heading)
        if not row:
            raise section.cut(f"{label}: of Connection Times")
        last = max(last, row[0])
        longest = times.get("p100") if label == "Total" else None
        setattr(report, field, _row(section, row[0], label, longest, report.cautions))
    if times:
        report.latency_s = (report.latency_s or {}) | times
    elif report.requests != 1:
        report.cautions.append(
            "there is no table of percentiles: ab ran with -d, or the end of the text is missing"
        )


def _row(section: Section, index: int, label: str, longest: float | None, cautions: list[str]) -> Times:
    line = section.lines[index]
    full, short = _FULL.match(line), _SHORT.match(line)
    min_width = _FULL_WIDTH if full else _SHORT_WIDTH
    # Only the last line of a text can be cut inside a number; a whole row has a minimum width, so that shows.
    if not (full or short) or (index == len(section.lines) - 1 and len(line.lstrip()) < min_width):
        raise section.cut(f"{label}: of Connection Times")
    if full:
        names = ("min", "mean", "stdev", "median", "max")
        return {name: _seconds(text) for name, text in zip(names, full.groups(), strict=True)}
    assert short
    return _short_row(short, label, longest, cautions)


def _short_row(match: re.Match[str], label: str, longest: float | None, cautions: list[str]) -> Times:
    """A row of -S: from 10 s on, average and maximum touch (`1204612054`)."""
    minimum, average, maximum = match[1], match[3], match[4]
    if maximum is None:
        splits = [(average[:i], average[i:]) for i in range(5, len(average) - 4)]
        if match[2]:
            # A padded average has exactly five columns.
            splits = [(average[: 5 - len(match[2])], average[5 - len(match[2]) :])]
        fitting = [
            pair for pair in splits
            if all(pair) and int(minimum) <= int(pair[0]) <= int(pair[1]) and not pair[1].startswith("0")
            and (longest is None or _seconds(pair[1]) == longest)
        ]  # fmt: skip
        if len(fitting) != 1:
            cautions.append(
                f"the row {label} prints {average} for average and maximum, which cannot be told apart"
            )
            return {"min": _seconds(minimum), "mean": None, "max": None}
        average, maximum = fitting[0]
    return {"min": _seconds(minimum), "mean": _seconds(average), "max": _seconds(maximum)}


def _read_percentages(section: Section) -> Times:
    heading = section.find(_SERVED)
    if not heading:
        return {}
    times: Times = {}
    for match in Section(section.tool, section.lines[heading[0] + 1 :]).all(_PERCENT):
        if f"p{match[1]}" in times or (match[1] == "100") != bool(match[3]):
            break
        times[f"p{match[1]}"] = _seconds(match[2])
        if match[3]:
            return times
    raise section.cut("100% … (longest request)")


def read_html(section: Section, report: ToolReport) -> None:
    """Adds the rows of -w: minimum, average and maximum of Connect, Processing and Total."""
    for line in section.lines:
        row = _HTML_ROW.search(line)
        values = _HTML_CELL.findall(row[2]) if row else []
        if row and len(values) == 3:
            setattr(
                report, _ROWS[row[1]], dict(zip(("min", "mean", "max"), map(_seconds, values), strict=True))
            )
    if report.requests and report.latency_s is None:
        raise section.cut("Total: of Connection Times")


def _seconds(text: str) -> float | None:
    """Whole milliseconds as seconds; None for a negative value (the clock was set back) or -nan."""
    return units.scale(float(text), 1e-3) if re.fullmatch(r"\d{1,15}(\.\d)?", text) else None
