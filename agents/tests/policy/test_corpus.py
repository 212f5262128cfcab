"""Texts of real sites pass and run; no hostile one does. See bundles.py for how they are written down."""

from collections.abc import Sequence
from typing import Any

import pytest

from agents.proxy.setups import Setups
from agents.tests.policy.bundles import Text, texts

HARMLESS, HOSTILE = texts("harmless"), texts("hostile")


ONE_OF_TEN = [
    pytest.param(text, marks=pytest.mark.exhaustive) if number % 10 else text
    for number, text in enumerate(HARMLESS)
]


def named(found: Sequence[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("text", found, ids=lambda text: text.name)


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(HARMLESS) >= 60
    assert len(HOSTILE) >= 120
    names = [text.name for text in HARMLESS + HOSTILE]
    assert sorted(set(names)) == sorted(names)


@named(HARMLESS)
def test_a_harmless_text_passes(text: Text) -> None:
    assert list(map(str, text.refusals())) == []


@named(ONE_OF_TEN)
def test_nginx_takes_a_harmless_text_as_the_agent_gives_it(text: Text, setups: Setups) -> None:
    (checked,) = setups.check([text.setup()])
    assert checked.failure is None


@named(HOSTILE)
def test_a_hostile_text_is_refused_at_its_line(text: Text) -> None:
    found = text.refusals()
    assert found, text.note
    assert text.line in [refusal.line for refusal in found], list(map(str, found))
    assert all(refusal.reason for refusal in found)


@named(HOSTILE)
def test_the_agent_refuses_a_hostile_text_too(text: Text) -> None:
    """Also when nobody asked the control plane: the text is then inside the rendered nginx.conf."""
    assert text.refusals_of_the_agent(), text.note
