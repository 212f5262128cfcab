"""Whom a text names."""

import pytest

from backend.records.people.mentions import MAX_MENTIONS, candidates, mentions_in, without_names

LOGINS = {"ada", "bob", "ada@team", "x.y", "dot."}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@ada look", ["ada"]),
        ("ask @Bob, then @ada.", ["bob", "ada"]),
        ("(@ada) **@bob** @ada", ["ada", "bob"]),
        ("@ada@team and @x.y.", ["ada@team", "x.y"]),
        ("@dot. and @dot", ["dot."]),
        ("ada@team.example, me@ada, https://a/@ada, /@bob", []),
        ("@eve and @adam", []),
        ("`@ada` ``a ` @bob`` \n```nginx\nlocation @ada {}\n```\n@bob", ["bob"]),
        ("~~~\n@ada\n~~~ @bob", ["bob"]),
        ("```\n@ada and no end", []),
        ("a lone ` and @ada", ["ada"]),
        ("@", []),
    ],
)
def test_logins_are_found_in_prose(text: str, found: list[str]) -> None:
    assert mentions_in(text, LOGINS) == found


def test_readers_are_told_no_name_and_keep_the_code() -> None:
    text = "@ada: see `location @fallback`, said @eve@team. me@example.org"
    assert without_names(text) == "@somebody: see `location @fallback`, said @somebody. me@example.org"


def test_a_flood_of_mentions_is_cut() -> None:
    text = " ".join(f"@a{n}{'.' * 60}" for n in range(2000))
    assert len(candidates(text)) <= MAX_MENTIONS * 64
    assert mentions_in("@ada " + text, LOGINS) == ["ada"]
