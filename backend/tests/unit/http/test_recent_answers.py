"""Which answers of the last minute count as failed."""

import pytest

from backend.health.troubles import answer_troubles
from backend.http.recent_answers import Counts, RecentAnswers


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def codes(counts: Counts) -> list[str]:
    return [trouble.code for trouble in answer_troubles(counts)]


def test_a_minute_is_counted_and_then_forgotten() -> None:
    answers = RecentAnswers(clock := Clock())
    answers.note(answers=1, failures=1)
    clock.now += 30
    answers.note(answers=2, refusals=1)
    assert answers.last_minute() == Counts(3, 1, 1)
    clock.now += 30
    assert answers.last_minute() == Counts(2, 0, 1)
    clock.now += 30
    assert answers.last_minute() == Counts()


@pytest.mark.parametrize(
    ("counts", "troubles"),
    [
        (Counts(), []),
        (Counts(1000, 10), []),
        (Counts(1000, 11), ["requests_fail"]),
        (Counts(20, 2), []),
        (Counts(30, 3), ["requests_fail"]),
        (Counts(30, 3, 1), ["no_threads", "requests_fail"]),
    ],
)
def test_more_than_one_in_a_hundred_is_a_trouble(counts: Counts, troubles: list[str]) -> None:
    assert codes(counts) == troubles


def test_the_trouble_has_the_figures() -> None:
    [trouble] = answer_troubles(Counts(412, 41))
    assert trouble.text == "41 of 412 requests of the last minute failed on the server."
