"""What a body of JSON may hold."""

import pytest

from backend.errors import Invalid
from backend.http import json_text
from backend.http.request_limits import DEEPEST_JSON


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"[" * 100_000, "nested more than"),
        (b'{"a":' * 400 + b"1" + b"}" * 400, "nested more than"),
        (b"[" * (DEEPEST_JSON + 1) + b"]" * (DEEPEST_JSON + 1), "nested more than"),
        (b'{"name": "\\ud800"}', "half of a character"),
        (b'{"\\uDFFF": 1}', "half of a character"),
        (b'[["a", {"b": "\\udc00\\ud800"}]]', "half of a character"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[-Infinity]", "Infinity is not a number"),
        (b'{"a": 1e999}', "larger than any number"),
        (b'{"a": -1e999}', "larger than any number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "larger than any number"),
        (b'{"a": 9223372036854775808}', "larger than any number"),
        (b'{"a": }', "not JSON: .* \\(line 1, column 7\\)"),
        (b"a=1&b=2", "not JSON"),
    ],
)
def test_what_nothing_could_hold_is_refused_in_words(body: bytes, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        json_text.check(body)


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"null",
        b'"\\ud83d\\ude00"',  # a pair
        '"😀 \\\\ud800"'.encode(),  # a backslash, not half of a character
        b"[" * DEEPEST_JSON + b"]" * DEEPEST_JSON,
        b"[" + b"[]," * 1000 + b"{}]",
        b"[9223372036854775807, -9223372036854775807, 1e308, 5e-324, -0.0]",
        b'"\\u0000"',  # stored with a sign in its place, or refused, by who reads it
    ],
)
def test_everything_else_is_let_through(body: bytes) -> None:
    json_text.check(body)
