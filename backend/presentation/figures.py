"""Figures as people read them, by the rules of figures.json, which the UI reads as well. Pure.

A figure that is absent or not finite is “–”. Kinds are the units of metrics (`1/s`, `s`, `B/s`, `B`, `1`,
`share`) and names for the rest.
"""

import json
import math
from decimal import ROUND_HALF_UP, Context, Decimal
from pathlib import Path
from typing import Any

RULES: dict[str, Any] = json.loads((Path(__file__).parent / "figures.json").read_text("utf-8"))
ABSENT: str = RULES["absent"]
MINUS: str = RULES["minus"]
_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)


def write(value: float | None, kind: str) -> str:
    """The value by the rule of its kind: `write(17127.49, "1/s")` is `17.1k req/s`."""
    if value is None or not math.isfinite(value):
        return ABSENT
    rule = RULES["kinds"][kind]
    if value == 0 and "zero" in rule:
        return str(rule["zero"])
    if abs(value) < rule.get("least", 0):
        return f"< {rule['least']}"
    if value > rule.get("most", math.inf):
        return f"> {rule['most']}"
    amount = float(value) * rule.get("factor", 1)
    is_whole = abs(amount) < rule.get("whole_below", 0) and amount.is_integer()
    scale = _band(RULES["scales"][rule["scale"]], 0 if is_whole else amount) if "scale" in rule else {}
    amount_ = amount * scale.get("multiply", 1) / scale.get("divide", 1)
    decimals = 0 if is_whole else _decimals(rule, scale, amount_)
    number = _round(abs(amount_), decimals)
    if rule.get("grouped") or is_whole:
        number = _group(number)
    if rule.get("trimmed") and "." in number:
        number = number.rstrip("0").removesuffix(".")
    return rule["text"].replace("#", _sign(number, amount, rule) + number).replace("*", scale.get("name", ""))


def _band(bands: list[dict[str, Any]], value: float) -> dict[str, Any]:
    return next(band for band in reversed(bands) if abs(value) >= band["from"])


def _decimals(rule: dict[str, Any], scale: dict[str, Any], value: float) -> int:
    if "decimals" in rule:
        return rule["decimals"]
    return _band(RULES["digits"][scale.get("digits", rule["digits"])], value)["decimals"]


def _round(size: float, decimals: int) -> str:
    """Half away from zero, as the `toFixed` of browsers; format() takes the even neighbour."""
    return f"{Decimal(size).quantize(Decimal(1).scaleb(-decimals), context=_EXACT):f}"


def _group(number: str) -> str:
    whole, point, fraction = number.partition(".")
    return f"{int(whole):,}".replace(",", RULES["group"]) + point + fraction


def _sign(number: str, value: float, rule: dict[str, Any]) -> str:
    """Nothing before what rounds to zero."""
    if rule.get("unsigned") or not number.strip("0."):
        return ""
    return MINUS if value < 0 else "+" if rule.get("signed") else ""


def figure(value: float | None) -> str:
    """17127 → `17.1k`, 347540 → `347.5k`, 950 → `950`."""
    return write(value, "figure")


def count(value: float | None) -> str:
    """A whole number with thin spaces: 3 000 000."""
    return write(value, "count")


def measure(value: float | None, unit: str) -> str:
    """A value of a metric with its unit: `17.1k req/s`, `5.95 ms`."""
    return write(value, unit)


def exact(value: float | None, unit: str) -> str:
    """A value with the digits that a write-up prints: `17 127.49 req/s`, `12.04 ms`."""
    return write(value, f"exact {unit}" if f"exact {unit}" in RULES["kinds"] else unit)


def tick(value: float, unit: str) -> str:
    """A value on an axis, as short as it gets: `300k`, `10 ms`."""
    number, _, name = measure(value, unit).partition(" ")
    digits = number.rstrip("kMGTP%")
    short = (digits.rstrip("0").removesuffix(".") if "." in digits else digits) + number[len(digits) :]
    return short if unit == "1/s" or not name else f"{short} {name}"


def latency(seconds: float | None) -> str:
    """5.95 ms."""
    return write(seconds, "s")


def short_percent(share: float | None) -> str:
    """Two digits that matter: 2.3%, 0.45%, 12%."""
    return write(share, "short share")


def whole_percent(share: float | None) -> str:
    """0.973 → `97%`."""
    return write(share, "whole share")


def spread(value: float | None) -> str:
    """A spread or a noise floor: 0.045 → `±4.5%`."""
    return write(value, "spread")


def chance(p: float) -> str:
    """A p-value after a “p”: `= 0.031`, `< 0.001`."""
    text = write(p, "chance")
    return text if text.startswith(("<", ">")) else f"= {text}"


def span(seconds: float | None) -> str:
    """A duration: 125 → `2 min 5 s`; a negative one is `0 s`."""
    if seconds is None or not math.isfinite(seconds):
        return ABSENT
    if seconds < 59.5:
        return write(max(0, seconds), "seconds")
    minutes, rest = divmod(int(_round(seconds, 0)), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
