"""Headings that a person wrote above a report: “# tuned”, “=== tuned ===”, “tuned:”, a line alone. Pure."""

from __future__ import annotations

import re

MAX_LENGTH = 110
_REACH = 6  # lines above a report in which its heading is looked for
_MARKED = re.compile(r"\s*(#{1,6}\s*\S.*|([=~*_-])\2.*\2\2|\*.*\*|.*:)$")
_FRAME = "#=~*_->:` \t"
_FENCE = "```"
# The last lines of a report: a heading may follow at once.
_LAST_OF_A_REPORT = re.compile(r"\s*(Transfer/sec:|Non-2xx or 3xx|\d{1,3}%\s|traffic: )")
_PRINTED = re.compile(
    r"\s*(Benchmarking |Finished \d|Completed \d|Total of \d|Licensed to |[\[{]|\d+%\s|Transfer/sec:|"
    r"Non-2xx or 3xx|Socket errors|traffic: |status codes: |(real|user|sys)\s)"
)
_PROMPT = re.compile(r"\s*(\S+@\S+.*[$#>%❯]|[$%❯>]\s|~.*[$#>%❯]\s)")


def above(lines: list[str], after: int, start: int) -> int | None:
    """The index of the heading of what begins at `start`, not before `after`; None where nobody wrote one."""
    for index in range(start - 1, max(after, start - _REACH) - 1, -1):
        line = lines[index]
        if line.startswith(_FENCE) or not any(map(str.isalnum, line)):
            continue
        return index if _is_heading(lines, after, index) else None
    return None


def clean(line: str) -> str:
    """Its words, without the marks around them."""
    return " ".join(line.strip(_FRAME).split())[:MAX_LENGTH]


def _is_heading(lines: list[str], after: int, index: int) -> bool:
    line = lines[index]
    if len(line) > MAX_LENGTH or _PRINTED.match(line) or _PROMPT.match(line):
        return False
    if _MARKED.fullmatch(line):
        return True
    previous = lines[index - 1] if index > after else ""
    return not any(map(str.isalnum, previous)) or bool(_LAST_OF_A_REPORT.match(previous))
