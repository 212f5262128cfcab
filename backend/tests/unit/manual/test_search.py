"""The search finds sections by all of their words, best first, and takes any text as what to look for."""

import pytest

from backend.manual.links import Known
from backend.manual.pages import page_of
from backend.manual.search import LONGEST_QUERY, MOST_WORDS, Found, fold, marked, search, words_of

KNOWN = Known(frozenset(), frozenset())
PAGES = [
    page_of("hosts", "# Hosts\nWhat is changed.\n## A dirty host\nA leftover names the command.\n", KNOWN),
    page_of("share", "# Share\nA link.\n## Files\nCSV of a dirty and long host. Café, 5 µs.\n", KNOWN),
]


def found(query: str) -> Found:
    return search(PAGES, query)


def titles(query: str) -> list[str]:
    return [hit.section.title for hit in found(query).hits]


def test_a_section_with_the_words_in_its_heading_comes_first():
    assert titles("dirty host") == ["A dirty host", "Files"]


@pytest.mark.parametrize("query", ["CAFE", "café", "cafe\u0301", "5 μs", "“csv”", "Hosts dirty csv"])
def test_case_accents_quotes_and_plurals_do_not_matter(query: str):
    assert titles(query) == ["Files"]


def test_where_no_section_has_all_words_it_says_so():
    answer = found("leftover csv")
    assert not answer.every
    assert {hit.section.title for hit in answer.hits} == {"A dirty host", "Files"}


@pytest.mark.parametrize("query", ["", "   ", "\x00", "()", "\u200b", "\ud800", "🦊", "%", "zzz", "a" * 5000])
def test_what_is_not_there_is_not_found(query: str):
    assert found(query).hits == ()


def test_a_huge_query_is_cut():
    words = words_of(" ".join(f"w{n}" for n in range(100_000)))
    assert len(words) == MOST_WORDS
    assert sum(map(len, words)) < LONGEST_QUERY


def test_the_words_are_marked_and_the_text_stays_whole():
    for text in ("A <b>host</b>, a HOST", "ŀŀ host ﬁ ß İ host", ""):
        pieces = marked(text, ("host",))
        assert "".join(piece for piece, _ in pieces) == text
        assert [piece.lower() for piece, hit in pieces if hit] == ["host"] * text.lower().count("host")


@pytest.mark.parametrize("text", ["ß", "İstanbul", "ﬁ", "½ …", "한글", "e\u0301", "\U0001f98a", "\ud800"])
def test_folding_keeps_places(text: str):
    assert len(fold(text)) == len(text)


def test_an_excerpt_is_around_the_word():
    text = "start " + "filler " * 200 + "needle " + "filler " * 200
    (hit,) = search([page_of("p", f"# P\n{text}", KNOWN)], "needle").hits
    excerpt = "".join(piece for piece, _ in hit.excerpt)
    assert "needle" in excerpt
    assert excerpt.startswith("… filler")
    assert excerpt.endswith("filler …")
    assert len(excerpt) < 260
