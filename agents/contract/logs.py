"""One event, one line, alike from API, worker, beat and agents: as text for people, or as JSON for programs.

`bound` says what a line is about: everything that is logged inside of it carries these ids. Secrets are taken
out of every line, whoever wrote it.
"""

import json
import logging
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

FORMAT = "DYNO_LOG_FORMAT"
IDS = ("request_id", "experiment_id", "job_id", "trial_id", "host_id")
OURS = ("agents", "backend", "worker", "uvicorn")
MAX_LENGTH = 16_000
"""Characters of a message or of a traceback."""

# Texts come from anybody: each looks at a character a bounded number of times, however long a word is.
_SECRETS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i)\bbearer\s+[^\s\"',;]+"), "Bearer …"),
    (re.compile(r"(://[^\s:/@]*:)[^\s@]{1,1000}@"), r"\1…@"),
    (re.compile(r"(/s/|#[\w-]+=)[\w.~-]{8,}"), r"\1…"),  # of share links, and of links that let somebody in
    (
        re.compile(
            r"(?i)(?<![\w-])([\w-]*(?:token|password|secret|cookie|session|authorization|credential)[\"']?\s*[=:]\s*[\"']?)"
            r"[\w.~+/=-]{8,}"
        ),
        r"\1…",
    ),
)
_UNSEEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What moves a terminal's cursor, ends a line for some reader, or turns a text around."""
_bound: ContextVar[Mapping[str, str]] = ContextVar("log_ids", default=MappingProxyType({}))


def ids() -> Mapping[str, str]:
    """Ids of the work in progress here."""
    return _bound.get()


@contextmanager
def bound(**ids_given: str | None) -> Iterator[None]:
    """Lines of the block carry these ids besides those that are there; None adds none."""
    token = _bound.set({**_bound.get(), **{name: value for name, value in ids_given.items() if value}})
    try:
        yield
    finally:
        _bound.reset(token)


def begin_anew(ids_given: Mapping[str, str]) -> None:
    """A thread that works on one thing after another begins the next one."""
    _bound.set(ids_given)


def without_secrets(text: str) -> str:
    """The text without tokens, cookies, passwords and codes of links."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def visible(text: str) -> str:
    """One line in which nothing acts: `\\x1b` instead of what a terminal obeys."""
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def _escape(text: str, new_line: str = "\n") -> str:
    return new_line.join(map(visible, without_secrets(text).split("\n")))


class Lines(logging.Formatter):
    """`part`: which process of Dynoboard this is."""

    def __init__(self, part: str, as_json: bool) -> None:
        super().__init__()
        self._part, self._as_json = part, as_json

    def format(self, record: logging.LogRecord) -> str:
        pairs = ((name, getattr(record, name, None) or ids().get(name)) for name in IDS)
        context = {name: visible(str(value)) for name, value in pairs if value}
        # in text nobody's words look like a line of their own
        new_line = "\n" if self._as_json else "\n    "
        message = _escape(record.getMessage(), new_line)[:MAX_LENGTH]
        trace = (
            _escape(self.formatException(record.exc_info), new_line)[-MAX_LENGTH:] if record.exc_info else ""
        )
        time = datetime.fromtimestamp(record.created, UTC)
        if self._as_json:
            line: dict[str, Any] = {
                "time": time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "level": record.levelname.lower(),
                "part": self._part,
                "logger": record.name,
                "message": message,
                **context,
            }
            return json.dumps(line | ({"exception": trace} if trace else {}), ensure_ascii=False)
        about = "".join(f" {name.removesuffix('_id')}={value}" for name, value in context.items())
        return f"{time:%Y-%m-%d %H:%M:%S} {record.levelname:7} {message}{about}" + (
            trace and f"{new_line}{trace}"
        )


class _OurHandler(logging.StreamHandler[Any]):
    """Told from those of others."""


def _is_news(record: logging.LogRecord) -> bool:
    """The server says once more, without the request's id, what the API has said of an error."""
    return not record.getMessage().startswith("Exception in ASGI application")


def configure(part: str) -> None:
    """Everything that this process logs goes to stderr, in the form that DYNO_LOG_FORMAT asks for."""
    handler = _OurHandler(sys.stderr)
    handler.setFormatter(Lines(part, os.environ.get(FORMAT, "text") == "json"))
    root = logging.getLogger()
    root.handlers = [*(old for old in root.handlers if not isinstance(old, _OurHandler)), handler]
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
