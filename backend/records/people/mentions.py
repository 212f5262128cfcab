"""Whom a text names: `@ada` in the prose of Markdown, not in its code. Pure."""

import re
from collections.abc import Container, Iterator
from itertools import islice

SOMEBODY = "@somebody"
MOST = 50
"""Mentions of one text that count."""
_PIECE = re.compile(
    r"(?P<code>```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(?P<ticks>`+)[^`]+(?P=ticks))"
    r"|(?<![\w@./:+-])@(?P<name>[A-Za-z0-9][A-Za-z0-9._@+-]{0,63})",
    re.DOTALL,
)
"""Code comes first, so that `location @fallback` names nobody. Names are those of backend/login/names.py."""
_ENDS = "._@+-"
"""A name may end in these, but a sentence does as well: the longest name that there is counts."""


def candidates(text: str) -> set[str]:
    """Every login that a text may mean, to look up who of them there is."""
    return {name for _, names in _named(text) for name in names}


def mentioned(text: str, logins: Container[str]) -> dict[str, str]:
    """Login that a text mentions → the line that does so first; in the order of the text.

    logins  those that there are
    """
    found: dict[str, str] = {}
    for place, names in _named(text):
        name = next((name for name in names if name in logins), None)
        if name and name not in found:
            found[name] = _line(text, place)
    return found


def without_names(text: str) -> str:
    """The text for who may not know who works here."""
    return _PIECE.sub(lambda found: found["code"] or SOMEBODY + _end(found["name"]), text)


def _named(text: str) -> Iterator[tuple[int, list[str]]]:
    """Of each mention its place and the names that it may be, the longest first."""
    said = (found for found in _PIECE.finditer(text) if found["name"])
    for found in islice(said, MOST):
        name = found["name"].lower()
        stem = name.rstrip(_ENDS)
        yield found.start(), [name[:length] for length in range(len(name), len(stem) - 1, -1)]


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0].strip()


def _end(name: str) -> str:
    return name[len(name.rstrip(_ENDS)) :]
