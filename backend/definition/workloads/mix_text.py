"""A mix of requests as lines of text: `3 POST /form 2000 bytes`; only the path has to be there. Pure.

`unchanged` behind a path asks for a page of a site with its date, so that the answer is 304.
"""

import re
from collections.abc import Sequence
from typing import Any

from agents.catalog.knobs.values import quote
from agents.contract.mix import MAX_ENTRIES, FilledBody, MixEntry
from agents.contract.site import LAST_MODIFIED

_LINE = re.compile(
    r"(?:(\d{1,40}(?:\.\d{1,15})?)\s+)?(?:([A-Z]{3,7})\s+)?(/\S*)(?:\s+(\d{1,9}) bytes)?(\s+unchanged)?"
)
_UNCHANGED_HEADERS = {"If-Modified-Since": LAST_MODIFIED}


def parse_lines(text: str) -> list[dict[str, Any]]:
    """The entries of a mix as a definition has them; ValueError names the first line that is none."""
    entries: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if len(entries) == MAX_ENTRIES:
            raise ValueError(f"has more than {MAX_ENTRIES} requests")
        match = _LINE.fullmatch(line.strip())
        if not match:
            raise ValueError(f"line {number} must be like “3 POST /form 2000 bytes”; got {quote(line[:80])}")
        weight, method, path, size, unchanged_word = match.groups()
        entry = {
            "path": path,
            "weight": float(weight) if weight else None,
            "method": method,
            "body": {"bytes": int(size)} if size else None,
            "headers": _UNCHANGED_HEADERS if unchanged_word else None,
        }
        entries.append({key: value for key, value in entry.items() if value is not None})
    return entries


def to_lines(mix: Sequence[MixEntry]) -> str | None:
    """The same as text; None where lines cannot say all of it."""
    if any(entry.headers not in ({}, _UNCHANGED_HEADERS) or isinstance(entry.body, str) for entry in mix):
        return None
    return "".join(f"{_line(entry)}\n" for entry in mix)


def _line(entry: MixEntry) -> str:
    weight = "" if entry.weight == 1 else f"{entry.weight:.15f}".rstrip("0").rstrip(".")
    method = "" if entry.method == "GET" else entry.method
    size = f"{entry.body.bytes} bytes" if isinstance(entry.body, FilledBody) else ""
    unchanged_word = "unchanged" if entry.headers else ""
    return " ".join(filter(None, (weight, method, entry.path, size, unchanged_word)))
