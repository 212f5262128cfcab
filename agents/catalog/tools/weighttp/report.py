"""weighttp: text of 0.3 and 0.4, JSON of the rewrite (2016 on) and of 0.5, which has times too.

`errored`/`errs` is 0 in every version; failures, 4xx and 5xx included, are in `failed`/`fail`. Rates are
integers cut down, so 11.9 req/s reads 11; kbyte is 1024.
"""

import json
import re

from agents.catalog.reading.report import Errors, NotAReport, Times, ToolReport
from agents.catalog.reading.text import Section

BANNER = re.compile(r"\s*weighttp (?:(\S+) |) ?- (?:a )?lightweight and simple webserver benchmarking tool")
FINISHED = re.compile(
    r"\s*finished in (\d{1,12}) sec, (\d{1,3}) millisec and (\d{1,3}) microsec, "
    r"(\d{1,18}) req/s, (\d{1,18}) kbyte/s$"
)
JSON_START = re.compile(r'\s*\{(?:\s*"reqs_per_sec"|$)')
JSON_FIRST = re.compile(r'\s*\{?\s*"reqs_per_sec"')
_N = r"(\d{1,20})"
_REQUESTS = re.compile(
    rf"\s*requests: {_N} total, {_N} started, {_N} done, {_N} succeeded, {_N} failed, {_N} errored$"
)
_STATUS = re.compile(rf"\s*status codes: {_N} 2xx, {_N} 3xx, {_N} 4xx, {_N} 5xx$")
_TRAFFIC = re.compile(rf"\s*traffic: {_N} bytes total, {_N} bytes http, {_N} bytes data$")
# The rewrite prints a zero byte count as blanks, which is no JSON.
_BLANK = re.compile(r'("bytes_\w+":)[ \t]*(?=[,\n}])')
_TIMES = {
    "connect_times": "connect_s",
    "time_to_first_byte": "ttfb_s",
    "response_times": "latency_s",
    "total_times": "total_s",
}
_KEYS = ("reqs_per_sec", "kBps_per_sec", "secs_elapsed", "request_counts", "response_counts", "status_codes",
         "traffic")  # fmt: skip


def read(section: Section) -> ToolReport:
    """The report in a section of weighttp's output. NotAReport if a line or key is missing."""
    match = section.find(FINISHED)
    report = _read_text(section, *match) if match else _read_json(section)
    report.version = version(section.lines)
    _cautions(report)
    return report


def version(lines: list[str]) -> str | None:
    """Read the version from the banner: 0.4 and 0.5 name theirs, 0.3 and the rewrite do not."""
    return next((match[1] for line in lines if (match := BANNER.match(line))), None)


def _read_text(section: Section, at: int, match: re.Match[str]) -> ToolReport:
    at, requests = section.need(_REQUESTS, "requests: … total", at)
    at, status = section.need(_STATUS, "status codes: … 2xx", at)
    _, traffic = section.need(_TRAFFIC, "traffic: … bytes total", at)
    # Not zero padded: "2 sec, 1 millisec and 171 microsec" is 2.001171 s.
    whole, milli, micro, per_s, kilobytes = (int(n) for n in match.groups())
    names = ("total", "started", "done", "succeeded", "failed", "errored")
    counts = dict(zip(names, map(int, requests.groups()), strict=True))
    total, headers, body = (int(n) for n in traffic.groups())
    return _report(
        dialect="text",
        requests=counts["done"],
        failures=counts["failed"],
        counts=counts,
        status=dict(zip(("2xx", "3xx", "4xx", "5xx"), map(int, status.groups()), strict=True)),
        duration_s=(whole * 1_000_000 + milli * 1000 + micro) / 1e6,
        requests_per_s=per_s,
        bytes_per_s=kilobytes * 1024,
        bytes=total,
        header_bytes=headers,
        body_bytes=body,
    )


def _report(requests: int, failures: int, status: dict[str, int], **figures) -> ToolReport:
    errors = Errors(status=status["4xx"] + status["5xx"], total_failed=failures)
    return ToolReport(
        tool="weighttp", requests=requests, errors=errors, failures=failures, status=status, **figures
    )


