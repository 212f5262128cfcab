"""The text of `vegeta report`: seven lines of figures, and the errors, each kind once.

Versions before 12.6 print no throughput, those before 12.8 no minimum and no p90.

Latency in it counts from the time a request was sent. Success is a status from 200 to 399.
"""

import re

from agents.catalog.reading import units
from agents.catalog.reading.report import Errors, Times, ToolReport
from agents.catalog.reading.text import Section

REQUESTS = re.compile(
    r"\s*Requests\s+\[total, rate(?:, throughput)?\]\s+(\d{1,15}), (\d{1,15}\.\d\d)(?:, (\d{1,15}\.\d\d))?$"
)
_DURATION = re.compile(r"\s*Duration\s+\[total, attack, wait\]\s+(\S+), (\S+), (\S+)$")
LATENCIES = re.compile(r"\s*Latencies\s+\[((?:min, )?mean, 50(?:, 90)?, 95, 99, max)\]\s+(\S.*)$")
_BYTES = re.compile(r"\s*Bytes (In|Out)\s+\[total, mean\]\s+(\d{1,18}), \d{1,18}\.\d\d$")
_SUCCESS = re.compile(r"\s*Success\s+\[ratio\]\s+(\d{1,3}\.\d\d)%$")
_STATUS = re.compile(r"\s*Status Codes\s+\[code:count\]((?:\s+\d{1,3}:\d{1,15})*)$")
_ERRORS = re.compile(r"\s*Error Set:$")
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ns|µs|us|ms|s|m|h)")
_SECONDS = {"ns": 1e-9, "µs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}


def read(section: Section) -> ToolReport:
    """The report in a section of vegeta's output. NotAReport if one of its fixed lines is missing."""
    at, requests = section.need(REQUESTS, "Requests [total, rate, throughput]")
    at, duration = section.need(_DURATION, "Duration [total, attack, wait]", at)
    at, latencies = section.need(LATENCIES, "Latencies", at)
    at, bytes_in = section.need(_BYTES, "Bytes In", at)
    at, bytes_out = section.need(_BYTES, "Bytes Out", at + 1)
    at, _ = section.need(_SUCCESS, "Success [ratio]", at)
    at, status_line = section.need(_STATUS, "Status Codes [code:count]", at)
    section.need(_ERRORS, "Error Set", at)
    status = {code: int(count) for code, count in (pair.split(":") for pair in status_line[1].split())}
    unanswered_count = status.pop("0", 0)
    bad_status = sum(count for code, count in status.items() if not 200 <= int(code) < 400)
    total = int(requests[1])
    duration_s = _need_seconds(section, duration[1], "Duration")
    throughput = requests[3] or f"{_throughput(total - unanswered_count - bad_status, duration_s):.2f}"
    return ToolReport(
        tool=section.tool,
        requests=total,
        duration_s=duration_s,
        requests_per_s=float(throughput),
        bytes_sent=int(bytes_out[2]) or None,
        body_bytes=int(bytes_in[2]) or None,  # 0 too where bodies were not kept
        latency_s=_latency(section, latencies) if total else None,
        status=status,
        errors=Errors(status=bad_status, exceptions=unanswered_count),
        failures=bad_status + unanswered_count,
        raw={"rate": requests[2], "throughput": throughput, "duration": duration[1], "attack": duration[2]},
        cautions=_cautions(total, unanswered_count),
        status_words="answers with a status other than 2xx and 3xx",
    )


def _throughput(answer_count: int, duration_s: float) -> float:
    """What older versions do not print, as later ones compute it."""
    return answer_count / duration_s if duration_s else 0.0


def _cautions(total: int, unanswered_count: int) -> list[str]:
    if not total:
        return ["no request was sent"]
    return ["no request was answered"] if unanswered_count == total else []


def _latency(section: Section, line: re.Match[str]) -> Times:
    names, values = line[1].split(", "), line[2].split(", ")
    if len(names) != len(values):
        raise section.cut("Latencies")
    return {
        f"p{name}" if name.isdigit() else name: _need_seconds(section, value, "Latencies")
        for name, value in zip(names, values, strict=True)
    }


def _need_seconds(section: Section, text: str, line: str) -> float:
    value = seconds(text)
    if value is None:
        raise section.cut(line)
    return value


def seconds(text: str) -> float | None:
    """Go's durations: `1m2.5s`, `812.3µs`, `0s`; None for anything else."""
    if not re.fullmatch(rf"(?:{_PART.pattern}){{1,3}}", text):
        return None
    parts = _PART.findall(text)
    return units.scale(sum(float(number) * _SECONDS[unit] for number, unit in parts), 1.0)
