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


def with_address(
    text: str, address: str, http_lines: Sequence[str] = (), more_addresses: Sequence[str] = ()
) -> str:
    """The text with an address where `listen` says LISTEN, and lines at the end of http {}; ConfError.

    `more_addresses`: the server that says LISTEN first also listens there (see `more_listens`).
    """
    tree = read_conf(text)
    listens = [s for s in walk(tree) if s.name == "listen" and s.args[:1] == [LISTEN]]
    edits = [*(put(s.words[1], address) for s in listens), *at_end_of_http(tree, http_lines)]
    if listens and more_addresses:
        lines = more_listens(listens[0].args[1:], more_addresses)
        edits.append(Edit(listens[0].end, listens[0].end, "".join(f"; listen {' '.join(a)}" for a in lines)))
    return apply_edits(text, edits)


def more_listens(parameters: Sequence[str], addresses: Sequence[str]) -> list[list[str]]:
    """Arguments of `listen` for further addresses: with `reuseport`, so that all workers share them alike."""
    shared_parameters = list(parameters) if "reuseport" in parameters else [*parameters, "reuseport"]
    return [[address, *shared_parameters] for address in addresses]


def render_example(text: str, address: str) -> str:
    """The same for a text that may not be readable: it is then left as it is."""
    try:
        return with_address(text, address)
    except ConfError:
        return text
