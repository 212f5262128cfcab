"""Whether a write-up's printed means and changes follow from its own figures, in sentences. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Literal

Check = Literal["right", "cut", "wrong"]
_PERCENT = Decimal(100)


@dataclass(frozen=True)
class PrintedRow:
    """Row of a write-up: requests per second, change (0.1 is +10%), the trials behind the mean."""

    variant: str
    rate: float | None
    change: float | None
    trials: tuple[float, ...] = ()


@dataclass(frozen=True)
class _Finding:
    variant: str
    check: Check
    figure: str
    follows: str


def remarks(rows: Sequence[PrintedRow], baseline: PrintedRow | None) -> list[str]:
    """Find printed means that do not follow from trials, and printed changes that do not from rates.

    Empty where nothing can be checked.
    """
    means = [_mean(row) for row in rows if row.rate is not None and row.trials]
    changes = [
        _change(row, baseline)
        for row in rows
        if baseline is not None and row.change is not None and row.rate is not None and baseline.rate
    ]
    return [
        *_finding_sentences(means, "mean", "that of its own trials", "Printed means"),
        *_finding_sentences(changes, "change", "what its rates give", "Printed changes"),
    ]


def check_digits(digits: Decimal, follows: Decimal) -> Check:
    """`right` where rounding gives the printed digits, `cut` where leaving the rest away does."""
    step = Decimal(1).scaleb(min(int(digits.as_tuple().exponent), 0))
    if follows.quantize(step, ROUND_HALF_UP) == digits:
        return "right"
    return "cut" if follows.quantize(step, ROUND_DOWN) == digits else "wrong"


def _decimal(value: float) -> Decimal:
    """Convert to the digits that a person would write: 285948.0 is 285948."""
    return Decimal(str(int(value))) if float(value).is_integer() else Decimal(repr(float(value)))


def _mean(row: PrintedRow) -> _Finding:
    mean = _decimal(row.rate or 0)
    follows = sum((_decimal(x) for x in row.trials), Decimal(0)) / len(row.trials)
    return _Finding(row.variant, check_digits(mean, follows), _plain(mean), _plain(_short(follows, mean)))


def _change(row: PrintedRow, baseline: PrintedRow) -> _Finding:
    change = _decimal(round((row.change or 0) * 100, 9))
    follows = (_decimal(row.rate or 0) / _decimal(baseline.rate or 1) - 1) * _PERCENT
    percent = (f"{_with_sign(x)}%" for x in (change, _short(follows, change)))
    return _Finding(row.variant, check_digits(change, follows), *percent)


def _short(follows: Decimal, digits: Decimal) -> Decimal:
    """With two digits more than were printed, none of them idle."""
    step = Decimal(1).scaleb(min(int(digits.as_tuple().exponent), 0) - 2)
    return follows.quantize(step, ROUND_HALF_UP).normalize()


def _plain(value: Decimal) -> str:
    return f"{value:f}"


def _with_sign(value: Decimal) -> str:
    return f"{value:+f}".replace("-", "−")


def _finding_sentences(findings: Sequence[_Finding], noun: str, source: str, subject: str) -> list[str]:
    if not findings:
        return []
    right = sum(row.check == "right" for row in findings)
    cut = [row for row in findings if row.check == "cut"]
    out = [
        f"The printed {noun} of {row.variant}, {row.figure}, is not {source}: {row.follows}."
        for row in findings
        if row.check == "wrong"
    ]
    if cut:
        of = ", ".join(f"{row.variant} ({row.figure} for {row.follows})" for row in cut)
        out.append(f"{subject} cut off instead of rounded: {of}.")
    if right == len(findings):
        return [f"All {len(findings)} printed {noun}s are right to the digit."] if right > 1 else []
    verb = "is" if right == 1 else "are"
    rest = f"The other {right} of {len(findings)} printed {noun}s {verb} right to the digit."
    return [*out, rest] if right else out
