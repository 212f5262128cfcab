"""Course of a bisect: what to measure next among variants in order, and the answer so far. Pure.

The first and the last variant are compared first. Where they differ, the middle one is measured beside both,
and the half that holds the change goes on; where the middle differs from both, there are two changes at least
and both halves go on. Neighbours that differ are measured once more: that is the number of the headline.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """Result of a measurement."""

    DIFFERENT = "different"  # of a pair: the two differ
    ALIKE = "alike"  # of a pair: no verdict that they do
    LIKE_FIRST = "like_first"  # of a middle: differs from the last alone
    LIKE_LAST = "like_last"
    BETWEEN = "between"  # differs from both
    UNDECIDED = "undecided"
    SKIPPED = "skipped"  # the middle could not be measured, the ends could
    FAILED = "failed"


@dataclass(frozen=True)
class Measurement:
    """Indices of variants that are measured in the same rounds; a pair has no middle.

    is_confirmation  neighbours once more
    """

    first: int
    last: int
    middle: int | None = None
    is_confirmation: bool = False


@dataclass(frozen=True)
class Span:
    """A part of the order that holds a change, as far as it was followed.

    pending  what has to be measured next; None: this is the answer
    is_refuted  its ends are neighbours that, measured once more, were not shown to differ
    """

    first: int
    last: int
    pending: Measurement | None = None
    is_refuted: bool = False


@dataclass(frozen=True)
class Difference:
    """One variant against another: whether a verdict says that they differ, and by how much, on logs."""

    has_verdict: bool
    change: float | None


Outcomes = Mapping[Measurement, Outcome]


def steps_at_most(variants: int) -> int:
    """Halvings that one change among so many variants takes: verdicts share their 5% among as many."""
    return max(1, math.ceil(math.log2(variants)))


def follow(variants: int, outcomes: Outcomes) -> list[Span]:
    """Every span that holds a change, by what was measured so far; none where the ends are alike."""
    ends = Measurement(0, variants - 1)
    match outcomes.get(ends):
        case None:
            return [Span(0, variants - 1, ends)]
        case Outcome.DIFFERENT:
            return list(_follow(0, variants - 1, outcomes))
        case Outcome.ALIKE:
            return []
        case _:
            return [Span(0, variants - 1)]


def select_named(spans: Sequence[Span]) -> Sequence[Span]:
    """Spans to name as the answer: those that were refuted only where there are no others."""
    return [span for span in spans if not span.is_refuted] or spans


def next_measurement(variants: int, outcomes: Outcomes) -> Measurement | None:
    """The next one; None at the end."""
    return next((span.pending for span in follow(variants, outcomes) if span.pending), None)


def _follow(first: int, last: int, outcomes: Outcomes) -> Iterator[Span]:
    if last - first == 1:
        confirmation = Measurement(first, last, is_confirmation=True)
        outcome = outcomes.get(confirmation)
        yield Span(first, last, None if outcome else confirmation, outcome is Outcome.ALIKE)
        return
    for middle in sorted(range(first + 1, last), key=lambda i: abs(2 * i - first - last)):
        halving = Measurement(first, last, middle)
        match outcomes.get(halving):
            case None:
                yield Span(first, last, halving)
                return
            case Outcome.SKIPPED:
                continue
            case Outcome.LIKE_FIRST:
                yield from _follow(middle, last, outcomes)
                return
            case Outcome.LIKE_LAST:
                yield from _follow(first, middle, outcomes)
                return
            case Outcome.BETWEEN:
                yield from _follow(first, middle, outcomes)
                yield from _follow(middle, last, outcomes)
                return
            case _:
                break
    yield Span(first, last)


def classify(from_first: Difference, from_last: Difference) -> Outcome:
    """Say which end a middle is like.

    It is like one end where it differs from the other by a verdict, from this one by none, and lies clearly
    nearer to it. Half-way without a verdict it may be between both: that is undecided.
    """
    if from_first.change is None or from_last.change is None:
        return Outcome.UNDECIDED
    if from_first.has_verdict and from_last.has_verdict:
        return Outcome.BETWEEN
    if from_last.has_verdict and abs(from_first.change) <= abs(from_last.change) / 2:
        return Outcome.LIKE_FIRST
    if from_first.has_verdict and abs(from_last.change) <= abs(from_first.change) / 2:
        return Outcome.LIKE_LAST
    return Outcome.UNDECIDED