def _read_json(section: Section) -> ToolReport:
    text = _object(section)
    try:
        data, valid = _loads(text)
        counts, answers, traffic = data["request_counts"], data["response_counts"], data["traffic"]
        status = {name: int(data["status_codes"][name]) for name in ("2xx", "3xx", "4xx", "5xx")}
        report = _report(
            dialect="json",
            json_valid=valid,
            requests=int(counts["retired"]),
            failures=int(answers["fail"]),
            status=status,
            counts={
                "started": int(counts["started"]),
                "retired": int(counts["retired"]),
                "total": counts.get("total"),
                "keep_alive": _not_wrapped(counts.get("keep-alive")),
                "pass": int(answers["pass"]),
                "fail": int(answers["fail"]),
                "errs": int(answers["errs"]),
            },
            duration_s=float(data["secs_elapsed"]),
            requests_per_s=float(data["reqs_per_sec"]),
            bytes_per_s=float(data["kBps_per_sec"] * 1024),
            bytes=int(traffic["bytes_total"]),
            header_bytes=int(traffic["bytes_headers"]),
            body_bytes=int(traffic["bytes_body"]),
        )
        _add_times(report, {name: _times(data[name]) for name in _TIMES if name in data})
    except KeyError as error:
        raise section.cut(str(error.args[0])) from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise NotAReport(
            f"the JSON object of weighttp that starts on line {section.start + 1} cannot be read ({error}). "
            "Give it as weighttp printed it.",
            "weighttp",
        ) from None
    return report


def _object(section: Section) -> str:
    """The lines of the object, from its `{` to the `}` that closes it. 0.5 can print a CSV before."""
    start = next((i for i in range(len(section.lines)) if is_json_start(section.lines, i)), None)
    if start is None:
        raise section.cut(_KEYS[0])
    depth = 0
    for index in range(start, len(section.lines)):
        depth += section.lines[index].count("{") - section.lines[index].count("}")
        if depth <= 0:
            return "\n".join(section.lines[start : index + 1])
    text = "\n".join(section.lines[start:])
    missing = next((key for key in _KEYS if f'"{key}"' not in text), "} (the end of the object)")
    raise section.cut(missing)


def is_json_start(lines: list[str], index: int) -> bool:
    if not JSON_START.match(lines[index]):
        return False
    if lines[index].strip() != "{":
        return True
    return any(JSON_FIRST.match(line) for line in lines[index + 1 : index + 3])


def _loads(text: str) -> tuple[dict, bool]:
    whole_text = _BLANK.sub(r"\1 0", text)
    return json.loads(whole_text[: whole_text.rindex("}") + 1]), whole_text == text


def _not_wrapped(count: int | None) -> int | None:
    """0.5 subtracts failures from an unsigned count: 2^64-k means that it went below zero."""
    return None if count is None or count >= 1 << 63 else count


def _times(block: dict) -> Times:
    if block["unit"] != "us":
        raise ValueError(f"times in {block['unit']}, not in us")
    times: Times = {"num": int(block["num"]), "mean": block["avg"] / 1e6, "stdev": block["stddev"] / 1e6}
    times |= {f"p{name[:-1]}": value / 1e6 for name, value in block.items() if name.endswith("%")}
    return times | {"min": times["p0"], "max": times["p100"]}


def _add_times(report: ToolReport, blocks: dict[str, Times]) -> None:
    """Times of failed connects are not latency: they stay in raw_times when nothing was answered."""
    has_no_answer = report.bytes == 0 or not any((report.status or {}).values())
    if blocks and has_no_answer:
        report.raw_times = blocks
        return
    for name, block in blocks.items():
        setattr(report, _TIMES[name], block if block["num"] else None)
    if blocks and report.errors.total_failed:
        report.cautions.append("the times include those of failed requests")


def _cautions(report: ToolReport) -> None:
    counts = report.counts or {}
    planned_requests = counts.get("total")
    if planned_requests is not None and (report.requests or 0) < planned_requests:
        report.cautions.append(f"ended early: {report.requests} of {planned_requests} requests were done")
    if report.requests and report.bytes == 0:
        report.cautions.append("no byte was received: every request failed")
