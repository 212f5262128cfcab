"""wrk 4.0 to 4.2; wrk2 prints the same frame and adds blocks of its own (wrk2.py).

Latency is from request written to response complete, connect not included, and "corrected" by samples that
wrk invents for stalls; answers later than --timeout are counted in `requests` but in no latency.
"""

import json
import re
from itertools import takewhile
from typing import Any

from agents.catalog.reading import units
from agents.catalog.reading.report import Errors, NotAReport, Times, ToolReport
from agents.catalog.reading.text import Section

RUNNING = re.compile(r"\s*Running (\d{1,12}[smh]) test @ (\S.*)$")
THREADS = re.compile(r"\s*(\d{1,9}) threads and (\d{1,9}) connections$")
_HEADING = re.compile(r"\s*Thread Stats\s+Avg\s+Stdev\s+Max\s+\+/- Stdev$")
# Columns can touch (`9.00ms1000.00ms`), so the values are told apart by their units.
_VALUE = r"(?:\d+\.\d\d|-?nan)(?:us|ms|[smhkMGTP])?"
_COLUMNS = rf"\s+({_VALUE})\s*({_VALUE})\s*({_VALUE})\s*(\d+\.\d\d|-?nan)%$"
_LATENCY = re.compile(r"\s*Latency" + _COLUMNS)
REQ_SEC = re.compile(r"\s*Req/Sec" + _COLUMNS)
_DISTRIBUTION = re.compile(r"\s*Latency Distribution$")
_PERCENTILE = re.compile(r"\s*(\d{1,2})%\s+(\S+)$")
_REQUESTS_IN = re.compile(r"\s*(\d{1,18}) requests in (\S+), (\S+B) read$")
_SOCKET = re.compile(
    r"\s*Socket errors: connect (\d{1,18}), read (\d{1,18}), write (\d{1,18}), timeout (\d{1,18})$"
)
_STATUS = re.compile(r"\s*Non-2xx or 3xx responses: (\d{1,18})$")
_RATE = re.compile(r"\s*Requests/sec:\s+(\d{1,18}\.\d\d)$")
_TRANSFER = re.compile(r"\s*Transfer/sec:\s+(\S+B)$")
_PANIC = re.compile(r"\s*PANIC: .*")
_EXACT = re.compile(r"\s*WRK-JSON\s*(.*)$")


def read(section: Section, stderr: list[str]) -> ToolReport:
    """The report in a section of wrk's output. NotAReport if one of its fixed lines is missing."""
    report = frame(section, stderr)
    add_percentiles(report, percentile_rows(section, _DISTRIBUTION, _PERCENTILE, ("50", "75", "90", "99")))
    return report


def frame(section: Section, stderr: list[str]) -> ToolReport:
    """Everything but the percentiles: the part that wrk and wrk2 share, in the order they print it."""
    at, running = section.need(RUNNING, "Running … test @ …")
    at, load = section.need(THREADS, "… threads and … connections", at)
    at, _ = section.need(_HEADING, "Thread Stats", at)
    at, latency = section.need(_LATENCY, "Latency", at)
    at, req_sec = section.need(REQ_SEC, "Req/Sec", at)
    at, totals = section.need(_REQUESTS_IN, "… requests in …, … read", at)
    rate_at, rate = section.need(_RATE, "Requests/sec", at)
    last, transfer = section.need(_TRANSFER, "Transfer/sec", rate_at)
    report = ToolReport(
        tool=section.tool,
        url=running[2],
        threads=int(load[1]),
        connections=int(load[2]),
        requests=int(totals[1]),
        errors=_errors(section, at, rate_at),
        duration_s=_require(section, units.seconds(totals[2]), "… requests in …, … read"),
        requests_per_s=float(rate[1]),
        bytes=_require(section, units.binary_bytes(totals[3]), "… requests in …, … read"),
        bytes_per_s=_require(section, units.binary_bytes(transfer[1]), "Transfer/sec"),
        raw={
            "header_duration": running[1],
            "duration": totals[2],
            "bytes": totals[3],
            "bytes_per_s": transfer[1],
            "latency": list(latency.groups()),
            "req_sec": list(req_sec.groups()),
        },
    )
    e = report.errors
    report.failures = sum(n or 0 for n in (e.connect, e.read, e.write, e.timeout, e.status))
    report.latency_s = _latency(list(latency.groups()), report.cautions)
    report.thread_req_per_s = _thread_rates(list(req_sec.groups()))
    report.exact = _exact(section, last + 1, report)
    _cautions(report, [line for line in stderr if line] + [match[0] for match in section.all(_PANIC)])
    return report


