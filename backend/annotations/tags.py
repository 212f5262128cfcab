"""Tags: one spelling for each. Pure."""

import unicodedata
from collections.abc import Iterable

from backend.errors import Invalid, ProblemItem

MAX_TAGS = 20
MAX_TAG_LENGTH = 40


def tidy(tag: str) -> str:
    """Lower case, composed characters, single blanks: what is the same to a reader is one tag."""
    return unicodedata.normalize("NFC", " ".join(tag.split()).lower())


def normalise_tags(tags: Iterable[str], place: str = "tags") -> list[str]:
    """Each tag once, in the order given; Invalid names wrong ones, and says if there are too many."""
    unique_tags: dict[str, None] = {}
    problems: list[ProblemItem] = []
    for i, tag in enumerate(tags):
        neat = tidy(tag)
        if message := _wrong(neat):
            problems.append(ProblemItem(place=f"{place}[{i}]", message=message))
        elif neat:
            unique_tags[neat] = None
    if len(unique_tags) > MAX_TAGS:
        message = f"an experiment has at most {MAX_TAGS} tags; these are {len(unique_tags)}"
        problems.append(ProblemItem(place=place, message=message))
    if problems:
        raise Invalid("Invalid tags", problems)
    return list(unique_tags)


def _wrong(tag: str) -> str | None:
    if not tag.isprintable():
        return "must be one line of printable characters"
    if len(tag) > MAX_TAG_LENGTH:
        return f"must have at most {MAX_TAG_LENGTH} characters; “{tag[:20]}…” has {len(tag)}"
    return None
