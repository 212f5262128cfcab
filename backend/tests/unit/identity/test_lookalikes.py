"""Names that people take for another one have the same key; others do not."""

import pytest

from backend.identity.names import is_taken, lookalike_key


@pytest.mark.parametrize(
    "name",
    [
        "ADA LOVELACE",
        "ada  lovelace",
        "ada.lovelace",
        "Ada\u200bLovelace",  # nothing to see
        "Ada\u00a0Lovelace",
        "\uff21da Lovelace",  # full width
        "\u0410d\u0430 L\u043evelace",  # Cyrillic
        "Ad\u03b1 Lovelace",  # Greek
        "𝐀𝐝𝐚 Lovelace",  # of mathematics
        "Ada L0ve1ace",
        "Ada Iovelace",
    ],
)
def test_what_looks_the_same_is_the_same(name: str) -> None:
    assert is_taken(name, ["Ada Lovelace"])


@pytest.mark.parametrize(
    "name", ["The Dashboard’s token", "the dashboards TOKEN", "the d\u0430shboard's token"]
)
def test_the_dashboards_token_has_no_twin(name: str) -> None:
    assert is_taken(name, ["the dashboard's token"])


def test_letters_that_run_together_are_one() -> None:
    assert lookalike_key("Arnold") == lookalike_key("Amold")


@pytest.mark.parametrize(
    ("name", "other"),
    [("ada", "adam"), ("Zoë", "Zoe"), ("Müller", "Muller"), ("山田", "山口"), ("★", "☆"), ("Анна", "Инна")],
)
def test_names_that_differ_stay_apart(name: str, other: str) -> None:
    assert not is_taken(name, [other])
