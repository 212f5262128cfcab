"""Counts and lists as sentences and tables have them; figures are in `backend.presentation`."""

import re
from collections.abc import Sequence
from datetime import datetime

from agents.catalog.metrics import Metric
from backend.presentation.figures import ABSENT, count

_BEGINS_WITH_NAME = re.compile(r"\S*[\w)][._/=]\w")


def quantity(metric: Metric) -> str:
    """The metric inside a sentence: `requests per second`, `p99 latency`."""
    return metric.phrase


def full_percent(share: float, sign: bool = False) -> str:
    """0.9219 → `92.19%`, with a sign `+92.19%`: in ASCII, and read back to the same number."""
    return f"{share * 100:{'+' if sign else ''}.10g}%"


def verdict_word(verdict: str) -> str:
    """A verdict as people read it; the value itself is part of the API."""
    return {"left_out": "eliminated", "interim": "no verdict"}.get(verdict, verdict.replace("_", " "))


def plural(n: int, word: str) -> str:
    """1 trial, 5 trials."""
    return f"{count(n)} {word if n == 1 else word + 's'}"


def join_words(words: Sequence[str], most: int = 6) -> str:
    """`a, b and c`; of a long list the first ones and how many more."""
    items = list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} more"]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def protocol_words(protocol: str | None, streams: int | None) -> str:
    """“HTTP/2 with 10 streams a connection”, of a workload that names its protocol."""
    return "HTTP/1.1" if protocol == "h1" else f"HTTP/2 with {plural(streams or 1, 'stream')} a connection"


def few(names: Sequence[str], most: int = 4) -> str:
    """`a, b, c, d and 3 more`: the first ones, and how many there are besides."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def capital(text: str) -> str:
    """The text with a capital, unless it begins with a name such as `net.core.somaxconn`."""
    return text if _BEGINS_WITH_NAME.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    text = capital(text.strip())
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def when(moment: datetime | None) -> str:
    """21 Nov 2026, 01:20 UTC."""
    if moment is None:
        return ABSENT
    return f"{moment.day} {moment:%b %Y, %H:%M} {moment.tzname() or ''}".strip()


def printable_text(text: str, most: int = 64) -> str:
    """A text of an agent or a log as it may stand in a sentence: without control characters, and short."""
    return "".join(c for c in text if c.isprintable())[:most]
