"""Words → the sections that have them, best first, with an excerpt. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.manual.pages import Page, Section

LONGEST_QUERY = 200
MOST_WORDS = 8
MOST_HITS = 30
_EXCERPT = 240
Marked = tuple[tuple[str, bool], ...]
"""A text in pieces; True: this piece is one of the words that were looked for."""


@dataclass(frozen=True)
class Hit:
    page: Page
    section: Section
    title: Marked
    excerpt: Marked


@dataclass(frozen=True)
class Found:
    """`every` False: no section has all of the words, so these are the ones with some of them."""

    words: tuple[str, ...]
    hits: tuple[Hit, ...]
    total: int
    every: bool


def search(pages: Iterable[Page], query: str) -> Found:
    words = words_of(query)
    scored = [
        (matched, score, page, section)
        for page in pages
        for section in page.sections
        for matched, score in [_score(page, section, words)]
        if matched
    ]
    most = max((matched for matched, *_ in scored), default=0)
    best = sorted((s for s in scored if s[0] == most), key=lambda s: -s[1])
    hits = tuple(_hit(page, section, words) for _, _, page, section in best[:MOST_HITS])
    return Found(words, hits, len(best), most == len(words))


def words_of(query: str) -> tuple[str, ...]:
    """At most eight words, folded; quotes and brackets around a word do not count."""
    text = unicodedata.normalize("NFC", query[:LONGEST_QUERY])
    printable = "".join(c if c.isprintable() else " " * c.isspace() for c in text)
    words = (_stem(fold(word).strip("\"'“”‘’()[]<>{}?!,;")) for word in printable.split())
    return tuple(dict.fromkeys(filter(None, words)))[:MOST_WORDS]


def fold(text: str) -> str:
    """Lower case without accents, one letter for each of `text`, so that places stay the same."""
    return "".join(map(_fold_letter, text))


@lru_cache(maxsize=4096)
def _fold_letter(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter)[:1].casefold()
    return plain if len(plain) == 1 else letter


def _stem(word: str) -> str:
    """“hosts” also finds “host”."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _score(page: Page, section: Section, words: Sequence[str]) -> tuple[int, float]:
    """How many of the words the section has, and how much it is about them."""
    heading, text, title = fold(section.title), fold(section.text), fold(page.title)
    matched, score = 0, 0.0
    for word in words:
        pattern = _spelled(word)
        places = [match.start() for match in pattern.finditer(text)]
        if not places and not pattern.search(heading):
            continue
        matched += 1
        score += 6 * bool(pattern.search(heading)) + 2 * bool(pattern.match(heading))
        score += 3 * bool(pattern.search(title)) + min(len(places), 5)
        score += 2 * any(place and text[place - 1] == " " for place in places)
    return matched, score


@lru_cache(maxsize=256)
def _spelled(word: str) -> re.Pattern[str]:
    """A word with or without hyphens: “keepalive” finds “keep-alive”, and the other way round."""
    letters = [letter for letter in word if letter not in "-_"] or list(word)
    return re.compile("[-_]?".join(map(re.escape, letters)))


def _hit(page: Page, section: Section, words: Sequence[str]) -> Hit:
    return Hit(page, section, marked(section.title, words), marked(excerpt(section.text, words), words))


def excerpt(text: str, words: Sequence[str]) -> str:
    """Some forty words of the text, around the first place that has one of `words`."""
    folded = fold(text)
    found = (_spelled(word).search(folded) for word in words)
    first = min((match.start() for match in found if match), default=0)
    start = max(0, first - _EXCERPT // 4)
    if start:
        start = text.find(" ", start, first) + 1 or first
    cut = text[start : start + _EXCERPT]
    if start + _EXCERPT < len(text):
        cut = f"{cut.rpartition(' ')[0] or cut} …"
    return f"… {cut}" if start else cut


def marked(text: str, words: Sequence[str]) -> Marked:
    if not words:
        return ((text, False),)
    pattern = re.compile("|".join(_spelled(word).pattern for word in sorted(words, key=len, reverse=True)))
    pieces: list[tuple[str, bool]] = []
    last = 0
    for match in pattern.finditer(fold(text)):
        pieces += [(text[last : match.start()], False), (text[match.start() : match.end()], True)]
        last = match.end()
    return tuple(piece for piece in [*pieces, (text[last:], False)] if piece[0])