def _require(section: Section, value: float | None, name: str) -> float:
    if value is None:
        raise section.cut(name)
    return value


def _errors(section: Section, start: int, end: int) -> Errors:
    """wrk prints these lines only if a count is above zero: a missing line proves zero."""
    between = Section(section.tool, section.lines[:end], section.start)
    socket = between.find(_SOCKET, start)
    status = between.find(_STATUS, start)
    connect, read_, write, timeout = (int(n) for n in socket[1].groups()) if socket else (0, 0, 0, 0)
    return Errors(
        connect=connect, read=read_, write=write, timeout=timeout, status=int(status[1][1]) if status else 0
    )


def _latency(cells: list[str], cautions: list[str]) -> Times | None:
    """None where wrk had no sample: it prints -nan, and zeros that are not measurements."""
    if any("nan" in text for text in cells):
        return None
    mean, stdev, maximum = (units.seconds(text) for text in cells[:3])
    if mean is None or (maximum is not None and mean > maximum * 1.01):
        cautions.append(
            f"the mean latency is printed as {cells[0]}: wrk cut it to its column "
            "(a mean just below 1 s loses the s of ms), so it is left out"
        )
        mean = None
    return {"mean": mean, "stdev": stdev, "max": maximum, "within_stdev_pct": units.percent(cells[3])}


def _thread_rates(cells: list[str]) -> Times | None:
    if any("nan" in text for text in cells):
        return None
    mean, stdev, maximum = (units.rate(text) for text in cells[:3])
    return {"mean": mean, "stdev": stdev, "max": maximum, "within_stdev_pct": units.percent(cells[3])}


def percentile_rows(
    section: Section, title: re.Pattern[str], row: re.Pattern[str], required_percents: tuple[str, ...]
) -> dict[str, str]:
    """Printed percentiles below the first heading `title`, by name: `p50`, `p99.9`; none without heading.

    `row` finds percent and value in a line. NotAReport when one of the `needed` percentages is missing.
    """
    heading = section.find(title)
    if not heading:
        return {}
    matches = takewhile(bool, map(row.match, section.lines[heading[0] + 1 :]))
    rows = {f"p{float(match[1]):g}": match[2] for match in matches if match}
    for percent in required_percents:
        if f"p{float(percent):g}" not in rows:
            raise section.cut(f"{percent}% of the Latency Distribution")
    return rows


def add_percentiles(report: ToolReport, texts: dict[str, str]) -> None:
    """Adds the percentiles to latency_s and raw; a percentile of zero below a real maximum becomes None."""
    if not texts or report.latency_s is None:
        return
    report.raw["percentiles"] = texts
    values = {name: units.seconds(text) for name, text in texts.items()}
    if unread := [f"{texts[name]} for {name}" for name, value in values.items() if value is None]:
        raise NotAReport(
            f"the latency distribution of {report.tool} has {', '.join(unread)}, which is not a time. "
            "Give the output exactly as it was printed.",
            report.tool,
        )
    zeros = [name for name, value in values.items() if value == 0]
    if zeros and report.latency_s["max"]:
        report.cautions.append(
            f"wrk prints an impossible 0.00us for {', '.join(zeros)}, as it does when a script pipelines "
            "requests: these are left out, and the mean is not to be trusted either"
        )
        values |= dict.fromkeys(zeros)
    report.latency_s |= values


def _exact(section: Section, after: int, report: ToolReport) -> dict[str, Any] | None:
    """Read what the Lua hook printed after the report, if it is whole and about the same run."""
    match = section.find(_EXACT, after)
    if not match:
        return None
    try:
        exact = json.loads(match[1][1], parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        report.cautions.append("the WRK-JSON line is damaged: only the printed figures are used")
        return None
    if not isinstance(exact, dict) or exact.get("requests") != report.requests:
        report.cautions.append("the WRK-JSON line does not fit the report: only the printed figures are used")
        return None
    return exact


def _cautions(report: ToolReport, complaints: list[str]) -> None:
    threads, connections = report.threads or 1, report.connections or 0
    if connections % threads:
        report.cautions.append(
            f"{connections} connections do not divide by {threads} threads: "
            f"{connections - connections % threads} were opened"
        )
    if report.errors.connect:
        report.cautions.append(
            f"{report.errors.connect} connect errors: a connection that fails at once is not tried again, "
            f"so fewer than {connections} connections carried the load"
        )
    if complaints:
        report.cautions.append(
            f"{report.tool} complained: {complaints[0].strip()} "
            "(a script that does not load is left out of the run)"
        )
    if report.requests == 0:
        report.cautions.append("no request was answered")
    elif not report.latency_s:
        report.cautions.append("no latency: every answer came after the timeout, or none was measured")
