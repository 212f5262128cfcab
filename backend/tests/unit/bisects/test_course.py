"""Course of a bisect: what is measured next, and what comes out."""

from collections.abc import Callable

import pytest

from backend.bisects.course import (
    Difference,
    Measurement,
    Outcome,
    Span,
    classify,
    follow,
    next_measurement,
    steps_at_most,
)

ENDS = Measurement(0, 7)


def play(variants: int, levels: list[int], skipped: set[int] = frozenset()) -> tuple[list[Span], int]:  # pyright: ignore[reportArgumentType]
    """Answer every measurement by the true levels; the spans at the end, and how many were measured."""
    outcomes: dict[Measurement, Outcome] = {}
    while (m := next_measurement(variants, outcomes)) is not None:
        assert m not in outcomes
        first, last = levels[m.first], levels[m.last]
        if m.middle is None:
            outcomes[m] = Outcome.ALIKE if first == last else Outcome.DIFFERENT
        elif m.middle in skipped:
            outcomes[m] = Outcome.SKIPPED
        elif levels[m.middle] == first:
            outcomes[m] = Outcome.LIKE_FIRST
        else:
            outcomes[m] = Outcome.LIKE_LAST if levels[m.middle] == last else Outcome.BETWEEN
    return follow(variants, outcomes), len(outcomes)


def ends_of(spans: list[Span]) -> list[tuple[int, int]]:
    return [(span.first, span.last) for span in spans]


@pytest.mark.parametrize("place", range(1, 8))
def test_one_change_among_eight_is_found_in_five_measurements(place: int) -> None:
    spans, count = play(8, [int(i >= place) for i in range(8)])
    assert ends_of(spans) == [(place - 1, place)]
    assert count <= steps_at_most(8) + 2 == 5


def test_ends_that_are_alike_end_it_at_once() -> None:
    assert play(8, [0] * 8) == ([], 1)


@pytest.mark.parametrize("places", [(1, 2), (2, 6), (1, 7), (4, 5)])
def test_two_changes_are_both_found(places: tuple[int, int]) -> None:
    levels = [sum(i >= place for place in places) for i in range(8)]
    spans, _ = play(8, levels)
    assert ends_of(spans) == [(place - 1, place) for place in places]


@pytest.mark.parametrize("variants", [3, 4, 5, 9, 16, 33, 200])
def test_any_number_of_variants_ends(variants: int) -> None:
    for place in (1, variants // 2, variants - 1):
        spans, count = play(variants, [int(i >= place) for i in range(variants)])
        assert ends_of(spans) == [(place - 1, place)]
        assert count <= steps_at_most(variants) + 2


def test_a_middle_that_cannot_be_measured_is_passed_over() -> None:
    spans, _ = play(8, [0, 0, 0, 0, 0, 1, 1, 1], {3, 4})
    assert ends_of(spans) == [(2, 5)]
    spans, _ = play(3, [0, 0, 1], {1})
    assert spans == [Span(0, 2)]


@pytest.mark.parametrize("outcome", [Outcome.UNDECIDED, Outcome.FAILED])
def test_an_undecided_middle_leaves_the_range_as_the_answer(outcome: Outcome) -> None:
    outcomes = {ENDS: Outcome.DIFFERENT, Measurement(0, 7, 3): outcome}
    assert follow(8, outcomes) == [Span(0, 7)]
    assert next_measurement(8, outcomes) is None


def test_ends_that_could_not_be_measured_say_nothing() -> None:
    assert follow(8, {ENDS: Outcome.FAILED}) == [Span(0, 7)]


def test_neighbours_are_measured_once_more() -> None:
    outcomes = {Measurement(0, 2): Outcome.DIFFERENT, Measurement(0, 2, 1): Outcome.LIKE_FIRST}
    again = Measurement(1, 2, is_confirmation=True)
    assert next_measurement(3, outcomes) == again
    assert next_measurement(3, outcomes | {again: Outcome.ALIKE}) is None


def verdict(change: float | None) -> Difference:
    return Difference(True, change)


def none(change: float | None) -> Difference:
    return Difference(False, change)


Make = Callable[[float | None], Difference]


@pytest.mark.parametrize(
    ("from_first", "from_last", "outcome"),
    [
        (none(0.002), verdict(-0.03), Outcome.LIKE_FIRST),
        (verdict(0.03), none(-0.001), Outcome.LIKE_LAST),
        (verdict(0.02), verdict(-0.02), Outcome.BETWEEN),
        (verdict(-0.02), verdict(-0.05), Outcome.BETWEEN),  # better than both
        (none(0.01), none(-0.01), Outcome.UNDECIDED),
        (none(0.016), verdict(-0.024), Outcome.UNDECIDED),  # half-way, only one of two was clear
        (verdict(0.024), none(-0.016), Outcome.UNDECIDED),
        (none(None), verdict(-0.03), Outcome.UNDECIDED),
        (verdict(0.03), none(None), Outcome.UNDECIDED),
    ],
)
def test_a_middle_is_like_the_end_that_it_is_nearest_to(
    from_first: Difference, from_last: Difference, outcome: Outcome
) -> None:
    assert classify(from_first, from_last) is outcome
