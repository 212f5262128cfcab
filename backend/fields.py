"""What every text that comes in must be, whoever sends it. For use as pydantic validators. Pure."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Annotated

from pydantic import AfterValidator, Field

MAX_NAME_LENGTH = 120
MAX_FILE_NAME = 200

_ENDS_A_LINE = ("Cc", "Zl", "Zp")
_TURNS_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Bidirectional controls: with them a name shows as another one."""


_MAIL = re.compile(
    r"(?=.{3,254}\Z)[A-Za-z0-9!#$%&'*+/=?^_`{|}~](?:[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63})"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)


def is_broken(text: str) -> bool:
    """Whether it has half of a surrogate pair, which UTF-8 has no bytes for."""
    return not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)


def storable(text: str) -> str:
    """Text that PostgreSQL keeps."""
    if "\x00" in text or is_broken(text):
        raise ValueError("must be text without NUL or broken characters")
    return text


def shorten_name(text: str) -> str:
    """The text as a name that an experiment or a variant may have."""
    return text if len(text) <= MAX_NAME_LENGTH else f"{text[: MAX_NAME_LENGTH - 1]}…"


def one_line(text: str) -> str:
    """Text for a name: not blank, no control characters or line breaks, nothing that reorders it."""
    storable(text)
    if not text.strip() or any(unicodedata.category(c) in _ENDS_A_LINE or c in _TURNS_AROUND for c in text):
        raise ValueError("must be one line of text")
    return text


def file_name(text: str) -> str:
    """The name of a file as a label: its printable characters in one line, cut to MAX_FILE_NAME."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line[:MAX_FILE_NAME] or "unnamed"


def mail_address(text: str) -> str:
    """One address such as ada@example.org: no name beside it, no second one, nothing that ends a header."""
    if not _MAIL.fullmatch(text):
        raise ValueError("must be one mail address, such as ada@example.org")
    return text


# ---- labels of hosts: `ssd`, `rack=2` --------------------------------------------------------------

MAX_LABELS = 20
_KEY = r"[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?"
_VALUE = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?"
_LABEL = re.compile(rf"{_KEY}(?:={_VALUE})?", re.ASCII)
_SHOWN = 40


def one_label(text: str) -> str:
    if not _LABEL.fullmatch(text):
        excerpt = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        raise ValueError(
            "must be a label such as ssd or rack=2: up to 32 small letters, digits, dots and dashes, and a "
            f"value of up to 63 letters and digits after =; got {excerpt!r}"
        )
    return text


def _distinct(labels: list[str]) -> list[str]:
    keys = [key_of(label) for label in labels]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise ValueError(f"has {twice} twice; a label has one value")
    return labels


Label = Annotated[str, Field(max_length=200), AfterValidator(one_label)]
Labels = Annotated[list[Label], Field(max_length=MAX_LABELS), AfterValidator(_distinct)]


def split_labels(text: str) -> list[str]:
    """Of “ssd, rack=2”."""
    return [word for part in text.split(",") if (word := part.strip())]


def key_of(label: str) -> str:
    return label.partition("=")[0]


def in_all(hosts: Sequence[Collection[str]]) -> list[str]:
    """The labels that every host has, by name."""
    return sorted(set(hosts[0]).intersection(*hosts[1:])) if hosts else []


def words_of(labels: Sequence[str]) -> str:
    """“label ssd”, “labels ssd and rack=2”."""
    if len(labels) == 1:
        return f"label {labels[0]}"
    return f"labels {', '.join(labels[:-1])} and {labels[-1]}"
