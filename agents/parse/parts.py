"""All reports of one text, each with its own lines and the command that was typed before it."""

import re
from dataclasses import dataclass

from agents.catalog.reading.report import NotAReport, ToolReport
from agents.catalog.reading.text import Section, lines_of
from agents.catalog.tools import LOAD_TOOLS, READERS
from agents.parse import detect, headings

# A shell's prompt ends with one of these; wrappers may stand before the tool.
_PROMPT = r"(?:.*[$#>%❯]\s*|\s*)(?:echo [^|]*\|\s*|cat [^|]*\|\s*)?"
_WRAPPERS = r"(?:(?:sudo|time|nohup|nice(?: -n ?-?\d+)?|taskset -c \S+|taskset \S+|numactl(?: -\S+)+)\s+)*"
_TYPED = "|".join(
    rf"{name}(?=\s+{LOAD_TOOLS[tool.dialect_of or name].command_form})" for name, tool in READERS.items()
)
_COMMAND = re.compile(rf"{_PROMPT}({_WRAPPERS}(?:\S*/)?({_TYPED})\s.*)$")
_MAX_COMMAND_LENGTH = 1000


@dataclass(frozen=True)
class Part:
    """A stretch of a text that one start of a tool printed; `first` and `last` are lines from 1.

    Either `report`, or `problem`: why there is none. `text` is what the tool printed, line ends unified.
    """

    tool: str
    first: int
    last: int
    text: str
    command: str | None
    headings: tuple[str, ...]  # what a person wrote above it, outermost first
    report: ToolReport | None
    problem: str | None

    @property
    def heading(self) -> str | None:
        return self.headings[-1] if self.headings else None


@dataclass(frozen=True)
class _Opening:
    """Lines typed before a report: those of its command and of its heading, where there are any."""

    command: int | None
    heading: int | None


def parts(text: str) -> list[Part]:
    """Every report of a load tool in a text, and every start of one that printed none.

    NotAReport when there is neither, and for a text that is empty, binary or huge.
    """
    lines = lines_of(text)
    sections = detect.sections(lines)
    if not sections:
        raise detect.why_none(lines, [], None)
    text_lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    openings = [
        _opening(lines, before.start + 1 if before else 0, section)
        for before, section in zip([None, *sections], sections, strict=False)
    ]
    paths = _paths(lines, sections, openings)
    ends = [*(_begin(opening, section) for opening, section in zip(openings, sections, strict=True))][1:]
    result = []
    for section, opening, path, end in zip(sections, openings, paths, [*ends, len(lines)], strict=True):
        section_alone = Section(section.tool, lines[section.start : end], section.start, section.has_report)
        last = next((i for i in range(end - 1, section.start, -1) if lines[i].strip()), section.start)
        report, problem = _read(section_alone)
        result.append(
            Part(
                tool=section.tool,
                first=section.start + 1,
                last=last + 1,
                text="\n".join(text_lines[section.start : last + 1]) + "\n",
                command=_command(lines, opening.command),
                headings=path,
                report=report,
                problem=problem,
            )
        )
    return result


def _read(section: Section) -> tuple[ToolReport | None, str | None]:
    if not section.has_report:
        return None, detect.why_none(section.lines, [], section.tool).reason
    try:
        return detect.read(section, []), None
    except NotAReport as error:
        return None, error.reason


def _opening(lines: list[str], after: int, section: Section) -> _Opening:
    command_line = _find_command(lines, after, section.start, section.tool)
    start = section.start if command_line is None else command_line
    return _Opening(command_line, headings.above(lines, after, start))


def _paths(lines: list[str], sections: list[Section], openings: list[_Opening]) -> list[tuple[str, ...]]:
    """The headings over each report; where a command follows a single #, that is a prompt."""
    commands = [lines[o.command] for o in openings if o.command is not None]
    is_prompt = any(map(headings.AT_PROMPT.match, commands))
    starts = [s.start if o.command is None else o.command for o, s in zip(openings, sections, strict=True)]
    afters = [0, *(section.start + 1 for section in sections)]
    return headings.paths(lines, list(zip(afters, starts, strict=False)), is_prompt)


def _begin(opening: _Opening, section: Section) -> int:
    """Find the first line that belongs to a report: there the one before it ends."""
    line_numbers = [line for line in (opening.heading, opening.command) if line is not None]
    return min([*line_numbers, section.start])


def _command(lines: list[str], line_number: int | None) -> str | None:
    match = None if line_number is None else _COMMAND.match(lines[line_number])
    return match[1].strip() if match else None


def _find_command(lines: list[str], start: int, end: int, tool: str) -> int | None:
    """The line of the last command of this tool between two others."""
    for index in range(end - 1, start - 1, -1):
        line = lines[index]
        match = _COMMAND.match(line) if len(line) <= _MAX_COMMAND_LENGTH else None
        if match and detect.is_same_voice(match[2], tool):
            return index
    return None
