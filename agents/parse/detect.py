"""Which tool printed a text, where its reports start, and if there are none, why."""

from __future__ import annotations

import re

from agents.parse import ab, weighttp, wrk, wrk2
from agents.parse.text import Section
from agents.parse.types import NotAReport, ReadableTool, ToolReport

_FOREIGN = {
    "autocannon": re.compile(r"\s*\d+ connections( with \d+ pipelining factor)?$"),
    "go-wrk": re.compile(r"\s*\d+ goroutine\(s\) running concurrently"),
    "h2load": re.compile(
        r"\s*(finished in [\d.]+(us|ms|s|m), .* req/s|spawning thread #\d+: \d+ total client)"
    ),
    "hey": re.compile(r"\s*(Response time histogram:|Status code distribution:|Requests/sec:\t)"),
    "siege": re.compile(
        r'\s*("?transaction_rate"?:|Transaction rate:|\*\* SIEGE|"transactions":|Transactions:\s)', re.I
    ),
}
_INNER: dict[ReadableTool, re.Pattern[str]] = {
    "wrk": re.compile(
        r"\s*(Thread Stats\s+Avg|\d+ requests in \S+, \S+ read|Transfer/sec:|\d+ threads and \d+ conn)"
    ),
    "ab": re.compile(r"\s*(Complete requests:\s|Percentage of the requests served|Connection Times \(ms\))"),
    "weighttp": re.compile(r"\s*(traffic: \d+ bytes total, \d+ bytes http|\"kBps_per_sec\":)"),
}
_CAUSES: dict[ReadableTool, re.Pattern[str]] = {
    "wrk2": re.compile(r"\s*(Throughput MUST be specified.*)"),
    "wrk": re.compile(
        r"\s*(unable to (?:connect to|resolve) \S+:\S+ .+|unable to (?:initialize SSL|create thread).*"
        r"|number of connections must be >= .*|invalid URL: .*|zmalloc: Out of memory.*"
        r"|PANIC: unprotected error.*|incomplete request at \d.*|invalid HTTP method at \d.*|wrk2?: .*)"
    ),
    "ab": re.compile(
        r"(?:.*\(be patient\)\.*)?\s*"
        r"((?:ab: |apr_\w+(?:\(\))?(?: for \S+)?: |socket: |SSL handshake failed|Test aborted after).*)"
    ),
    "weighttp": re.compile(r"\s*(error: .*|poll\(\) failed.*)"),
}
# Every line that can start a report holds one of these; most lines of a long log hold none.
_WORDS = re.compile(r"Running|Server |Document Path|finished|ApacheBench|weighttp|\{")
_HEAD_LINES = 10  # between Server Software and Document Length, with TLS
_USAGE: dict[ReadableTool, re.Pattern[str]] = {
    "wrk2": re.compile(r"\s*-R, --rate\s+<T>"),
    "wrk": re.compile(r"\s*Usage: wrk <options> <url>"),
    "ab": re.compile(r"\s*Usage: ab \[options\]"),
    "weighttp": re.compile(r"\s*weighttp <options> <url>"),
}


def sections(lines: list[str]) -> list[Section]:
    """All reports and banners of the four tools in the text, in order; each ends where the next starts."""
    starts: list[tuple[int, ReadableTool, bool]] = []
    for index in range(len(lines)):
        mark = _mark(lines, index)
        if not mark:
            continue
        tool, is_body = mark
        if is_body and starts and starts[-1][1] == tool and not starts[-1][2]:
            starts[-1] = (starts[-1][0], tool, True)
        else:
            starts.append((index, tool, is_body))
    ends = [*[start for start, _, _ in starts][1:], len(lines)]
    return [
        Section(_family(tool, lines[start:end]), lines[start:end], start, is_body)
        for (start, tool, is_body), end in zip(starts, ends, strict=False)
    ]


def read(section: Section, stderr: list[str]) -> ToolReport:
    """The report of one section; NotAReport when it is cut."""
    if section.tool == "wrk":
        return wrk.read(section, stderr)
    if section.tool == "wrk2":
        return wrk2.read(section, stderr)
    return ab.read(section, stderr) if section.tool == "ab" else weighttp.read(section)


def _mark(lines: list[str], index: int) -> tuple[ReadableTool, bool] | None:
    """The tool whose banner (False) or report (True) starts on this line."""
    line = lines[index]
    if not _WORDS.search(line):
        return None
    if wrk.RUNNING.match(line) and _followed_by_threads(lines, index):
        return "wrk", True
    if _starts_ab(lines, index):
        return "ab", True
    if weighttp.FINISHED.match(line) or weighttp.is_json_start(lines, index):
        return "weighttp", True
    if ab.BANNER.match(line):
        return "ab", False
    return ("weighttp", False) if weighttp.BANNER.match(line) else None


