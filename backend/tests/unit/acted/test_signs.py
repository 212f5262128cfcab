"""The catalog of signs and its page."""

from agents.catalog.knobs import KNOBS
from agents.catalog.signs import sign_of
from backend.acted.document import TARGET, page
from e2e.acted.cases import staged_cases


def test_every_knob_says_what_shows_that_it_acted_or_why_nothing_does():
    assert [name for name in KNOBS if sign_of(name).shows == "no sign is known"] == []


def test_every_directive_of_the_staged_list_is_known_or_says_that_it_is_not():
    assert all(sign_of(name).shows for case in staged_cases() for name in case.told)


def test_the_page_lists_every_sign():
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.acted.document"
