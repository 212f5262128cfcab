"""What stands in a page's head for programs that show links as cards: Open Graph tags. Pure."""

import re
from dataclasses import dataclass
from html import escape

_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')
_LONGEST_TITLE, _LONGEST_TEXT = 120, 300


@dataclass(frozen=True)
class Tags:
    """`path` and `image` begin with a slash; `image` None: there is no picture."""

    title: str
    description: str
    path: str
    image: str | None = None
    image_alt: str = ""


def with_tags(page: str, tags: Tags, site: str) -> str:
    """The page with title, description, canonical address and cards; `site` is where it was asked for."""
    title, text = _cut(tags.title, _LONGEST_TITLE), _cut(tags.description, _LONGEST_TEXT)
    lines = [
        f'<link rel="canonical" href="{_attribute(site + tags.path)}" />',
        _property("og:site_name", "Dynoboard"),
        _property("og:type", "article"),
        _property("og:title", title),
        _property("og:description", text),
        _property("og:url", site + tags.path),
    ]
    if tags.image:
        lines += [
            _property("og:image", site + tags.image),
            _property("og:image:type", "image/png"),
            _property("og:image:width", "1200"),
            _property("og:image:height", "630"),
            _property("og:image:alt", _cut(tags.image_alt, _LONGEST_TEXT)),
            _name("twitter:image", site + tags.image),
            _name("twitter:image:alt", _cut(tags.image_alt, _LONGEST_TEXT)),
        ]
    lines += [
        _name("twitter:card", "summary_large_image" if tags.image else "summary"),
        _name("twitter:title", title),
        _name("twitter:description", text),
    ]
    page = _TITLE.sub(lambda _: f"<title>{escape(title)} · Dynoboard</title>", page, count=1)
    page = _DESCRIPTION.sub(lambda _: _name("description", text), page, count=1)
    return page.replace("</head>", "  " + "\n    ".join(lines) + "\n  </head>", 1)


def _cut(text: str, longest: int) -> str:
    """One line of printable text."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _property(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{_attribute(content)}" />'


def _name(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{_attribute(content)}" />'


def _attribute(text: str) -> str:
    return escape(text, quote=True)
