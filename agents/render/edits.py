"""Changes to an nginx.conf at places found by its reader, so that the rest stays as it is. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agents.contract.jobs import LISTEN
from agents.render.lexer import ConfError, Statement, Word, read_conf


@dataclass(frozen=True)
class Edit:
    """text[start:end] becomes `text`."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    parts, at = list[str](), 0
    for edit in sorted(edits, key=lambda e: e.start):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def put(word: Word, text: str) -> Edit:
    return Edit(word.start, word.end, text)


def walk(tree: Sequence[Statement]) -> Iterator[Statement]:
    for statement in tree:
        yield statement
        yield from walk(statement.block or [])


def at_end_of_http(tree: Sequence[Statement], lines: Sequence[str]) -> Iterator[Edit]:
    """Lines before the brace that closes the first http {}."""
    http = next((s for s in tree if s.name == "http" and s.block is not None), None)
    if http and lines:
        yield Edit(http.close, http.close, "".join(f"\n  {line}" for line in lines) + "\n")


def with_address(text: str, address: str, http_lines: Sequence[str] = ()) -> str:
    """The text with an address where `listen` says LISTEN, and lines at the end of http {}; ConfError."""
    tree = read_conf(text)
    listens = (s.words[1] for s in walk(tree) if s.name == "listen" and s.args[:1] == [LISTEN])
    return apply_edits(text, [*(put(word, address) for word in listens), *at_end_of_http(tree, http_lines)])


def render_example(text: str, address: str) -> str:
    """The same for a text that may not be readable: it is then left as it is."""
    try:
        return with_address(text, address)
    except ConfError:
        return text
