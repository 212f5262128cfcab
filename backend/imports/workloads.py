"""The load behind a report: by what the tool printed and by the command before it. Pure."""

import re
from urllib.parse import SplitResult, urlsplit

from pydantic import ValidationError

from agents.contract.states import ToolName
from agents.contract.workload import MAX_DURATION_S, MAX_REQUESTS, Workload
from agents.parse.parts import Part
from agents.parse.types import ToolReport
from backend.imports.preview_schemas import WorkloadGuess
from backend.imports.trials import argv_of

_WITH_VALUE = {"wrk": "cdtsHRT", "ab": "ncstbTpuvmxyzCHAPXgefZB", "weighttp": "nctpbKHTmuCA"}
_TOOL = re.compile(r"(?:^|/)(wrk2?|ab|weighttp)$")
_SPAWNED = re.compile(r"^spawning thread #\d+: (\d+) concurrent requests, \d+ total requests", re.MULTILINE)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def workload_of(part: Part, report: ToolReport) -> WorkloadGuess:
    """What is known; None for the rest."""
    tool = "wrk" if report.tool == "wrk2" else report.tool
    asked = options_of(tool, argv_of(part.command))
    guess = WorkloadGuess(tool=tool)
    url = report.url or asked.get("url")
    guess.path = _path(url or report.path)
    guess.connections = report.connections or report.concurrency or _number(asked.get("c"))
    if tool == "wrk":
        guess.threads = report.threads
        guess.duration_s = _duration(str(report.raw.get("header_duration", "")))
        guess.keepalive = not asked["closes"] if part.command else None
        _even(guess)
    elif tool == "ab":
        guess.threads = 1
        guess.requests = _number(asked.get("n")) or report.requests
        guess.keepalive = report.keepalive_requests is not None
        if asked.get("t") and not asked.get("n"):
            guess.requests, guess.duration_s = None, _duration(asked["t"])
    else:
        _weighttp(guess, part, report, asked)
    guess.host = asked.get("host")
    return guess


def of_command(command: str) -> WorkloadGuess:
    """The load that a command such as `wrk -t4 -c100 -d60s http://host/` asks for; ValueError if none."""
    argv = argv_of(command)
    name = next((found[1] for word in argv if (found := _TOOL.search(word))), None)
    if name is None:
        raise ValueError(f"“{command[:80]}” is not a command of wrk, ab or weighttp")
    tool: ToolName = "wrk" if name.startswith("wrk") else "ab" if name == "ab" else "weighttp"
    asked = options_of(tool, argv)
    guess = WorkloadGuess(
        tool=tool,
        threads=_number(asked.get("t")) if tool != "ab" else 1,
        connections=_number(asked.get("c")),
        path=_path(asked.get("url")),
        host=asked.get("host"),
        keepalive=not asked["closes"] if tool == "wrk" else "k" in asked["flags"],
    )
    if tool == "wrk":
        guess.duration_s = _duration(asked.get("d", ""))
        _even(guess)
    elif tool == "ab" and asked.get("t") and not asked.get("n"):
        guess.duration_s = _duration(asked["t"])
    else:
        guess.requests = _number(asked.get("n"))
    return guess


def _weighttp(guess: WorkloadGuess, part: Part, report: ToolReport, asked: dict[str, str]) -> None:
    """Threads and connections stand in its lines about threads; with -q and in its JSON they do not."""
    spawned = [int(n) for n in _SPAWNED.findall(part.text)]
    guess.threads = _number(asked.get("t")) or len(spawned) or None
    guess.connections = guess.connections or sum(spawned) or None
    guess.requests = (report.counts or {}).get("total") or _number(asked.get("n")) or report.requests
    if part.command:
        guess.keepalive = "k" in asked["flags"]


def options_of(tool: str, argv: list[str]) -> dict[str, str]:
    """Option → value of a typed command; also `url`, `host` (a Host header), `flags`, and `closes`."""
    found = {"flags": "", "closes": ""}
    begin = next((i + 1 for i, word in enumerate(argv) if _TOOL.search(word)), 0)
    words = iter(argv[begin:])
    for word in words:
        if "://" in word and not word.startswith("-"):
            found["url"] = word
        elif word.startswith("--"):
            name, _, value = word[2:].partition("=")
            short = {"connections": "c", "threads": "t", "duration": "d", "header": "H"}.get(name)
            if short:
                _take(found, short, value or next(words, ""))
        elif word.startswith("-") and len(word) > 1:
            letter, rest = word[1], word[2:]
            if letter in _WITH_VALUE[tool]:
                _take(found, letter, rest or next(words, ""))
            else:
                found["flags"] += word[1:]
    return found


def _take(found: dict[str, str], letter: str, value: str) -> None:
    found[letter] = value
    if letter != "H":
        return
    name, _, text = value.partition(":")
    if name.strip().lower() == "host":
        found["host"] = text.strip()
    if name.strip().lower() == "connection" and text.strip().lower() == "close":
        found["closes"] = "yes"


def _number(text: str | None) -> int | None:
    match = re.fullmatch(r"(\d{1,10})(k|m)?", (text or "").strip().lower())
    return int(match[1]) * {"k": 1000, "m": 1_000_000}.get(match[2] or "", 1) if match else None


def _duration(text: str) -> int | None:
    match = re.fullmatch(r"(\d{1,9})([smh]?)", text.strip())
    return min(int(match[1]) * _SECONDS[match[2]], MAX_DURATION_S) if match else None


def split(url: str) -> SplitResult:
    """A tool's address with or without its scheme; nothing of one that is none, such as `http://[`."""
    try:
        return urlsplit(url if "://" in url else f"http://{url}")
    except ValueError:
        return SplitResult("", "", "", "", "")


def _path(url: str | None) -> str | None:
    if not url:
        return None
    parts = split(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return path if re.fullmatch(r"/[!-~]{0,1999}", path) else None


def _even(guess: WorkloadGuess) -> None:
    """wrk opens as many connections as its threads share evenly."""
    if guess.threads and guess.connections:
        guess.threads = min(guess.threads, guess.connections)
        guess.connections -= guess.connections % guess.threads


def fitting(guess: WorkloadGuess) -> Workload:
    """The whole workload, with the values of a new one where nothing is known."""
    try:
        return Workload.model_validate(guess.model_dump(exclude_none=True))
    except ValidationError:
        few = {"tool": guess.tool or "wrk", "connections": guess.connections or 1}
        few |= {"duration_s": 1} if few["tool"] == "wrk" else {"requests": MAX_REQUESTS}
        return Workload.model_validate(few)
