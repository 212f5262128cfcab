"""Markdown → pages with sections, anchors and links that lead somewhere in the dashboard. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from backend.manual.contents import ordered
from backend.manual.links import Known, rewritten
from backend.manual.markdown import html_of, tokens_of
from backend.manual.slugs import Slugs

_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_LONGEST_SUMMARY = 160
_CELL_ENDS = ("th_close", "td_close")


@dataclass(frozen=True)
class Section:
    """A heading (`level` 1 to 6) and the plain text below it, up to the next heading."""

    anchor: str
    title: str
    level: int
    text: str


@dataclass(frozen=True)
class Page:
    """`html` is sanitised; `sections` begins with the page's own title."""

    name: str
    title: str
    summary: str
    html: str
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Manual:
    """Pages in reading order; `files`: pictures and examples, by their path in the folder."""

    pages: Mapping[str, Page]
    files: frozenset[str]


def read(texts: Mapping[str, str], files: frozenset[str]) -> Manual:
    """`texts`: Markdown by name of the page."""
    known = Known(frozenset(texts), files)
    return Manual({name: page_of(name, texts[name], known) for name in ordered(texts)}, files)


def page_of(name: str, markdown: str, known: Known) -> Page:
    tokens = tokens_of(markdown)
    slugs = Slugs()
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slugs.of(plain(tokens[number + 1])))
        if token.type == "inline":
            token.children = list(rewritten(token.children or [], known))
    sections = tuple(_sections(tokens))
    title = sections[0].title if sections else name
    return Page(name, title, _summary(tokens), html_of(tokens), sections)


def plain(inline: Any) -> str:
    """The text of an inline token, as it is read."""
    parts = [" " if part.type.endswith("break") else part.content for part in inline.children or []]
    return "".join(parts).strip()


def _sections(tokens: list[Any]) -> Iterator[Section]:
    """Text before the first heading belongs to none; the docs have no such text."""
    opened: Section | None = None
    lines: list[str] = []
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            if opened:
                yield Section(opened.anchor, opened.title, opened.level, " ".join(lines))
            level, lines = int(token.tag[1]), []
            opened = Section(str(token.attrs["id"]), plain(tokens[number + 1]), level, "")
        elif token.type == "inline" and tokens[number - 1].type != "heading_open":
            # cells of a row stay apart
            lines.append(f"· {plain(token)}" if tokens[number - 2].type in _CELL_ENDS else plain(token))
        elif token.type in ("fence", "code_block"):
            lines.append(" ".join(token.content.split()))
    if opened:
        yield Section(opened.anchor, opened.title, opened.level, " ".join(lines))


def _summary(tokens: list[Any]) -> str:
    """The first paragraph, as many of its sentences as make a short text."""
    for before, token in pairwise(tokens):
        if before.type == "paragraph_open" and token.type == "inline" and plain(token):
            return _shortened(plain(token))
    return ""


def _shortened(paragraph: str) -> str:
    first, *others = _SENTENCE_END.split(paragraph)
    if len(first) > _LONGEST_SUMMARY:
        return first[:_LONGEST_SUMMARY].rpartition(" ")[0].rstrip(",;:(") + " …"
    for sentence in others:
        if len(first) + len(sentence) >= _LONGEST_SUMMARY:
            break
        first += f" {sentence}"
    return first.removesuffix(":")
