"""Detection of the tool that printed a text, of where its reports start, or of why there are none."""

import re

from agents.catalog.reading.foreign import foreign_tool
from agents.catalog.reading.report import NotAReport, ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tools import READERS, any_of

_START_WORDS = re.compile("|".join(dict.fromkeys(tool.start_words for tool in READERS.values())))
"""Every line that can start a report holds one of these; most lines of a long log hold none."""
_JSON = re.compile(r"[\[{]\s*(?:[\[{\"\]}]|$)")
_DIALECTS = [tool for tool in READERS.values() if tool.dialect_of]
_BY_VOICE = [*_DIALECTS, *(tool for tool in READERS.values() if not tool.dialect_of)]
"""A dialect complains as its tool does, and in some words of its own."""


def sections(lines: list[str]) -> list[Section]:
    """All reports and banners of the tools in the text, in order; each ends where the next starts."""
    starts: list[tuple[int, str, bool]] = []
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
    return READERS[section.tool].read(section, stderr)


def _mark(lines: list[str], index: int) -> tuple[str, bool] | None:
    """The tool whose banner (False) or report (True) starts on this line."""
    line = lines[index]
    if not _START_WORDS.search(line):
        return None
    for name, tool in READERS.items():
        if tool.starts_report(lines, index):
            return name, True
    return next(((name, False) for name, tool in READERS.items() if tool.starts_banner(line)), None)


def _family(name: str, lines: list[str]) -> str:
    """The dialect of a tool that the lines of its section give away, or the tool."""
    return next((d.name for d in _DIALECTS if d.dialect_of == name and d.has_signs(lines)), name)


def why_none(lines: list[str], stderr: list[str], tool: str | None) -> NotAReport:
    """The error for a text without a report: what it is instead, why, and what to do."""
    if not any(line.strip() for line in lines + stderr):
        return NotAReport(f"the text is empty. Give the output of {any_of()}.", tool)
    banner = next((section for section in sections(lines) if not section.has_report), None)
    cause = _cause(lines + stderr, banner.tool if banner else tool)
    if cause:
        return _silent(*cause, lines)
    if banner:
        return _silent(banner.tool, "it was stopped before it printed one, or the text is cut", lines)
    return _stranger(lines)


def _cause(lines: list[str], tool: str | None) -> tuple[str, str] | None:
    """Find the tool's complaint. A dialect complains as its tool does: a hint decides between them."""
    usage = next((tool.name for tool in _BY_VOICE if any(map(tool.usage.match, lines))), None)
    hint = tool or usage
    for speaker in _BY_VOICE:
        # A vague complaint is a tool's only if something else says that it speaks.
        if not is_same_voice(speaker.name, hint) if hint else speaker.causes_are_vague:
            continue
        for line in lines:
            match = speaker.causes.match(line)
            if match:
                return _speaker(speaker.name, hint), match[1].strip()[:200]
    return (_speaker(usage, tool), "it printed its usage, because an option was wrong") if usage else None


def is_same_voice(name: str, other_name: str) -> bool:
    """Whether two tools are one and its dialect, or the same."""
    voices = {READERS[n].dialect_of or n for n in (name, other_name)}
    return len(voices) == 1


def _speaker(name: str, hint: str | None) -> str:
    return hint if hint and READERS[hint].dialect_of == name else name


def _silent(tool: str, cause: str, lines: list[str]) -> NotAReport:
    start = READERS[tool].silent(lines)
    progress = f" after {start.partial_total} requests" if start.partial_total else ""
    return NotAReport(
        f"{tool} printed no report{progress}: {cause.rstrip('.')}. "
        "Fix that, run it again, and give the whole output.",
        tool,
        start,
    )


def _stranger(lines: list[str]) -> NotAReport:
    foreign = foreign_tool(lines)
    if foreign:
        return NotAReport(
            f"this is the output of {foreign}, which Dynoboard does not read. Give the output of {any_of()}, "
            "or its figures as a table, with a row for each run."
        )
    for tool, reader in READERS.items():
        inner = reader.inner
        at = next((i for i, line in enumerate(lines) if inner and inner.match(line)), None)
        if at is not None:
            return NotAReport(
                f"the beginning of the report of {tool} is missing: line {at + 1} is from its middle. "
                "Give the whole output, from its first line."
            )
    first = next((line.strip() for line in lines if line.strip()), "")
    if _JSON.match(first):
        return NotAReport(
            f"this JSON is no report of {any_of()}. The import reads tables too: give its figures as CSV, "
            "with a row for each run."
        )
    return NotAReport(
        f"there is no report of {any_of()} in this text, which starts with {first[:60]!r}. "
        "Give the output that one of them printed."
    )
