"""Anchors of headings as GitHub makes them, so that one link works there and here. Pure."""

import re

_DROPPED = re.compile(r"[^\w\- ]")


class Slugs:
    """The anchors of one page: the second heading of the same text ends in `-1`."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, heading: str) -> str:
        slug = first = _DROPPED.sub("", heading.strip().lower()).replace(" ", "-")
        number = 0
        while slug in self._taken:
            number += 1
            slug = f"{first}-{number}"
        self._taken.add(slug)
        return slug
