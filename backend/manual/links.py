"""Links of the repository's Markdown → addresses of the dashboard. Pure."""

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

SCHEMES = {"http", "https", "mailto"}


@dataclass(frozen=True)
class Known:
    """What there is to link to: names of pages, and paths of files in the folder of the pages."""

    pages: frozenset[str]
    files: frozenset[str]


def address(target: str, known: Known) -> str | None:
    """Where a link of a page leads in the dashboard; None: nowhere, such as to a file of the repository."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        return target if parts.scheme in SCHEMES else None
    if not parts.path:
        return target if parts.fragment else None
    path = posixpath.normpath(unquote(parts.path))
    if path.endswith(".md") and path.removesuffix(".md") in known.pages:
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f"/docs/{path.removesuffix('.md')}{fragment}"
    return f"/docs/files/{path}" if path in known.files else None


def rewritten(inline: Iterable[Any], known: Known) -> Iterator[Any]:
    """The tokens with their addresses; where one leads nowhere, its text stays."""
    dead = False
    for token in inline:
        if token.type == "link_open":
            found = address(str(token.attrs["href"]), known)
            dead = found is None
            if found is not None:
                token.attrSet("href", found)
                yield token
        elif token.type == "link_close":
            if not dead:
                yield token
            dead = False
        elif token.type == "image":
            yield _picture(token, known)
        else:
            yield token


def _picture(token: Any, known: Known) -> Any:
    source = str(token.attrs["src"])
    found = None if urlsplit(source).scheme or urlsplit(source).netloc else address(source, known)
    if found is None:
        return token.copy(type="text", tag="", attrs={}, children=None)
    token.attrSet("src", found)
    token.attrSet("loading", "lazy")
    return token
