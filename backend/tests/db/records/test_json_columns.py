"""Values of JSON columns are read as the standard library reads them."""

import json

import pytest
from sqlalchemy import JSON, bindparam, select, text
from sqlalchemy.orm import Session


@pytest.mark.parametrize(
    "value",
    [
        '{"a": [1.10, -0.0, 12345678901234567890123, null, true], "a": {"x": "\\u0041é"}}',
        '"\\ud800"',  # half of a character, which an older tool may have printed
        "[" * 300 + "]" * 300,
    ],
)
def test_every_value_is_read(session: Session, value: str) -> None:
    assert session.scalar(text("SELECT CAST(:value AS json)"), {"value": value}) == json.loads(value)


def test_what_was_written_is_read_again(session: Session) -> None:
    value = {"text": "\ud800 é", "numbers": [0.1, 1e300, 2**70]}
    assert session.scalar(select(bindparam("value", value, JSON))) == value
