"""The words of a search box: `tag:nightly knob:nginx.worker_processes=2 verdict:better "two words"`. Pure."""

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import get_args

from agents.contract.states import ExperimentState
from backend.annotations.query import Archived, Query, Side, period
from backend.records.origin import Origin
from backend.statistics.verdict import Verdict

VERDICTS = tuple(v.value for v in Verdict)
STATES = tuple(s.value for s in ExperimentState)
ORIGINS = tuple(o.value for o in Origin)
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)  # whether a date can be read does not depend on today


class QueryProblem(ValueError):
    """A word that cannot be meant like this; `column` counts characters from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True)
class Token:
    """`key` is None for words; `column` from 1."""

    key: str | None
    value: str
    column: int


_KEY = re.compile(r"(-?[A-Za-z][A-Za-z_]*):(?!//)")
_PIECE = re.compile(r'"((?:[^"\\]|\\.|\\\Z)*)(?:"|\Z)|[^\s"]+', re.S)
_ESCAPED = re.compile(r"\\(.)", re.S)


def tokens(text: str) -> Iterator[Token]:
    """Words, "phrases" and key:value; a quote that is not closed ends with the text."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        start = at
        key = _KEY.match(text, at)
        at = key.end() if key else at
        value, at = _value(text, at)
        yield Token(key[1].lower() if key else None, value, start + 1)


def _value(text: str, at: int) -> tuple[str, int]:
    """Pieces with and without quotes, up to a blank."""
    value = ""
    while piece := _PIECE.match(text, at):
        is_quoted = piece[1] is not None
        value += _ESCAPED.sub(r"\1", piece[1]) if is_quoted else piece[0]
        at = piece.end()
    return value, at


def parse(text: str) -> Query:
    """What a search box asks for; QueryProblem names the word that cannot be read, and what was meant."""
    query = Query()
    for token in tokens(text):
        try:
            query += _meaning(token)
        except ValueError as problem:
            raise QueryProblem(str(problem), token.column) from None
    return query


def _meaning(token: Token) -> Query:
    if token.key is None:
        return Query(words=(token.value,)) if token.value else Query()
    read = _KEYS.get(token.key)
    if read is None:
        raise ValueError(_unknown_key(token))
    if not token.value.strip():
        raise ValueError(f"{token.key}: needs a value, such as {token.key}:{_EXAMPLES[token.key]}")
    return read(token.value.strip())


def _unknown_key(token: Token) -> str:
    key = token.key or ""
    near = difflib.get_close_matches(key.lstrip("-"), _KEYS, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}:?" if near else f"there is {', '.join(_EXAMPLES)}."
    return f"“{key}:” is not a search key; {hint} To look for it as text, put it in quotes"


def _one_of(name: str, options: tuple[str, ...]) -> Callable[[str], str]:
    def read(value: str) -> str:
        if (word := value.lower()) in options:
            return word
        near = difflib.get_close_matches(word, options, n=1, cutoff=0.6)
        hint = f"did you mean {name}:{near[0]}?" if near else f"it is one of {', '.join(options)}"
        raise ValueError(f"{name}: knows no “{value[:40]}”; {hint}")

    return read


_verdict = _one_of("verdict", VERDICTS)
_state = _one_of("state", STATES)
_origin = _one_of("origin", ORIGINS)
_parse_archived = _one_of("archived", get_args(Archived))
_is = _one_of("is", ("starred", "archived", *ORIGINS, *STATES))


def _knob(value: str) -> Query:
    name, equals, setting = value.partition("=")
    if not name.strip():
        raise ValueError("knob: needs a name, such as knob:nginx.worker_processes=2")
    return Query(knobs=((name.strip(), setting.strip() if equals else None),))


def _date(side: Side) -> Callable[[str], Query]:
    def read(value: str) -> Query:
        try:
            period(value, UTC, _ANY_DAY)
        except ValueError as problem:
            raise ValueError(f"{side}: {problem}") from None
        return Query(dates=((side, value),))

    return read


def _being(value: str) -> Query:
    state = _is(value)
    if state == "starred":
        return Query(starred=True)
    if state == "archived":
        return Query(archived="only")
    return Query(origins=(state,)) if state in ORIGINS else Query(states=(state,))


def _login(value: str) -> str:
    return value.lower().removeprefix("@")


def archive_query(value: str) -> Query:
    choice: Archived = _parse_archived(value)  # pyright: ignore[reportAssignmentType]
    return Query(archived=choice)


_KEYS: dict[str, Callable[[str], Query]] = {
    "tag": lambda value: Query(tags=(value,)),
    "host": lambda value: Query(hosts=(value,)),
    "knob": _knob,
    "verdict": lambda value: Query(verdicts=(_verdict(value),)),
    "after": _date("after"),
    "since": _date("after"),
    "before": _date("before"),
    "until": _date("until"),
    "is": _being,
    "state": lambda value: Query(states=(_state(value),)),
    "origin": lambda value: Query(origins=(_origin(value),)),
    "recipe": lambda value: Query(recipes=(value,)),
    "from": lambda value: Query(made_from=(value,)),
    "by": lambda value: Query(owners=(_login(value),)),
    "mentions": lambda value: Query(mentioned=(_login(value),)),
    "archived": archive_query,
}
_EXAMPLES = {
    "tag": "nightly",
    "host": "proxy-1",
    "knob": "nginx.worker_processes=2",
    "verdict": "better",
    "after": "2026-11-01",
    "since": "2026-11-01",
    "before": "2026-11-01",
    "until": "2026-11-01",
    "is": "starred",
    "state": "finished",
    "origin": "imported",
    "recipe": "calibration",
    "from": "0x5e2k9ah3c7mq",
    "by": "me",
    "mentions": "me",
    "archived": "include",
}
