"""h2load's text: counts of requests, status classes, exact bytes, and times of at most a million samples.

`done` has requests whose stream was reset, and `errored` those that were never sent. In a run for a duration,
requests that were never sent because the server closed the connection are counted nowhere: only the lines
“Process Request Failure” tell.

From 1.69 on its rows have shorter names, and the median, p95 and p99. Early versions write the traffic in
bytes alone, and `req/s (client)`.
"""

import re

from agents.catalog.reading import units
from agents.catalog.reading.report import Errors, Times, ToolReport
from agents.catalog.reading.text import Section

BANNER = re.compile(r"\s*spawning thread #0: \d{1,9} total client\(s\)\. ")
FINISHED = re.compile(
    r"\s*finished in (\d{1,12}(?:\.\d\d)?)(us|ms|s), (\d{1,18}\.\d\d) req/s, (\d{1,18}(?:\.\d\d)?[KMGT]?B)/s$"
)
SPAWNED = re.compile(r"\s*spawning thread #\d{1,6}: (\d{1,9}) total client\(s\)\.")
INNER = re.compile(r"\s*(time for request: |request +: +\S+ .*%$|requests: \d+ total, .* timeout$)")
_TIMED = re.compile(r"\s*spawning thread #0: .*Timing-based")
_N = r"(\d{1,18})"
_REQUESTS = re.compile(
    rf"\s*requests: {_N} total, {_N} started, {_N} done, {_N} succeeded, {_N} failed, {_N} errored, "
    rf"{_N} timeout$"
)
_STATUS = re.compile(rf"\s*status codes: {_N} 2xx, {_N} 3xx, {_N} 4xx, {_N} 5xx$")
_AMOUNT = rf"(?:\S+ \()?{_N}(?:\)| bytes)"
_TRAFFIC = re.compile(
    rf"\s*traffic: {_AMOUNT} total, {_AMOUNT} headers \(space savings \S+\), {_AMOUNT} data$"
)
_HEADING = re.compile(r"\s*min +max .*\bmean +sd +\+/- sd$")
_ROWS = {"request": "latency_s", "connect": "connect_s", "1st byte|TTFB": "ttfb_s"}
_LAST = re.compile(r"\s*req/s +(?:\(client\) +)?: .*%$")
_PROTOCOL = re.compile(r"\s*Application protocol: ([!-~]{1,40})$")
_CLOSED = re.compile(r"\s*Process Request Failure: ?\d+$")
_COUNTS = ("total", "started", "done", "succeeded", "failed", "errored", "timeout")
_COLUMNS = {"median": "p50", "sd": "stdev", "+/- sd": "within_stdev_pct"}
_CLASSES = ("2xx", "3xx", "4xx", "5xx")


def read(section: Section) -> ToolReport:
    """The report in a section of h2load's output. NotAReport if a line is missing."""
    at, head = section.need(FINISHED, "finished in …")
    at, requests = section.need(_REQUESTS, "requests: … total", at)
    at, status_line = section.need(_STATUS, "status codes: … 2xx", at)
    at, traffic = section.need(_TRAFFIC, "traffic: … total", at)
    section.need(_LAST, "req/s", at)
    counts: dict[str, int | None] = dict(zip(_COUNTS, map(int, requests.groups()), strict=True))
    succeeded_count, failed_count, errored_count, timeout_count = map(int, requests.groups()[-4:])
    # not the sum of `status`, which has a request whose body is still on its way when the time is up
    answered_count = succeeded_count + failed_count - errored_count
    status: dict[str, int] = dict(zip(_CLASSES, map(int, status_line.groups()), strict=True))
    total, headers, body = map(int, traffic.groups())
    has_all_bytes = total >= headers + body  # not those that came with the end of their connection
    closed_count = len(section.all(_CLOSED))
    clients = [int(match[1]) for match in section.all(SPAWNED)]
    protocol = section.find(_PROTOCOL)
    unopened_count = lost_count = (
        0  # in a run for a number of requests they are counted among those that failed
    )
    if section.find(_TIMED):
        unopened_count = 0 if protocol else sum(clients)
        lost_count = sum(clients) - unopened_count if not answered_count else closed_count
    report = ToolReport(
        tool="h2load",
        protocol=protocol[1][1] if protocol else None,
        threads=len(clients) or None,
        connections=sum(clients) or None,
        requests=answered_count,
        failures=failed_count + lost_count + unopened_count,
        errors=Errors(
            connect=unopened_count,
            read=errored_count + lost_count,
            timeout=timeout_count,
            status=status["4xx"] + status["5xx"],
            total_failed=failed_count + lost_count + unopened_count,
        ),
        duration_s=_seconds(head[1] + head[2]),
        requests_per_s=float(head[3]),
        bytes_per_s=_bytes(head[4]) if has_all_bytes else None,
        bytes=total if has_all_bytes else None,
        header_bytes=headers,
        body_bytes=body,
        counts=counts,
        status=status,
    )
    _add_times(section, at, report)
    if not has_all_bytes:
        report.cautions.append(
            "the server closed connections with answers, whose bytes h2load leaves out: there is no bytes/s"
        )
    if closed_count:
        report.cautions.append(
            f"the server closed {closed_count} connections, which h2load does not open again over HTTP/2: "
            "see keepalive_requests"
        )
    return report


def _add_times(section: Section, at: int, report: ToolReport) -> None:
    at, heading = section.need(_HEADING, "min max …", at)
    names = [_COLUMNS.get(name, name) for name in re.split(r" {2,}", heading[0].strip())]
    for label, field in _ROWS.items():
        pattern = re.compile(rf"\s*(?:time (?:for|to) (?:{label})|(?:{label}) +): +(.*%)$")
        _, row = section.need(pattern, label, at)
        texts = row[1].split()
        if len(texts) != len(names):
            raise section.cut(label)
        times: Times = {name: _value(text) for name, text in zip(names, texts, strict=True)}
        setattr(report, field, times if times.get("max") else None)  # zeros: nothing was timed


def _value(text: str) -> float | None:
    return units.percent(text[:-1]) if text.endswith("%") else _seconds(text)


def _seconds(text: str) -> float | None:
    """Whole microseconds have no decimals, all else has two."""
    return units.seconds(text if "." in text else re.sub(r"(?=[a-z])", ".00", text, count=1))


def _bytes(text: str) -> float | None:
    return units.binary_bytes(text if "." in text else re.sub(r"(?=[A-Z])", ".00", text, count=1))
