"""What a page would load from elsewhere, found by a parser and not by looking."""

import re
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "link", "img", "input"}
LOADS = {"src", "srcset", "data", "poster", "background", "action", "formaction", "ping", "xlink:href"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("script", "iframe", "object", "embed", "link", "base"):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            inner = (value or "").startswith("#")
            if (name in LOADS and not inner) or name.startswith("on"):
                self.found.append(f"{tag} {name}={value}")
            if name == "style" and re.search(r"url\((?!#)", value or ""):
                self.found.append(f"{tag} style={value}")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> is out of place"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style" and re.search(r"@import|url\(", data):
            self.found.append("style sheet")


def foreign_references(text: str) -> list[str]:
    """Everything that a browser would fetch or run; [] for a page that stands alone."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == [], f"not closed: {reader.open}"
    return reader.found
