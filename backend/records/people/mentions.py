"""Whom a text names: `@ada` in the prose of Markdown, not in its code. Pure."""

import re
from collections.abc import Container, Iterator
from itertools import islice

SOMEBODY = "@somebody"
MAX_MENTIONS = 50
"""Mentions of one text that count."""
_PIECE = re.compile(
    r"(?P<code>```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(?P<ticks>`+)[^`]+(?P=ticks))"
    r"|(?<![\w@./:+-])@(?P<name>[A-Za-z0-9][A-Za-z0-9._@+-]{0,63})",
    re.DOTALL,
)
"""Code comes first, so that `location @fallback` names nobody. Names: backend/identity/names.py."""
_ENDS = "._@+-"
"""A name may end in these, but a sentence does as well: the longest name that there is counts."""


def candidates(text: str) -> set[str]:
    """Every login that a text may mean, to look up who of them there is."""
    return {login for variants in _variants(text) for login in variants}


def mentions_in(text: str, logins: Container[str]) -> list[str]:
    """Return the logins that a text mentions, each once, in the order of the text.

    logins  of all accounts that there are
    """
    names = (next((login for login in variants if login in logins), None) for variants in _variants(text))
    return list(dict.fromkeys(login for login in names if login))


def without_names(text: str) -> str:
    """The text for who may not know who works here."""
    return _PIECE.sub(lambda match: match["code"] or SOMEBODY + _end(match["name"]), text)


def _variants(text: str) -> Iterator[list[str]]:
    """Yield for each mention the logins that it may stand for, the longest first."""
    names = (match["name"].lower() for match in _PIECE.finditer(text) if match["name"])
    for name in islice(names, MAX_MENTIONS):
        stem = name.rstrip(_ENDS)
        yield [name[:length] for length in range(len(name), len(stem) - 1, -1)]


def _end(name: str) -> str:
    return name[len(name.rstrip(_ENDS)) :]
