"""Text in, lines out; and the search for the line that a report must have."""

import re
from dataclasses import dataclass

from agents.catalog.reading.report import NotAReport

MAX_BYTES = 16 * 1024 * 1024
# Far above any report with its log around it; they bound the time that hostile text can take.
MAX_LINES = 250_000
MAX_LINE = 20_000
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def decode(data: bytes) -> str:
    """The text of a saved output: UTF-8, or UTF-16 with its mark. NotAReport if too large or neither."""
    if len(data) > MAX_BYTES:
        raise NotAReport(too_large())
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise NotAReport(
            f"byte {error.start + 1} is not text in UTF-8. Give the text that the tool printed; "
            "save a table as UTF-8, in Excel as “CSV UTF-8”."
        ) from None


def too_large() -> str:
    return (
        f"it is larger than {MAX_BYTES >> 20} MB, and a report has a few kB. "
        "Give only the text that the tool printed."
    )


def lines_of(text: str) -> list[str]:
    """Lines without line ends, colours and trailing blanks. NotAReport for huge or binary text."""
    if len(text) > MAX_BYTES:
        raise NotAReport(too_large())
    text = _ANSI.sub("", text.removeprefix("\ufeff"))
    odd = _BINARY.search(text)
    if odd:
        line_number = text.count("\n", 0, odd.start()) + 1
        raise NotAReport(
            f"line {line_number} has the control character {odd.group()!r}: this is binary data, "
            "not a load tool's output. Give the text that the tool printed."
        )
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MAX_LINES:
        raise NotAReport(
            f"it has {len(lines)} lines, and a report has at most some hundred. "
            "Give only the text that the tool printed."
        )
    # No tool prints longer lines: what they hold is none of the report.
    return [line.rstrip() if len(line) <= MAX_LINE else line[:80] for line in lines]


@dataclass(frozen=True)
class Section:
    """The lines of one report, from its first to the line before the next report; `start` counts from 0."""

    tool: str
    lines: list[str]
    start: int = 0
    has_report: bool = True

    def find(self, pattern: re.Pattern[str], after: int = 0) -> tuple[int, re.Match[str]] | None:
        """The first line from index `after` on that the pattern matches."""
        for index in range(after, len(self.lines)):
            match = pattern.match(self.lines[index])
            if match:
                return index, match
        return None

    def need(self, pattern: re.Pattern[str], name: str, after: int = 0) -> tuple[int, re.Match[str]]:
        """Find a line like `find`; raise NotAReport when there is none."""
        return self.find(pattern, after) or self._missing(name)

    def all(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        return [match for line in self.lines if (match := pattern.match(line))]

    def _missing(self, name: str):
        raise self.cut(name)

    def cut(self, name: str) -> NotAReport:
        """The error for a report that lacks the line called `name`."""
        return NotAReport(
            f"the report of {self.tool} that starts on line {self.start + 1} is cut: its line “{name}” is "
            "missing or damaged. Give the whole output, from the first to the last line.",
            self.tool,
        )
