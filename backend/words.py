"""Figures, counts and lists as sentences and tables have them; what is absent is “–”, never NaN."""

import math
from collections.abc import Sequence
from datetime import datetime

from agents.catalog.metrics import Metric

ABSENT = "–"
MINUS = "−"
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def quantity(metric: Metric) -> str:
    """The metric inside a sentence: `requests per second`, `p99 latency`."""
    return metric.phrase


def known(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def digits(value: float) -> str:
    """Three digits that matter: 8.91, 17.1, 275."""
    size = abs(value)
    if size == 0:
        return "0"
    decimals = 0 if size >= 99.95 else 1 if size >= 9.995 else 2
    return f"{value:.{decimals}f}".replace("-", MINUS)


def figure(value: float | None) -> str:
    """17127 → `17.1k`, 347540 → `347.5k`, 950 → `950`."""
    if value is None or not known(value):
        return ABSENT
    factor, prefix = next(((f, p) for f, p in _PREFIXES if abs(value) >= f * 0.9995), (1.0, ""))
    if not prefix and float(value).is_integer():
        return f"{value:.0f}".replace("-", MINUS)
    scaled = value / factor
    shown = f"{scaled:.1f}".replace("-", MINUS) if abs(scaled) >= 99.95 and prefix else digits(scaled)
    return shown + prefix


def count(value: float | None) -> str:
    """Whole, with thin spaces: 3 000 000."""
    if value is None or not known(value):
        return ABSENT
    return f"{value:,.0f}".replace(",", "\u202f").replace("-", MINUS)


def exact(value: float | None, decimals: int = 2) -> str:
    """As a write-up prints it: 17127.49."""
    return ABSENT if value is None or not known(value) else f"{value:.{decimals}f}"


def latency(seconds: float | None) -> str:
    """5.95 ms."""
    if seconds is None or not known(seconds):
        return ABSENT
    if seconds == 0:
        return "0 ms"
    factor, unit = next(((f, u) for f, u in _TIMES if abs(seconds) >= f * 0.9995), _TIMES[-1])
    return f"{digits(seconds / factor)} {unit}"


def exact_latency(seconds: float | None) -> str:
    """As a write-up prints it, with two decimals: 12.04 ms, 791.04 µs."""
    if seconds is None or not known(seconds):
        return ABSENT
    factor, unit = next(((f, u) for f, u in _TIMES if abs(seconds) >= f * 0.9995), _TIMES[1])
    return f"{seconds / factor:.2f} {unit}"


def measure(value: float | None, metric: Metric) -> str:
    """A value with its unit."""
    if value is None or not known(value):
        return ABSENT
    match metric.unit:
        case "s":
            return latency(value)
        case "1/s":
            return f"{figure(value)} req/s"
        case "B/s":
            return f"{figure(value)}B/s"
    return figure(value)


def percent(change: float | None, sign: bool = True, decimals: int = 1) -> str:
    """0.267 → `+26.7%`; without a sign, the size alone."""
    if change is None or not known(change):
        return ABSENT
    size = abs(change * 100)
    text = f"{size:.{0 if size >= 999.5 else decimals}f}"
    mark = "" if not sign or not text.strip("0.") else "+" if change > 0 else MINUS
    return f"{mark}{text}%"


FACTOR_FROM = 1.0
"""A change that is told as a factor, ×2 and more: from there on people count in times."""


def percent_decimals(low: float | None, high: float | None) -> int:
    """Of a change with this 95% interval: a tenth of a percent says nothing where the noise is ±25%."""
    if low is None or high is None or not (known(low) and known(high)):
        return 1
    return 0 if high - low >= 0.5 else 1


def _factor(change: float, half: float) -> str:
    ratio = 1 + change
    decimals = 0 if ratio >= 99.95 or half >= 10 else 2 if half < 0.05 else 1
    return "> 1000" if ratio > 1000 else f"{ratio:.{decimals}f}"


def share_amount(change: float, low: float | None = None, high: float | None = None) -> str:
    """How much, and how sure: `+26.7% [+22.5, +31.0]`, or `×3.3 [2.3, 4.7]`; as exact as the noise lets."""
    if low is None or high is None or not (known(low) and known(high)):
        return f"×{_factor(change, 0.5)}" if change >= FACTOR_FROM else percent(change)
    if change >= FACTOR_FROM:
        half = (high - low) / 2
        return f"×{_factor(change, half)} [{_factor(low, half)}, {_factor(high, half)}]"
    decimals = percent_decimals(low, high)
    shown, *ends = (percent(x, decimals=decimals) for x in (change, low, high))
    return f"{shown} [{', '.join(end.removesuffix('%') for end in ends)}]"


def amount(middle: float | None, low: float | None, high: float | None, metric: Metric) -> str:
    """`share_amount` of a change; of a metric that can be zero the difference, `+12 [+3, +21]`."""
    if middle is None:
        return ABSENT
    if not metric.can_be_zero:
        return share_amount(middle, low, high)
    ends = f" [{signed(low, metric)}, {signed(high, metric)}]" if known(low) and known(high) else ""
    return f"{signed(middle, metric)}{ends}"


def short_percent(share: float) -> str:
    """2.3%, 0.45%, 12%: two digits that matter, and never “0.0%”."""
    scaled = 100 * share
    return f"{scaled:.0f}%" if scaled >= 10 else f"{scaled:.2g}%"


def full_percent(share: float, sign: bool = False) -> str:
    """0.9219 → `92.19%`, with a sign `+92.19%`: in ASCII, and read back to the same number."""
    return f"{share * 100:{'+' if sign else ''}.10g}%"


def signed(value: float | None, metric: Metric) -> str:
    """A difference in the metric's own unit: `+12`."""
    text = measure(value, metric)
    return f"+{text}" if value is not None and known(value) and value > 0 else text


def change_text(
    delta_change: float | None,
    difference: float | None,
    metric: Metric,
    low: float | None = None,
    high: float | None = None,
) -> str:
    """`+26.7%`, or `+12` for a metric that can be zero; with its 95% interval as exact as that lets."""
    if metric.can_be_zero:
        return signed(difference, metric)
    return percent(delta_change, decimals=percent_decimals(low, high))


def interval_text(low: float | None, high: float | None, metric: Metric) -> str:
    """`+88.1 … +96.4%`, or `+2 … +8` for a metric that can be zero; absent below two trials."""
    if not known(low) or not known(high):
        return ABSENT
    if metric.can_be_zero:
        return f"{signed(low, metric)} … {signed(high, metric)}"
    decimals = percent_decimals(low, high)
    return f"{percent(low, decimals=decimals).removesuffix('%')} … {percent(high, decimals=decimals)}"


def plural(n: int, word: str, many: str | None = None) -> str:
    """1 trial, 5 trials."""
    return f"{count(n)} {word if n == 1 else many or word + 's'}"


def listed(words: Sequence[str], most: int = 6) -> str:
    """`a, b and c`; of a long list the first ones and how many more."""
    shown = list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""


def few(names: Sequence[str], most: int = 4) -> str:
    """`a, b, c, d and 3 more`: the first ones, and how many there are besides."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capital(text.strip())
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def span(seconds: float) -> str:
    """125 → `2 min 5 s`."""
    if seconds < 60:
        return f"{seconds:.{2 if seconds < 10 else 3}g} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, left = divmod(minutes, 60)
    return f"{hours} h {left} min" if left else f"{hours} h"


def when(moment: datetime | None) -> str:
    """21 Nov 2026, 01:20 UTC."""
    if moment is None:
        return ABSENT
    return f"{moment.day} {moment:%b %Y, %H:%M} {moment.tzname() or ''}".strip()
