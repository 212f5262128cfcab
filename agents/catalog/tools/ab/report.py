"""ApacheBench 1.3 to 2.4 and httpd trunk, as text or as HTML (-w).

Latency is ab's row "Total": connect plus processing, in whole milliseconds. Figures are found by their
labels, so the lines that single versions add do no harm.
"""

import re
from itertools import takewhile

from agents.catalog.reading import units
from agents.catalog.reading.report import Errors, ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tools.ab import tables as ab_tables
from agents.catalog.tools.ab.lengths import read_lengths

BANNER = re.compile(r".*This is ApacheBench, Version (\S+)")
# The first lines, in the order that ab prints them. People paste reports without those before the path.
HEAD = re.compile(
    r"\s*(?:<tr[^>]*><th[^>]*>)?(?:(Server Software)|(Server Hostname)|(Server Port)|(Document Path)):"
)
LENGTH = re.compile(r"\s*(?:<tr[^>]*><th[^>]*>)?Document Length:")
_FIELD = re.compile(r"\s*([A-Z][A-Za-z0-9/ -]{2,30}):(?:\s+(.*))?$")
_CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")
_KINDS = re.compile(
    r"(?:\s*<tr.*?>)?\s*\(Connect: (\d+)(?:, Receive: (\d+))?, Length: (\d+), Exceptions: (\d+)\)"
)
_PRINTED_WARNING = re.compile(
    r"\s*((?:WARNING|ERROR): The median and mean for .* "
    r"(?:are not within a normal deviation|are more than twice the standard))$"
)
_STOPPED = re.compile(r".*?((?:apr_\w+(?:\(\))?|socket)(?: for \S+)?: .*\(\d+\))$")
_HANDSHAKE = re.compile(r".*SSL handshake failed")
# Counters that ab of 2.0 and 2.2 kept in 32 bits wrap below zero.
_COUNT = re.compile(r"(-?\d{1,19})(?: bytes)?$")
_DECIMAL = re.compile(r"(-?\d{1,18}\.\d+)(?:\s.*)?$")
_SERVER = ("Server Software", "Server Hostname", "Server Port")
_REQUIRED = ("Document Path", "Document Length", "Concurrency Level", "Time taken for tests",
             "Complete requests", "Failed requests", "Total transferred", "HTML transferred")  # fmt: skip


def read(section: Section, stderr: list[str]) -> ToolReport:
    """The report in a section of ab's output. NotAReport if a line is missing that ab always prints.

    Only lines about the server, at the very beginning, may be missing: what they say is then None.
    """
    html = any("<th" in line for line in section.lines)
    fields = _html_fields(section) if html else _text_fields(section)
    missing_labels = list(takewhile(lambda label: label not in fields, _SERVER))
    for label in (*_SERVER[len(missing_labels) :], *_REQUIRED):
        if label not in fields:
            raise section.cut(label)
    figures = _Figures(section, fields)
    banner = section.find(BANNER)
    tls = fields.get("SSL/TLS Protocol")
    report = ToolReport(
        tool=section.tool,
        status_words="answers other than 2xx",
        version=banner[1][1] if banner else None,
        html=html,
        server=fields.get("Server Software") or None,
        tls=tls,
        concurrency=figures.count("Concurrency Level"),
        requests=figures.count("Complete requests"),
        duration_s=figures.decimal("Time taken for tests"),
        bytes=figures.count("Total transferred"),
        body_bytes=figures.count("HTML transferred"),
        bytes_sent=figures.first("Total body sent", "Total POSTed", "Total PUT"),
        keepalive_requests=figures.first("Keep-Alive requests"),
        document_length=None if fields["Document Length"] == "Variable" else figures.count("Document Length"),
        warnings=[match[1] for match in section.all(_PRINTED_WARNING)],
    )
    report.cautions = figures.cautions
    if missing_labels:
        report.cautions.append(
            f"the first lines are missing ({', '.join(missing_labels)}): the report starts at "
            f"“{next(iter(fields))}”, so what they say is left empty"
        )
        report.path = fields["Document Path"]
    elif tls or report.bytes:
        scheme = "https" if tls else "http"
        report.url = (
            f"{scheme}://{fields['Server Hostname']}:{fields['Server Port']}{fields['Document Path']}"
        )
    report.errors = _errors(section, figures, html)
    _rates(report, section, figures)
    (ab_tables.read_html if html else ab_tables.read_text)(section, report)
    _cautions(report, section, stderr)
    report.failures = _failures(report)
    read_lengths(report)
    return report


def _failures(report: ToolReport) -> int:
    """At least so many: its own total counts one reset up to three times and leaves statuses out."""
    e = report.errors
    parts = [n for n in (e.read, e.length, e.exceptions) if n is not None]
    # One request can be in several of these, so their largest is what is sure.
    sure = max(parts) if parts else e.total_failed or 0
    return (e.connect or 0) + (e.write or 0) + (report.handshake_failures or 0) + max(sure, e.status or 0)


