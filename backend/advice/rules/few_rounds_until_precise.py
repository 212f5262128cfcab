"""Rounds that may end before the spread is known well enough."""

from collections.abc import Iterator

from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.experiments.definition.model import MIN_RELIABLE_ROUNDS


def find(subject: Subject) -> Iterator[Hit]:
    precise = subject.precise
    if precise is not None and precise.min < MIN_RELIABLE_ROUNDS:
        text = (
            f"rounds may end after {precise.min}: an interval that looks narrow so early contains "
            f"the true value less often than the 95% it claims; from {MIN_RELIABLE_ROUNDS} rounds on it does"
        )
        trials = precise.model_dump(by_alias=True) | {
            "min": MIN_RELIABLE_ROUNDS,
            "max": max(precise.max, MIN_RELIABLE_ROUNDS),
        }
        yield Hit(text, instead=Instead(plan={"trials": trials}), trials=True)


RULE = Rule(
    code="few_rounds_until_precise",
    severity="hint",
    text="Rounds until precise end when the interval looks narrow; by chance it looks too narrow more often "
    "after few rounds: with one candidate, a 95% interval covers about 90% from 3 rounds on and 93% from 5 "
    "on.",
    example="trials: {min: 8, max: 30, until: 2%}",
    source="simulations of `make bench`, in docs/statistics.md",
    find=find,
)
