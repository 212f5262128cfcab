"""What every text that comes in must be, whoever sends it. For use as pydantic validators. Pure."""

import unicodedata

_ENDS_A_LINE = ("Cc", "Zl", "Zp")
_TURNS_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Bidirectional controls: with them a name shows as another one."""


def is_broken(text: str) -> bool:
    """Whether it has half of a surrogate pair, which UTF-8 has no bytes for."""
    return not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)


def storable(text: str) -> str:
    """Text that PostgreSQL keeps."""
    if "\x00" in text or is_broken(text):
        raise ValueError("must be text without NUL or broken characters")
    return text


def one_line(text: str) -> str:
    """Text for a name: not blank, no control characters or line breaks, nothing that reorders it."""
    storable(text)
    if not text.strip() or any(unicodedata.category(c) in _ENDS_A_LINE or c in _TURNS_AROUND for c in text):
        raise ValueError("must be one line of text")
    return text
