"""The words of the search box: what they mean, and what is said of those that mean nothing."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.annotations.query import Query, period
from backend.annotations.query_text import STATES, VERDICTS, QueryProblem, parse

ASKED = (
    "tag:nightly host:proxy-1 knob:nginx.worker_processes=2 verdict:better after:2026-11-01 "
    'is:starred "two words"'
)


def test_the_language_that_people_know() -> None:
    assert parse(ASKED) == Query(
        tags=("nightly",),
        hosts=("proxy-1",),
        knobs=(("nginx.worker_processes", "2"),),
        verdicts=("better",),
        dates=(("after", "2026-11-01"),),
        starred=True,
        words=("two words",),
    )


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("", Query()),
        (' "" ', Query()),
        ("pinned workers", Query(words=("pinned", "workers"))),
        ('"not closed', Query(words=("not closed",))),
        (r'"say \"hi\" \\"', Query(words=('say "hi" \\',))),
        ("a\\b", Query(words=("a\\b",))),
        ('"tag:x"', Query(words=("tag:x",))),
        ("https://example.org/a:b", Query(words=("https://example.org/a:b",))),
        ("12:30", Query(words=("12:30",))),
        ('tag:"two words"', Query(tags=("two words",))),
        ("TAG:Größe", Query(tags=("Größe",))),
        ("knob:pin.load", Query(knobs=(("pin.load", None),))),
        ('knob:"keep alive"=a=b', Query(knobs=(("keep alive", "a=b"),))),
        ("knob:x=", Query(knobs=(("x", ""),))),
        ("is:imported is:running", Query(origins=("imported",), states=("running",))),
        ("is:archived", Query(archived="only")),
        ("archived:include", Query(archived="include")),
        ("since:7d until:today", Query(dates=(("after", "7d"), ("until", "today")))),
        ("from:06f3k2", Query(made_from=("06f3k2",))),
    ],
)
def test_each_form(text: str, means: Query) -> None:
    assert parse(text) == means


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("abc tags:x", 5, "did you mean tag:?"),
        ("verdct:better", 1, "did you mean verdict:?"),
        ("-tag:x", 1, "did you mean tag:?"),
        ("zzz:x", 1, "in quotes"),
        ("verdict:beter", 1, "did you mean verdict:better?"),
        ("verdict:x", 1, "better, worse, same, unclear"),
        ("tag:", 1, "tag: needs a value, such as tag:nightly"),
        ("knob:=2", 1, "needs a name"),
        ("a after:soon", 3, "after: must be a date such as 2026-11-01"),
        ("after:2026-13-01", 1, "must be a date"),
        ("after:9999", 1, "must be a date"),
        ("is:stared", 1, "did you mean is:starred?"),
        ("archived:maybe", 1, "hide, include, only"),
    ],
)
def test_what_means_nothing_is_named_with_what_was_meant(text: str, column: int, words: str) -> None:
    with pytest.raises(QueryProblem) as problem:
        parse(text)
    assert problem.value.column == column
    [message] = problem.value.args
    assert words in message


VALUE = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda t: t == t.strip())
NAME = VALUE.filter(lambda t: "=" not in t)
QUERIES = st.builds(
    Query,
    words=st.lists(st.text(min_size=1), max_size=3).map(tuple),
    tags=st.lists(VALUE, max_size=2).map(tuple),
    hosts=st.lists(VALUE, max_size=2).map(tuple),
    knobs=st.lists(st.tuples(NAME, st.none() | VALUE), max_size=2).map(tuple),
    verdicts=st.lists(st.sampled_from(VERDICTS), max_size=2).map(tuple),
    dates=st.lists(
        st.tuples(st.sampled_from(["after", "before", "until"]), st.dates().map(str)), max_size=2
    ).map(tuple),
    states=st.lists(st.sampled_from(STATES), max_size=2).map(tuple),
    recipes=st.lists(VALUE, max_size=1).map(tuple),
    starred=st.sampled_from([None, True]),
    archived=st.sampled_from([None, "hide", "include", "only"]),
)


def write_query(query: Query) -> str:
    """The text that `parse` reads as this query."""
    pairs: list[tuple[str, str]] = [
        *(("tag", v) for v in query.tags),
        *(("host", v) for v in query.hosts),
        *(("knob", name if v is None else f"{name}={v}") for name, v in query.knobs),
        *(("verdict", v) for v in query.verdicts),
        *query.dates,
        *(("state", v) for v in query.states),
        *(("origin", v) for v in query.origins),
        *(("recipe", v) for v in query.recipes),
        *(("from", v) for v in query.made_from),
        *(("by", v) for v in query.owners),
        *(("mentions", v) for v in query.mentioned),
        *([("is", "starred")] if query.starred else []),
        *([("archived", query.archived)] if query.archived else []),
    ]
    terms = [f"{key}:{_quote(value)}" for key, value in pairs]
    return " ".join([*terms, *(_quote(word, words=True) for word in query.words)])


def _quote(value: str, words: bool = False) -> str:
    plain = re.fullmatch(r'[^\s"\\]+', value) and not (
        words and re.match(r"-?[A-Za-z][A-Za-z_]*:(?!//)", value)
    )
    escaped_value = re.sub(r'(["\\])', r"\\\1", value)
    return value if plain else f'"{escaped_value}"'


@given(QUERIES)
def test_what_is_written_is_read_as_the_same(query: Query) -> None:
    assert parse(write_query(query)) == query


@given(st.text())
def test_any_text_is_a_search_or_a_problem_with_its_place(text: str) -> None:
    found = problem = None
    try:
        found = parse(text)
    except QueryProblem as raised:
        problem = raised
    if problem:
        assert 1 <= problem.column <= len(text)
    else:
        assert found is not None
        assert parse(write_query(found)) == found


NOW = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone", "begin", "end"),
    [
        ("2026-11-01", "UTC", "2026-11-01T00:00", "2026-11-02T00:00"),
        ("2026-11-01", "Europe/Berlin", "2026-10-31T23:00", "2026-11-01T23:00"),
        ("2026-10-25", "Europe/Berlin", "2026-10-24T22:00", "2026-10-25T23:00"),  # 25 hours long
        ("2026-11", "UTC", "2026-11-01T00:00", "2026-12-01T00:00"),
        ("2026-12", "UTC", "2026-12-01T00:00", "2027-01-01T00:00"),
        ("2026", "UTC", "2026-01-01T00:00", "2027-01-01T00:00"),
        ("today", "UTC", "2026-11-21T00:00", "2026-11-22T00:00"),
        ("Today", "Asia/Tokyo", "2026-11-21T15:00", "2026-11-22T15:00"),
        ("7d", "UTC", "2026-11-14T00:00", "2026-11-15T00:00"),
        ("2026-11-01T18:30", "America/New_York", "2026-11-01T23:30", "2026-11-01T23:30"),
        ("2026-11-01T18:30Z", "America/New_York", "2026-11-01T18:30", "2026-11-01T18:30"),
    ],
)
def test_a_day_is_that_of_the_reader(text: str, zone: str, begin: str, end: str) -> None:
    found = period(text, ZoneInfo(zone), NOW)
    assert [m.isoformat()[:16] for m in found] == [begin, end]
