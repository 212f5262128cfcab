"""Open Graph tags in a page's head, for programs that show links as cards. Pure."""

import re
from dataclasses import dataclass
from html import escape

from backend.presentation.rendering import render

_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')
_MAX_TITLE_LENGTH, _MAX_TEXT_LENGTH = 120, 300


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
    title, text = _cut(tags.title, _MAX_TITLE_LENGTH), _cut(tags.description, _MAX_TEXT_LENGTH)
    head = render(
        "link-preview.html.jinja",
        title=title,
        text=text,
        url=site + tags.path,
        image=site + tags.image if tags.image else "",
        alt=_cut(tags.image_alt, _MAX_TEXT_LENGTH),
    )
    page = _TITLE.sub(lambda _: f"<title>{escape(title)} · Dynoboard</title>", page, count=1)
    page = _DESCRIPTION.sub(lambda _: f'<meta name="description" content="{escape(text)}" />', page, count=1)
    return page.replace("</head>", f"  {head}  </head>", 1)


def _cut(text: str, longest: int) -> str:
    """One line of printable text."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
