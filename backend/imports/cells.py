"""Numbers as people write them in tables: 17,127.49 · 17 127,49 · 12.04 ms · +92.19% · 38.8k. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

Decimal = Literal[".", ","]

MIN_NUMBER, MAX_NUMBER = 1e-18, 1e18
"""What a figure lies between, in whatever unit: sums and quotients of such numbers stay finite."""
_ABSENT = {"", "-", "–", "—", "n/a", "na", "nan", "null", "none", "?", "baseline", "reference", "…", "..."}
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]")
_SPREADS = ("±", "+/-", "+-")  # 22474 ± 35
_GAPS = re.compile(r"(?<=\d)[\s\u00a0\u202f\u2009'’_](?=\d{3}(?!\d))")  # 1 027 745, 1'027'745
_WITH_POINT = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,18})?(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?")
_QUANTITY = re.compile(r"(?P<number>[+-]?[\d.,][\d.,]*(?:[eE][+-]?\d+)?)\s*(?P<unit>[^\d\s].*)?")
_TIMES = {
    "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3,
    "毫秒": 1e-3, "微秒": 1e-6, "秒": 1.0, "ミリ秒": 1e-3, "マイクロ秒": 1e-6, "分": 60.0,
    "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0,
    "millisecond": 1e-3, "milliseconds": 1e-3, "microsecond": 1e-6, "microseconds": 1e-6,
    "nanosecond": 1e-9, "nanoseconds": 1e-9, "minutes": 60.0,
}  # fmt: skip
_COUNTS = {
    "": 1.0, "k": 1e3, "thousand": 1e3, "thousands": 1e3, "in thousands": 1e3, "m": 1e6, "mio": 1e6,
    "million": 1e6, "millions": 1e6, "g": 1e9, "千": 1e3, "万": 1e4, "萬": 1e4, "w": 1e4,
}  # fmt: skip
_RATE_WORDS = re.compile(
    r"\s*(?:(?:req(?:uest)?s?|r|trans(?:actions)?|次|请求|件|リクエスト)\s*(?:/|per|p)\s*(?:s(?:ec(?:onds?)?)?|秒)"
    r"|[rqt]ps|#?/s(?:ec)?|/秒)$"
)
# load tools count a kilobyte as 1024
_BYTES = {"b": 1.0, "kb": 1024.0, "kib": 1024.0, "mb": 1024.0**2, "mib": 1024.0**2, "gb": 1024.0**3,
          "gib": 1024.0**3, "kbyte": 1024.0, "kbytes": 1024.0}  # fmt: skip
_CERTAIN_COMMA = re.compile(
    r"[+-]?\d+,(?:\d{1,2}|\d{4,})\D*|[+-]?\d{1,3}(?:\.\d{3})+,\d+\D*|[+-]?(?:0|\d{4,}),\d+\D*"
    r"|\d{1,3}(?:\.\d{3}){2,}\D*"
)
_CERTAIN_POINT = re.compile(
    r"[+-]?\d+\.(?:\d{1,2}|\d{4,})\D*|[+-]?\d{1,3}(?:,\d{3})+\.\d+\D*|[+-]?(?:0|\d{4,})\.\d+\D*"
    r"|\d{1,3}(?:,\d{3}){2,}\D*"
)
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}\D*")  # 17.127 is 17 or 17 thousand


def is_absent(text: str) -> bool:
    """An empty cell, or what people write into one."""
    return text.strip().lower() in _ABSENT


def decimal_of(cells: Iterable[str], has_semicolons: bool = False) -> Decimal:
    """The decimal mark of a table: a comma only where a cell proves it and none proves a point.

    Where columns have semicolons between them it is a comma unless a cell proves a point: programs write
    semicolons where numbers have commas.
    """
    marks = proven_decimals(cells)
    if has_semicolons:
        return "." if marks == {"."} else ","
    return "," if marks == {","} else "."


def proven_decimals(cells: Iterable[str]) -> set[Decimal]:
    """The decimal marks that cells prove."""
    marks: set[Decimal] = set()
    for cell in cells:
        text = plain(cell)
        marks |= {","} if _CERTAIN_COMMA.fullmatch(text) else set()
        marks |= {"."} if _CERTAIN_POINT.fullmatch(text) else set()
    return marks


def is_ambiguous(text: str) -> bool:
    """Whether the mark of a number may divide thousands or be the decimal mark: 17.127."""
    return bool(_EITHER.fullmatch(plain(text)))


def plain(text: str) -> str:
    """Without gaps between thousands, with an ASCII minus, without Markdown's stars and backticks."""
    text = " ".join(unicodedata.normalize("NFKC", visible(text)).strip().strip("*`").split())
    text = text.replace("−", "-").replace("≈", "")
    for mark in _SPREADS:
        value, _, spread = text.partition(mark)
        text = value.rstrip(" (") if value and spread else text
    return _GAPS.sub("", text).removeprefix("~").strip()


