"""Times and percentages as people write them: 60s, 12.04ms, +92.19%."""

import re

from agents.catalog.knobs.values import quote
from backend.presentation.words import full_percent

_SECONDS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_TIME = re.compile(r"(\d{1,12}(?:\.\d{1,9})?) ?(us|µs|ms|s|m|h|d)?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,12})?(?:e[+-]?[0-9]{1,2})?")
_PERCENT = re.compile(r"([+-]?\d{1,9}(?:\.\d{1,9})?) ?%")


def seconds_of(raw: object) -> float:
    """Seconds of 60, "60s", "1.5ms" or "2m"; ValueError for everything else."""
    return _seconds_of(raw, "10s, 500ms or 2m")


def _seconds_of(raw: object, examples: str) -> float:
    match = _TIME.fullmatch(_plain(raw))
    if not match:
        raise ValueError(f"must be a time such as {examples}; got {quote(raw)}")
    return round(float(match[1]) * _SECONDS[match[2] or "s"], 12)


def whole_seconds(raw: object, low: int, high: int, reason: str = "load tools accept nothing finer") -> int:
    """Parse a time like seconds_of, where only whole seconds are possible."""
    seconds = _seconds_of(raw, "10s or 2m")
    if not low <= seconds <= high:
        raise ValueError(f"must be from {duration_text(low)} to {duration_text(high)}; got {quote(raw)}")
    if seconds != int(seconds):
        raise ValueError(f"must be whole seconds, because {reason}; got {quote(raw)}")
    return int(seconds)


def fraction_of(raw: object) -> float:
    """0.9219 of "+92.19%", "0.9219" or 0.9219; ValueError for everything else."""
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return float(raw)
    if _NUMBER.fullmatch(_plain(raw)):
        return float(_plain(raw))
    match = _PERCENT.fullmatch(_plain(raw).replace("−", "-"))
    if not match:
        raise ValueError(f"must be a change such as +12.5%; got {quote(raw)}")
    return round(float(match[1]) / 100, 12)


def share_of(raw: object, least: float = 0.0, most: float = 1.0) -> float:
    """0.01 of "1%" or 0.01, from `least` to `most`; ValueError for everything else."""
    try:
        share = fraction_of(raw)
    except ValueError:
        share = -1.0
    if not least <= share <= most:
        raise ValueError(
            f"must be a percentage from {full_percent(least)} to {full_percent(most)}; got {quote(raw)}"
        )
    return share


def duration_text(seconds: float) -> str:
    """60 → 60s, 3600 → 1h, 0.01204 → 12.04ms: read back to the same number."""
    if seconds and seconds % 86_400 == 0:
        return f"{seconds / 86_400:g}d"
    if seconds and seconds % 3600 == 0:
        return f"{seconds / 3600:g}h"
    if seconds == 0 or seconds >= 1:
        return f"{seconds:.10g}s"
    return f"{seconds * 1e3:.10g}ms" if seconds >= 1e-3 else f"{seconds * 1e6:.10g}us"


def _plain(raw: object) -> str:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return ""
    return str(raw).strip().lower()