def _starts_ab(lines: list[str], index: int) -> bool:
    """Whether the first pasted line of a report is here; without Server Software, others must follow."""
    match = ab.HEAD.match(lines[index])
    if not match:
        return False
    rank = match.lastindex or 0
    before = (ab.HEAD.match(line) for line in reversed(lines[max(0, index - _HEAD_LINES) : index]))
    nearest = next((found.lastindex or 0 for found in before if found), rank)
    follows = lines[index + 1 : index + 1 + _HEAD_LINES]
    return nearest >= rank and (rank == 1 or any(map(ab.LENGTH.match, follows)))


def _followed_by_threads(lines: list[str], index: int) -> bool:
    """autocannon and go-wrk print wrk's first line too; the second tells. Nothing after it: wrk's, cut."""
    following = next((line for line in lines[index + 1 : index + 5] if line), None)
    return following is None or bool(wrk.THREADS.match(following)) or not _foreign([following])


def _family(tool: ReadableTool, lines: list[str]) -> ReadableTool:
    """wrk2 calls itself wrk: calibration, HdrHistogram or a Req/Sec of -nan give it away."""
    return "wrk2" if tool == "wrk" and any(wrk2.SIGNS.match(line) for line in lines) else tool


def why_none(lines: list[str], stderr: list[str], tool: ReadableTool | None) -> NotAReport:
    """The error for a text without a report: what it is instead, why, and what to do."""
    if not any(line.strip() for line in lines + stderr):
        return NotAReport("the text is empty. Give the output of wrk, wrk2, ab or weighttp.", tool)
    banner = next((section for section in sections(lines) if not section.has_report), None)
    cause = _cause(lines + stderr, banner.tool if banner else tool)
    if cause:
        return _silent(*cause, lines)
    if banner:
        return _silent(banner.tool, "it was stopped before it printed one, or the text is cut", lines)
    return _stranger(lines)


def _cause(lines: list[str], tool: ReadableTool | None) -> tuple[ReadableTool, str] | None:
    """What the tool complained about. wrk2 complains as wrk does, so a hint decides between the two."""
    usage = _usage(lines)
    hint = tool or usage
    for name, pattern in _CAUSES.items():
        # "error: …" is weighttp's only if something else says that weighttp speaks.
        if (hint and not _same_voice(name, hint)) or (not hint and name == "weighttp"):
            continue
        for line in lines:
            match = pattern.match(line)
            if match:
                return _speaker(name, hint), match[1].strip()[:200]
    return (_speaker(usage, tool), "it printed its usage, because an option was wrong") if usage else None


def _usage(lines: list[str]) -> ReadableTool | None:
    return next((name for name, pattern in _USAGE.items() if any(map(pattern.match, lines))), None)


def _same_voice(name: ReadableTool, tool: ReadableTool) -> bool:
    return name == tool or {name, tool} == {"wrk", "wrk2"}


def _speaker(name: ReadableTool, hint: ReadableTool | None) -> ReadableTool:
    return "wrk2" if name == "wrk" and hint == "wrk2" else name


def _silent(tool: ReadableTool, cause: str, lines: list[str]) -> NotAReport:
    seen = ab.silent(lines) if tool == "ab" else ToolReport(tool=tool, report=False)
    if tool == "weighttp":
        seen.version = weighttp.version(lines)
    done = f" after {seen.partial_total} requests" if seen.partial_total else ""
    return NotAReport(
        f"{tool} printed no report{done}: {cause.rstrip('.')}. "
        "Fix that, run it again, and give the whole output.",
        tool,
        seen,
    )


def _stranger(lines: list[str]) -> NotAReport:
    foreign = _foreign(lines)
    if foreign:
        return NotAReport(
            f"this is the output of {foreign}, which Dynoboard does not read. "
            "Give the output of wrk, wrk2, ab or weighttp."
        )
    for tool, pattern in _INNER.items():
        at = next((i for i, line in enumerate(lines) if pattern.match(line)), None)
        if at is not None:
            return NotAReport(
                f"the beginning of the report of {tool} is missing: line {at + 1} is from its middle. "
                "Give the whole output, from its first line."
            )
    first = next((line.strip() for line in lines if line.strip()), "")
    return NotAReport(
        f"there is no report of wrk, wrk2, ab or weighttp in this text, which starts with {first[:60]!r}. "
        "Give the output that one of them printed."
    )


def _foreign(lines: list[str]) -> str | None:
    return next((name for name, pattern in _FOREIGN.items() if any(map(pattern.match, lines))), None)
