"""The load behind a report: by what the tool printed and by the command before it. Pure."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any
from urllib.parse import SplitResult, urlsplit

from pydantic import ValidationError

from agents.catalog.reading.command import go_options_of, options_of
from agents.catalog.reading.report import ToolReport
from agents.catalog.tool import LoadTool
from agents.catalog.tools import DEFAULT_TOOL, LOAD_TOOLS, READERS, TOOLS, any_of
from agents.contract.workload import MAX_DURATION_S, MAX_REQUESTS, Workload
from agents.parse.parts import Part
from backend.imports.schemas import WorkloadGuess
from backend.imports.trials import argv_of

_MAX_LINE = 1000
_MAX_COMMANDS = 200
_COMMAND = re.compile(rf"(?<![\w.-])((?:{'|'.join(READERS)})\s+-[^`|]*)")
_TOOL = re.compile(rf"(?:^|/)({'|'.join(READERS)})$")


def workload_of(part: Part, report: ToolReport) -> WorkloadGuess:
    """What is known; None for the rest."""
    tool, options = _tool(report.tool), _options(part.command or "", report.tool)
    fields = tool.load_of_report(report, part.text, options, part.command is not None)
    return _guess(tool, fields, options, report.url or options.get("url") or report.path)


def of_command(command: str) -> WorkloadGuess:
    """The load that a command such as `TOOL -c100 http://host/` asks for; ValueError if none."""
    name = next((match[1] for word in argv_of(command) if (match := _TOOL.search(word))), None)
    if name is None:
        raise ValueError(f"“{command[:80]}” is not a command of {any_of(TOOLS)}")
    options = _options(command, name)
    return _guess(_tool(name), _tool(name).load_of_command(options), options, options.get("url"))


def commands_in(lines: Sequence[str]) -> list[tuple[int, WorkloadGuess]]:
    """The loads that commands ask for, each with the number of its line."""
    loads = ((number, _typed_load(line)) for number, line in enumerate(lines) if "-" in line)
    return list(islice(((number, load) for number, load in loads if load), _MAX_COMMANDS))


def load_above(commands: Sequence[tuple[int, WorkloadGuess]], line: int) -> WorkloadGuess:
    """The load of the last command above a line, else of the first one; empty where there is none."""
    above = [load for number, load in commands if number < line]
    loads = [*above[-1:], *(load for _, load in commands)]
    return loads[0] if loads else WorkloadGuess()


def _typed_load(text: str) -> WorkloadGuess | None:
    match = _COMMAND.search(text) if len(text) <= _MAX_LINE else None
    if match is None:
        return None
    try:
        return of_command(match[1].strip(" .;,"))
    except ValueError:
        return None


def _tool(name: str) -> LoadTool:
    """The tool that runs such a load: of a dialect, the tool whose report it prints."""
    return LOAD_TOOLS[READERS[name].dialect_of or name]


def _options(command: str, name: str) -> dict[str, str]:
    words = argv_of(command)
    begin = next((i + 1 for i, word in enumerate(words) if _TOOL.search(word)), 0)
    tool, words = _tool(name), words[begin:]
    return go_options_of(words, tool.go_switches) if tool.go_switches else options_of(words, tool.with_value)


def _guess(tool: LoadTool, fields: dict[str, Any], options: dict[str, str], url: str | None) -> WorkloadGuess:
    duration = fields.get("duration_s")
    limits: dict[str, Any] = {"duration_s": None if duration is None else min(duration, MAX_DURATION_S)}
    return WorkloadGuess(
        **(fields | limits),
        tool=tool.name,
        path=path_of(url),
        host=options.get("host"),
    )


def split(url: str) -> SplitResult:
    """A tool's address with or without its scheme; nothing of one that is none, such as `http://[`."""
    try:
        return urlsplit(url if "://" in url else f"http://{url}")
    except ValueError:
        return SplitResult("", "", "", "", "")


def path_of(url: str | None) -> str | None:
    """The path that an address asks for, with its query; None where it is none."""
    if not url:
        return None
    parts = split(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return path if re.fullmatch(r"/[!-~]{0,1999}", path) else None


def fitting(guess: WorkloadGuess) -> Workload:
    """The whole workload, with the values of a new one where nothing is known."""
    try:
        return Workload.model_validate(guess.model_dump(exclude_none=True))
    except ValidationError:
        few = {"tool": guess.tool or DEFAULT_TOOL, "connections": guess.connections or 1}
        by_requests = "requests" in TOOLS[few["tool"]].ends_by
        few |= {"requests": MAX_REQUESTS} if by_requests else {"duration_s": 1}
        few |= {"rate": 1} if TOOLS[few["tool"]].open_loop else {}
        return Workload.model_validate(few)
