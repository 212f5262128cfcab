"""Docs that grow by a sentence at a time are not read to their end."""

from backend.resources import CHECKOUT
from e2e.bench.browser.words import docs_rows


def test_docs_and_readme_stay_short_enough_to_be_read() -> None:
    assert {row.name: row.text for row in docs_rows(CHECKOUT) if row.verdict != "met"} == {}
