"""Changes against a baseline and their 95% intervals, as exact as the noise allows. Pure.

Changes are shares: 0.267 is `+26.7%`. A metric that can be zero is compared by its difference instead.
"""

import math

from agents.catalog.metrics import Metric
from backend.presentation.figures import ABSENT, RULES, measure, write

_RULES = RULES["changes"]


def is_number(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _kind(name: str, low: float | None, high: float | None) -> str:
    """Coarse where the interval is wide: a tenth of a percent says nothing where the noise is ±25%."""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return name
    return f"coarse {name}" if high - low >= _RULES["coarse_from"] else name


def percent(change: float | None, low: float | None = None, high: float | None = None) -> str:
    """0.267 → `+26.7%`; with its 95% interval no more exact than that allows."""
    return write(change, _kind("change", low, high))


def percent_size(change: float | None, low: float | None = None, high: float | None = None) -> str:
    """The same without a sign."""
    return write(change, _kind("size of a change", low, high))


def interval(low: float | None, high: float | None) -> str:
    """`+15.9 … +38.5%`; of a high end past any scale only that."""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return ABSENT
    is_beyond = high > _RULES["largest_percent"]
    end = _RULES["largest_percent_text"] if is_beyond else percent(high, low, high)
    return f"{percent(low, low, high).removesuffix('%')} … {end}"


def factor_amount(change: float, low: float | None, high: float | None) -> tuple[str, str]:
    """A change from twice on, and its interval, in times: (`×3.3`, `2.3 … 4.7`)."""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return f"×{_ratio(change, 0.5)}", ABSENT
    half = (high - low) / 2
    return f"×{_ratio(change, half)}", f"{_ratio(low, half)} … {_ratio(high, half)}"


def _ratio(change: float, half: float) -> str:
    if change > _RULES["largest_factor"]:
        return str(_RULES["largest_factor_text"])
    is_coarse = change >= _RULES["coarse_factor_from"] or half >= _RULES["coarse_factor_half"]
    is_fine = half < _RULES["fine_factor_half"]
    return write(1 + change, "coarse ratio" if is_coarse else "fine ratio" if is_fine else "ratio")


def relative_amount(change: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    """A change and its interval: (`+26.7%`, `+22.5 … +31.0%`), from twice on (`×3.3`, `2.3 … 4.7`)."""
    if change is None or not change >= _RULES["factor_from"]:
        return percent(change, low, high), interval(low, high)
    return factor_amount(change, low, high)


def share_amount(change: float, low: float | None = None, high: float | None = None) -> str:
    """`relative_amount` inside a sentence: `+26.7% [+22.5, +31.0]`, `×3.3 [2.3, 4.7]`."""
    if change >= _RULES["factor_from"]:
        middle, ends = factor_amount(change, low, high)
        return middle if ends == ABSENT else f"{middle} [{ends.replace(' … ', ', ')}]"
    middle = percent(change, low, high)
    if not (is_number(low) and is_number(high)):
        return middle
    ends = interval(low, high).removesuffix("%").replace(" … ", ", ")
    return f"{middle} [{ends}]"


def difference(value: float | None, unit: str) -> str:
    """A difference in the metric's own unit: `+12`, `−3.00 ms`."""
    text = measure(value, unit)
    return f"+{text}" if value is not None and value > 0 and text != ABSENT else text


def amount(middle: float | None, low: float | None, high: float | None, metric: Metric) -> str:
    """`share_amount` of a change; of a metric that can be zero the difference, `+12 [+3, +21]`."""
    if middle is None:
        return ABSENT
    if not metric.can_be_zero:
        return share_amount(middle, low, high)
    text = difference(middle, metric.unit)
    if not (is_number(low) and is_number(high)):
        return text
    return f"{text} [{difference(low, metric.unit)}, {difference(high, metric.unit)}]"


def change_text(
    change: float | None,
    difference_: float | None,
    metric: Metric,
    low: float | None = None,
    high: float | None = None,
) -> str:
    """`+26.7%`, or `+12` for a metric that can be zero."""
    return difference(difference_, metric.unit) if metric.can_be_zero else percent(change, low, high)


def exact_change(change: float | None, difference_: float | None, metric: Metric) -> str:
    """The change with two decimals, as write-ups print it."""
    return difference(difference_, metric.unit) if metric.can_be_zero else write(change, "exact change")


def interval_text(low: float | None, high: float | None, metric: Metric) -> str:
    """`+88.1 … +96.4%`, or `+2 … +8` for a metric that can be zero; absent below two trials."""
    if not metric.can_be_zero or not is_number(low) or not is_number(high):
        return interval(low, high)
    return f"{difference(low, metric.unit)} … {difference(high, metric.unit)}"
