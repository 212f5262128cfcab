"""The numbers that the tools print, with their units, as SI base units."""

import re

_TIME = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_METRIC = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
_BINARY = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
_VALUE = re.compile(r"(\d{1,18}\.\d{2})([A-Za-z]*)")


def _parse_value(text: str, units: dict[str, float] | dict[str, int]) -> float | None:
    match = _VALUE.fullmatch(text)
    if not match or match[2] not in units:
        return None
    # Rounded to what was printed, so that 0.29ms is 0.00029 and not 0.00028999999999999995.
    return float(f"{float(match[1]) * units[match[2]]:.12g}")


def seconds(text: str) -> float | None:
    """`802.86us` → 0.00080286; None for `-nanus`, a lost unit or anything else. wrk has no hours: 120.00m."""
    return _parse_value(text, _TIME)


def rate(text: str) -> float | None:
    """`17.56k` → 17560 (steps of 1000); None for `-nan`."""
    return _parse_value(text, _METRIC)


def binary_bytes(text: str) -> float | None:
    """`10.61MB` → bytes (steps of 1024); None unless it ends with B, which proves that it is not cut."""
    return _parse_value(text[:-1], _BINARY) if text.endswith("B") else None


def percent(text: str) -> float | None:
    """`85.89` → 85.89; None for `-nan`."""
    return float(text) if re.fullmatch(r"\d{1,3}\.\d{2}", text) else None


def scale(value: float, factor: float) -> float:
    """value × factor without the dust of binary fractions (0.652 ms is 0.000652 s)."""
    return float(f"{value * factor:.12g}")