class _Figures:
    """The values of the labelled lines as numbers; a value that cannot be read is a damaged report."""

    def __init__(self, section: Section, fields: dict[str, str]) -> None:
        self.section, self.fields = section, fields
        self.cautions: list[str] = []

    def count(self, label: str) -> int | None:
        return self._value(label, _COUNT, int)

    def decimal(self, label: str) -> float | None:
        return self._value(label, _DECIMAL, float)

    def first(self, *labels: str) -> int | None:
        return next((self.count(label) for label in labels if label in self.fields), None)

    def _value(self, label, pattern, convert):
        match = pattern.match(self.fields[label])
        if not match:
            raise self.section.cut(label)
        value = convert(match[1])
        if value < 0:
            self.cautions.append(f"{label} is {match[1]}: the counter of this ab wrapped, so it is left out")
            return None
        return value


def _text_fields(section: Section) -> dict[str, str]:
    body = section.find(HEAD)
    fields: dict[str, str] = {}
    for line in section.lines[body[0] if body else 0 :]:
        match = _FIELD.match(line)
        if not match:
            continue
        label, value = match[1], (match[2] or "").strip()
        if label == "Time per request" and "across all" in value:
            label += ", across all"
        fields.setdefault(label, value)
    return fields


def _html_fields(section: Section) -> dict[str, str]:
    if not any("</table>" in line for line in section.lines):
        raise section.cut("</table>")
    fields: dict[str, str] = {}
    for line in section.lines:
        cells = _CELL.findall(line)
        if len(cells) == 2 and cells[0].endswith(":"):
            fields.setdefault(cells[0][:-1].strip(), cells[1].strip())
    return fields


def _errors(section: Section, figures: _Figures, html: bool) -> Errors:
    """ab prints most counts only above zero. With -w it never prints write errors, so these are unknown."""
    failures = figures.count("Failed requests")
    kinds = section.find(_KINDS)
    connect, receive, length, exceptions = 0, 0, 0, 0
    if failures != 0:
        connect, receive, length, exceptions = (
            [int(n) if n else None for n in kinds[1].groups()] if kinds else [None] * 4
        )
    return Errors(
        connect=connect,
        read=receive,
        write=figures.first("Write errors") if "Write errors" in figures.fields else None if html else 0,
        status=figures.first("Non-2xx responses") if "Non-2xx responses" in figures.fields else 0,
        length=length,
        exceptions=exceptions,
        total_failed=failures,
    )


def _rates(report: ToolReport, section: Section, figures: _Figures) -> None:
    """Rates are printed if time went by and a request was done; 0.000 seconds can be either."""
    if "Requests per second" not in figures.fields:
        if report.requests and report.duration_s:
            raise section.cut("Requests per second")
        return
    labels = ["Requests per second", "Transfer rate"]
    if not report.html:
        labels += ["Time per request", "Time per request, across all"]
    for label in labels:
        if label not in figures.fields:
            raise section.cut(label)
    report.requests_per_s = figures.decimal("Requests per second")
    kilobytes = figures.decimal("Transfer rate")
    report.bytes_per_s = None if kilobytes is None else units.scale(kilobytes, 1024)
    if not report.html:
        report.time_per_request_s = _from_ms(figures.decimal("Time per request"))
        report.time_per_request_all_s = _from_ms(figures.decimal("Time per request, across all"))


def _from_ms(value: float | None) -> float | None:
    return None if value is None else units.scale(value, 1e-3)


def _cautions(report: ToolReport, section: Section, stderr: list[str]) -> None:
    """Failures that ab does not count, and signs of a run that ended early."""
    lines = section.lines + stderr
    report.handshake_failures = sum(1 for line in lines if _HANDSHAKE.match(line)) or None
    if report.handshake_failures:
        report.cautions.append("TLS handshakes failed, which ab does not count as failed requests")
    if report.requests and report.bytes == 0:
        report.cautions.append("no byte was received: every request failed, although ab may say 0 failed")
    if report.requests == 0:
        report.cautions.append("no request was completed")
    stop_reason = next((match[1] for line in lines if (match := _STOPPED.match(line))), None)
    if stop_reason:
        report.cautions.append(f"ab ended early: {stop_reason}")


def partial_total(lines: list[str]) -> int | None:
    """Count the requests that an aborted run completed; the line can be glued to the banner."""
    for line in lines:
        match = re.search(r"Total of (\d{1,18}) requests completed", line)
        if match:
            return int(match[1])
    return None


def silent(tool: str, lines: list[str]) -> ToolReport:
    """Read an ab that printed no report."""
    version = next((match[1] for line in lines if (match := BANNER.match(line))), None)
    total = partial_total(lines)
    return ToolReport(
        tool=tool, version=version, report=False, html=False, requests=total, partial_total=total
    )
