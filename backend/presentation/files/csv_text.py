"""CSV by RFC 4180, UTF-8, and safe to open in a spreadsheet. Pure."""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum
from itertools import chain
from typing import Any

from backend.presentation.rendering import escape_formula


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """One text per line. Numbers have full precision and a decimal point; None is an empty cell."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    for row in chain([header], rows):
        writer.writerow([cell(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def cell(value: Any) -> str:
    """A value as text. Text that a spreadsheet would evaluate gets an apostrophe before it."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Enum():
            return cell(value.value)
        case int():
            return str(value)
        case float():
            return repr(value) if math.isfinite(value) else ""
        case datetime():
            return value.isoformat()
    return escape_formula(str(value).replace("\x00", ""))


def with_unit(name: str, unit: str) -> str:
    """`latency_mean [s]`; a count or a share has no unit."""
    return f"{name} [{unit}]" if unit not in ("", "1") else name