def visible(text: str) -> str:
    """Without marks that no reader sees, such as those of the direction of writing."""
    return _INVISIBLE.sub("", text)


def is_rate_unit(text: str) -> bool:
    """Whether a unit says that figures are requests per second: req/s, k req/s, QPS, リクエスト/秒."""
    word = unicodedata.normalize("NFKC", text).strip().lower()
    return bool(_RATE_WORDS.search(word)) and factor_of(word, "1/s") is not None


def number(text: str, decimal: Decimal = ".") -> float:
    """17127.49 of “17,127.49”; ValueError for what is not a number."""
    text_plain = plain(text)
    normal_text = text_plain.translate(str.maketrans(".,", ",.")) if decimal == "," else text_plain
    if not re.search(r"\d", normal_text) or not _WITH_POINT.fullmatch(normal_text):
        raise ValueError(f"“{text.strip()[:40]}” is not a number")
    value = float(normal_text.replace(",", ""))
    if value and not MIN_NUMBER < abs(value) < MAX_NUMBER:
        raise ValueError(f"“{text.strip()[:40]}” is not a number that can be measured")
    return value


def quantity(text: str, unit: str, decimal: Decimal = ".", default: str = "") -> float:
    """A figure in SI units.

    `unit` is the metric's own (s, 1/s, B/s, B, 1); `default` is the one of a cell that names none, as its
    column's heading says it. ValueError for what cannot be read.
    """
    match = _QUANTITY.fullmatch(plain(text))
    if not match:
        raise ValueError(f"“{text.strip()[:40]}” is not a number")
    unit_text = (match["unit"] or default).strip()
    factor = factor_of(unit_text, unit)
    if factor is None:
        raise ValueError(f"“{text.strip()[:40]}”: “{unit_text[:20]}” is not a unit of this figure")
    # the digits as they were printed, so that 12.04 ms is 0.01204 and not 0.012039999999999999
    return float(f"{number(match['number'], decimal) * factor:.15g}")


def is_unit(text: str) -> bool:
    """Whether a text is a unit of times, rates or sizes, or of another kind by its looks: req/min, %."""
    is_known = any(factor_of(text, unit) is not None for unit in ("s", "1/s", "B/s", "B"))
    return is_known or bool(re.search(r"[/%]|\bper\b", text.lower()))


def factor_of(unit_text: str, unit: str) -> float | None:
    """What a unit is in SI; None if it is none of this kind."""
    word = unicodedata.normalize("NFKC", unit_text).strip().lower()
    if unit == "s":
        return _TIMES.get(word)
    if unit == "B/s":
        return 1.0 if not word else _BYTES.get(re.sub(r"\s*(/|per )\s*s(ec(ond)?)?$", "", word))
    if unit == "B":
        return _BYTES.get(word) if word else 1.0
    return _COUNTS.get(_RATE_WORDS.sub("", word).strip())


def change(text: str, decimal: Decimal = ".", percent: bool = True) -> float:
    """0.9219 of “+92.19%”, “×1.9219” or, with `percent`, “92.19”; ValueError for what is not a change."""
    text_plain = plain(text)
    times = re.fullmatch(r"[×x]\s*(.+)|(.+?)\s*[×x]", text_plain)
    if times:
        return round(number(times[1] or times[2], decimal) - 1, 12)
    share = text_plain.removesuffix("%").strip()
    value = number(share, decimal)
    return round(value / 100, 12) if percent or text_plain.endswith("%") else value


def several(text: str, decimal: Decimal = ".", default: str = "") -> list[float]:
    """The trials in a cell: “285713 282235 286919”, or with ; or / between; `default` as in `quantity`."""
    words = [w for w in re.split(r"[\s;/|]+|,\s+", text.strip().strip("*`[]()")) if not is_absent(w)]
    return [quantity(word, "1/s", decimal, default) for word in words]
