"""When rounds end because every candidate is decided: the rule, and the sentence that says so."""

from typing import Any

import pytest

from backend.analysis.decision import Candidate, decide, last_analysis, next_analysis, sentence
from backend.definition.model import UntilDecided

RULE = UntilDecided(min=8, max=20, until="decided")
ONCE = UntilDecided(min=8, max=8, until="decided")


def of(name: str, is_decided: bool, n: int = 8, failure: str | None = None) -> Candidate:
    return Candidate(f"id-{name}", name, is_decided, n, failure)


SETTLED, OPEN = of("a", True), of("b", False)
LEAVER = Candidate("id-e", "e", False, 8, may_leave=True)
HALF_OPEN = Candidate("id-f", "f", False, 8, open_in=("CPU a request",))
GONE, BROKEN = of("c", False, n=0), of("d", False, failure="nginx did not start")


@pytest.mark.parametrize(
    ("rounds", "candidates", "rule"),
    [
        (8, [SETTLED], "decided"),
        (8, [SETTLED, OPEN], None),
        (20, [SETTLED, OPEN], "most"),
        (20, [SETTLED], "decided"),  # at the very last interim analysis
        (8, [SETTLED, GONE, BROKEN], "decided"),  # nobody waits for what cannot be measured
        (8, [SETTLED, LEAVER], "hopeless"),
        (8, [OPEN, LEAVER], None),
        (20, [SETTLED, LEAVER], "most"),
        (8, [GONE, BROKEN], "unmeasurable"),
        (8, [], "unmeasurable"),
        (0, [SETTLED], None),  # nothing is decided before the first interim analysis
    ],
)
def test_rounds_end_when_every_candidate_is_decided(rounds: int, candidates: list, rule: Any) -> None:
    found = decide(RULE, rounds, candidates)
    assert found.rule == rule
    assert (found.rounds, found.least, found.most, found.analyses) == (rounds, 8, 20, [8, 12, 18, 20])


def test_results_are_looked_at_a_few_times_only() -> None:
    assert [last_analysis(RULE, n) for n in (0, 7, 8, 11, 12, 19, 20, 25)] == [0, 0, 8, 8, 12, 18, 20, 20]
    assert [next_analysis(RULE, n) for n in (0, 8, 9, 13, 20, 25)] == [8, 8, 12, 18, 20, 20]


@pytest.mark.parametrize(
    ("found", "is_open", "words"),
    [
        (
            decide(RULE, 12, [SETTLED, of("b", True)]),
            False,
            "Ended after 12 of at most 20 rounds: every candidate is decided. "
            "Verdicts and intervals count the 4 interim analyses that were planned.",
        ),
        (
            decide(ONCE, 8, [SETTLED]),
            False,
            "Ended after 8 of at most 8 rounds: the candidate is decided.",
        ),
        (
            decide(RULE, 20, [SETTLED, OPEN]),
            False,
            "Ended at the maximum of 20 rounds; not decided: b. "
            "Verdicts and intervals count the 4 interim analyses that were planned.",
        ),
        (
            decide(RULE, 12, [SETTLED, LEAVER]),
            False,
            "Ended after 12 of at most 20 rounds: more rounds would hardly decide e. "
            "Verdicts and intervals count the 4 interim analyses that were planned.",
        ),
        (
            decide(RULE, 20, [SETTLED, HALF_OPEN]),
            False,
            "Ended at the maximum of 20 rounds; not decided: f (CPU a request). "
            "Verdicts and intervals count the 4 interim analyses that were planned.",
        ),
        (
            decide(RULE, 12, [SETTLED, OPEN, LEAVER]),
            True,
            "After 12 rounds 1 of 3 candidates was decided; the next interim analysis is after 18, "
            "the last after 20. More rounds would hardly decide e.",
        ),
        (decide(RULE, 8, []), False, "Ended after 8 rounds: no candidate could be measured."),
        (
            decide(RULE, 0, [SETTLED]),
            True,
            "Ends when every candidate is decided; analysed after 8, 12, 18 and 20 rounds.",
        ),
        (
            decide(RULE, 12, [SETTLED, OPEN]),
            True,
            "After 12 rounds 1 of 2 candidates was decided; the next interim analysis is after 18, "
            "the last after 20.",
        ),
        (decide(RULE, 0, []), False, "Stopped before the first interim analysis."),
        (
            decide(RULE, 8, [OPEN]),
            False,
            "Stopped before it was decided; the last interim analysis was after 8 rounds.",
        ),
    ],
)
def test_the_sentence_says_what_ended_it(found: Any, is_open: bool, words: str) -> None:
    assert sentence(found, is_open) == words


def test_the_sentence_names_whom_nobody_waited_for() -> None:
    found = decide(RULE, 12, [SETTLED, GONE, BROKEN])
    assert sentence(found).endswith(
        " Not waited for: c (no round has a valid req/s of it and the baseline); "
        "d (it could not be measured: nginx did not start)."
    )
