"""What experiments are searched by, and when a date that a person wrote begins and ends. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Literal, TypeVar

Archived = Literal["hide", "include", "only"]
Side = Literal["after", "before", "until"]
T = TypeVar("T")

_AGO = re.compile(r"(\d{1,4})([dwm])")
_DAYS = {"d": 1, "w": 7, "m": 30}
_FORMS = "a date such as 2026-11-01, 2026-11 or 2026-11-01T18:30, today, yesterday or 7d (7 days ago)"


@dataclass(frozen=True)
class Query:
    """All conditions given must hold; within states, recipes, origins and owners any one of them.

    `dates` are texts as written: from a moment on (`after`), before it, or to its end (`until`).
    """

    words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    knobs: tuple[tuple[str, str | None], ...] = ()  # None: set to anything
    verdicts: tuple[str, ...] = ()
    dates: tuple[tuple[Side, str], ...] = ()
    states: tuple[str, ...] = ()
    recipes: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    made_from: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    starred: bool | None = None
    archived: Archived | None = None  # None: hide

    def __add__(self, addition: "Query") -> "Query":
        """Both at once; where only one can hold, the other's."""
        merged_fields = {
            f.name: _merge(getattr(self, f.name), getattr(addition, f.name)) for f in fields(Query)
        }
        return Query(**merged_fields)


def _merge(first: Any, second: Any) -> Any:
    if isinstance(first, tuple) and isinstance(second, tuple):
        return first + second
    return first if second is None else second


def period(period_text: str, zone: tzinfo, now: datetime) -> tuple[datetime, datetime]:
    """Begin and end (exclusive) of a year, month, day or moment; ValueError says what can be written.

    A moment without a zone of its own, and every day, is in `zone`.
    """
    text = period_text.strip().lower()
    for read in (_by_name, _year_or_month, _day, _moment):
        if period_read := read(text, now.astimezone(zone)):
            try:
                return _in_zone(period_read[0], zone), _in_zone(period_read[1], zone)
            except OverflowError:
                break
    raise ValueError(f"must be {_FORMS}; got “{period_text[:40]}”")


def _in_zone(moment: date, zone: tzinfo) -> datetime:
    local_moment = moment if isinstance(moment, datetime) else datetime.combine(moment, time())
    return (local_moment if local_moment.tzinfo else local_moment.replace(tzinfo=zone)).astimezone(UTC)


_Period = tuple[date, date] | None


def _by_name(text: str, now: datetime) -> _Period:
    ago = _AGO.fullmatch(text)
    days = int(ago[1]) * _DAYS[ago[2]] if ago else {"today": 0, "yesterday": 1}.get(text)
    return None if days is None else _one_day(now.date() - timedelta(days=days))


def _year_or_month(text: str, _: datetime) -> _Period:
    match = re.fullmatch(r"(\d{4})(?:-(\d{2}))?", text)
    if not match:
        return None
    year, month = int(match[1]), int(match[2] or 1)
    after = (year, month + 1) if match[2] else (year + 1, 1)
    after = (after[0] + 1, 1) if after[1] > 12 else after
    return _or_none(lambda: (date(year, month, 1), date(*after, 1)))


def _day(text: str, _: datetime) -> _Period:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    return _or_none(lambda: _one_day(date.fromisoformat(text)))


def _moment(text: str, _: datetime) -> _Period:
    if not re.match(r"\d{4}-\d{2}-\d{2}[t ]\d", text):
        return None
    moment = _or_none(lambda: datetime.fromisoformat(text.upper()))
    return (moment, moment) if isinstance(moment, datetime) else None


def _one_day(day: date) -> tuple[date, date]:
    return day, day + timedelta(days=1)


def _or_none(make: Callable[[], T]) -> T | None:
    try:
        return make()
    except (ValueError, OverflowError):
        return None
